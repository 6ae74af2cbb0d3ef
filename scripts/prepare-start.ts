import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { hostOf, listen } from '../lib/server/listen'
import { readPort, readSettings } from './settings'
import { migrate } from './setup'

/**
 * Prepares the database unless this process could not listen, and returns the port. Ends the process with all that is wrong
 * with the settings, so that whatever reads them when it is imported has to be imported later.
 */
export async function prepareStart(
  host = hostOf(readSettings(), hostname()),
): Promise<number> {
  // Another value is among the problems of the settings.
  const port = readPort() ?? 0
  // A load balancer may ask already, and would keep the probe open.
  const probe = createServer((socket) => socket.destroy())
  const problem = await listen(probe, { host, port }).catch(
    (error: Error) => error.message,
  )
  await migrate(problem ? [problem] : [])
  await new Promise((resolve) => probe.close(resolve))
  return port
}
