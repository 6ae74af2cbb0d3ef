import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { hostOf, listen } from '@/lib/server/listen'
import { readPort, readSettings } from './settings'
import { migrate } from './setup'

/**
 * Prepares the database, unless this process cannot listen, and returns the
 * port. Ends the process if settings are wrong and reports all their problems,
 * so modules that read settings on import must be imported later.
 */
export async function prepareStart(
  host = hostOf(readSettings(), hostname()),
): Promise<number> {
  // Any other value is reported with the problems of the settings.
  const port = readPort() ?? 0
  // Closes connections, because a load balancer may already send checks and
  // would keep the probe open.
  const probe = createServer((socket) => socket.destroy())
  const problem = await listen(probe, { host, port }).catch(
    (error: Error) => error.message,
  )
  await migrate(problem ? [problem] : [])
  await new Promise((resolve) => probe.close(resolve))
  return port
}
