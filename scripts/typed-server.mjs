// Loads the TypeScript of lib/server. Only after the set-up, which installs packages and writes .env.
import { announce, fail } from './commands.mjs'
import { exitBy, onStop } from './stop.mjs'

/** Loads a TypeScript module; what it imports later must be JavaScript. */
export async function loadTyped(load) {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  try {
    return await load()
  } finally {
    await unregister()
  }
}

export async function serveSite(place) {
  process.env.NODE_ENV = 'production'
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  onStop(exitBy)
  const { serve } = await loadTyped(() => import('../lib/server/serve.ts'))
  const address = await serve(place, onStop).catch((error) => fail(error.message))
  announce(`The site is at ${address}`)
}
