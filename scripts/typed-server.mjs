// The step from plain JavaScript to the typed server in lib/server. Only after the set-up: it needs the installed
// packages, and the settings of .env.
import { announce, fail } from './commands.mjs'
import { exitBy, onStop } from './stop.mjs'

/** Loads a TypeScript module into this process; what it imports later on must be JavaScript. */
export async function loadTyped(load) {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  try {
    return await load()
  } finally {
    await unregister()
  }
}

/** Serves the built site until the process is told to stop; requests under way are then finished. */
export async function serveSite(place) {
  process.env.NODE_ENV = 'production'
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  onStop(exitBy)
  const { serve } = await loadTyped(() => import('../lib/server/serve.ts'))
  const address = await serve(place, onStop).catch((error) => fail(error.message))
  announce(`The site is at ${address}`)
}
