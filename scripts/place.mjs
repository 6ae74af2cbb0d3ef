// Where a server is to listen.
import { createServer } from 'node:http'
import { hostname as machineName } from 'node:os'
import { hostOf } from '../lib/server/address.mjs'
import { listen } from '../lib/server/listen.mjs'
import { fail } from './commands.mjs'
import { readSettings } from './settings.mjs'

/**
 * The host and port that the environment names. Ends with a sentence when they cannot be listened on: better known
 * before a build than after.
 */
export async function findPlace() {
  const settings = readSettings()
  const place = { host: hostOf(settings, machineName()), port: portOf(settings.PORT) }
  const probe = createServer()
  await listen(probe, place).catch((error) => fail(error.message))
  await new Promise((resolve) => probe.close(resolve))
  return place
}

// 3000 when it is empty.
function portOf(text) {
  const port = text ? Number(text) : 3000
  if (!Number.isInteger(port) || port < 1 || port > 65535) fail(`PORT is not a port number: ${text}.`)
  return port
}
