// `node commands/health.mjs`, in a package: exit code 0 while the site answers, for what watches a container.
import { readPort } from '../place.mjs'

const maxWaitMs = 4_000
const address = `http://127.0.0.1:${readPort()}/healthz`
const answer = await fetch(address, { signal: AbortSignal.timeout(maxWaitMs) }).catch((error) => error)
if (!answer.ok) {
  process.stderr.write(`${address}: ${answer.status ?? answer.message}\n`)
  process.exitCode = 1
}
