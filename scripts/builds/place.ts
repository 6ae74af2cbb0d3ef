import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { hostOf, listen } from '../../lib/server/listen'
import { fail } from '../commands'
import { readPort, readSettings } from '../settings'

/** The host and port of the settings. Ends the process if nothing can listen there, before a build of a minute. */
export async function checkPlace(host = hostOf(readSettings(), hostname())) {
  const port = readPort() ?? fail(`PORT is not a port number: ${readSettings().PORT}.`)
  const probe = createServer()
  await listen(probe, { host, port }).catch((error: Error) => fail(error.message))
  await new Promise((resolve) => probe.close(resolve))
  return { host, port }
}
