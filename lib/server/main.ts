// The process that serves a build, from whose folder it runs. scripts/serving starts it, and tells it how to end.
import cluster from 'node:cluster'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Place, serve } from './serve'

type Start = { place: Place; history?: string }

// From the first moment on: the others of a terminal's process group are told the same.
let stop: (signal: NodeJS.Signals) => void = (signal) => process.exit(128 + constants.signals[signal])
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))

// Node would end the server, in the middle of a request, when the process above it is gone.
if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
process.once('disconnect', () => stop('SIGTERM'))

try {
  const { place, history }: Start = JSON.parse(process.argv[2] ?? '{}')
  const site = await serve(place, dirname(fileURLToPath(import.meta.url)), history)
  stop = site.stop
  process.on('message', (message) => {
    if (message !== 'hand over') return
    site.handOver()
    process.send?.('handed over')
  })
  tell({ address: site.address }, `→ The site is at ${site.address}`)
} catch (error) {
  const { message } = error as Error
  tell({ error: message }, message)
  process.exitCode = 1
  process.disconnect?.()
  setImmediate(() => process.exit())
}

function tell(message: object, sentence: string) {
  if (process.send) process.send(message)
  else process.stdout.write(`${sentence}\n`)
}
