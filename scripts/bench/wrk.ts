import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fail } from '../commands.mjs'

export type Measured = { 'requests/s': number; 'p99 ms': number }

const connections = 32
// wrk leaves out a header without the space.
export const acceptGzip = 'Accept-Encoding: gzip'
const units = { us: 0.001, ms: 1, s: 1000 }

/** Requests an address as often as it answers. With wrk, as a client in JavaScript needs more CPU than the server. */
export async function load(url: string, seconds = 4): Promise<Measured> {
  const options = `-c ${connections} -t 1 -d ${seconds}s --latency`.split(' ')
  const { stdout } = await promisify(execFile)('wrk', [...options, '-H', acceptGzip, url]).catch((error: Error) => {
    fail(`wrk could not be run (Debian: apt-get install wrk): ${error.message}`)
    throw error
  })
  if (/Socket errors/.test(stdout)) fail(`${url} failed under load:\n${stdout}`)
  const rate = Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
  const [, value, unit = 'ms'] = stdout.match(/99%\s+([\d.]+)(us|ms|s)\b/) ?? []
  const milliseconds = units[unit as keyof typeof units]
  return { 'requests/s': Math.round(rate), 'p99 ms': Number((Number(value) * milliseconds).toFixed(1)) }
}
