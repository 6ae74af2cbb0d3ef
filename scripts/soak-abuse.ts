// `npm run soak:abuse`: how the built site serves visitors under abuse, on this machine only; about a minute.
import { createHistogram, performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { memoryGained, openSlowSockets, residentMiB, sendLargeBody } from '../tests/support/misbehaving-clients'
import { type Site, withTemporarySite } from './temporary-site'

const watchMs = 8_000
const pages = ['/', '/fr', '/es/direct-reserve', '/contact']

const { values } = parseArgs({ options: { port: { type: 'string', default: '3990' } } })
const port = Number(values.port)
const environment = { PORT: values.port, HOST: '127.0.0.1', LOG_LEVEL: 'warn' }

await withTemporarySite('scripts/start.mjs', environment, async (site) => {
  // Warms up: the cost of first requests does not count.
  await Promise.all([flood('/api/contact'), flood('/'), readPages(site, watchMs / 2)])
  console.table([
    await measure(site, 'nothing else', async () => undefined),
    await measure(site, '300 slow sockets', () => openSlowSockets(port, 300)),
    await measure(site, '50 bodies of 50 MB to the API', () => floodRepeatedly('/api/contact')),
    await measure(site, '50 bodies of 50 MB to a page', () => floodRepeatedly('/')),
  ])
})

async function measure(site: Site, name: string, begin: () => Promise<{ close(): void } | undefined>) {
  let abuse: Awaited<ReturnType<typeof begin>>
  // Measured alone, as pages also take memory.
  const gained = await memoryGained(site.pid, async () => {
    abuse = await begin()
  })
  const times = await readPages(site, watchMs)
  abuse?.close()
  const milliseconds = (microseconds: number) => Math.round(microseconds / 100) / 10
  return {
    while: name,
    'pages read': times.count,
    'p50 (ms)': milliseconds(times.percentile(50)),
    'p99 (ms)': milliseconds(times.percentile(99)),
    'longest (ms)': milliseconds(times.max),
    'memory it takes (MiB)': Math.round(gained),
    'memory (MiB)': Math.round(residentMiB(site.pid)),
  }
}

async function readPages({ address }: Site, forMs: number) {
  const times = createHistogram()
  const until = performance.now() + forMs
  while (performance.now() < until) {
    const start = performance.now()
    const response = await fetch(address + pages[times.count % pages.length])
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A page answered ${response.status}.`)
    times.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
    // One visitor, not a load: the figure is the wait for one page.
    await wait(5)
  }
  return times
}

function flood(path: string) {
  return Promise.all(Array.from({ length: 50 }, () => sendLargeBody(port, path, 50)))
}

async function floodRepeatedly(path: string) {
  await flood(path)
  let isOver = false
  const repeat = async () => {
    while (!isOver) await Promise.all([flood(path), wait(1_000)])
  }
  repeat()
  return {
    close() {
      isOver = true
    },
  }
}
