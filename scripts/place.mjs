import { createServer } from 'node:http'
import { hostname as machineName } from 'node:os'
import { hostOf } from '../lib/server/address.mjs'
import { listen } from '../lib/server/listen.mjs'
import { fail } from './commands.mjs'
import { readSettings } from './settings.mjs'

/** The host and port from the environment. Checked before the build; ends the process when they are unusable. */
export async function findPlace() {
  const settings = readSettings()
  const place = { host: hostOf(settings, machineName()), port: readPort() }
  await checkPlace(place)
  return place
}

/** Ends the process when nothing can listen there. */
export async function checkPlace(place) {
  const probe = createServer()
  await listen(probe, place).catch((error) => fail(error.message))
  await new Promise((resolve) => probe.close(resolve))
}

export function readPort() {
  const { PORT: text } = readSettings()
  const port = text ? Number(text) : 3000
  if (!Number.isInteger(port) || port < 1 || port > 65535) fail(`PORT is not a port number: ${text}.`)
  return port
}
