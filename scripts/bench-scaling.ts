// `npm run bench:scaling`: what a visit asks for, and what of the processor's time each request takes: the units in
// which docs/scaling.md reckons.
import { readFileSync } from 'node:fs'
import { type CDPSession, chromium, type Page } from 'playwright'
import { createApiClient, withoutLimits } from './bench/api-client'
import { medianRow, showResults } from './bench/results'
import { findBrowser } from './browser.mjs'
import { withTemporarySite } from './temporary-site'

const lines = 8
const rounds = 3
// Linux counts processor time in hundredths of a second (sysconf(_SC_CLK_TCK)).
const tickMs = 10

await withTemporarySite('scripts/start.mjs', { ...withoutLimits, PORT: '3195', LOG_LEVEL: 'info' }, async (site) => {
  const visits = await countVisits(site.address)
  const api = createApiClient(site.address)
  const requests = [
    { what: 'GET / (a page from memory)', count: 40_000, send: () => api.get('/') },
    { what: 'GET /attestations (rendered once a change)', count: 20_000, send: () => api.get('/attestations') },
    { what: 'GET /api/email', count: 4_000, send: () => api.get('/api/email') },
    { what: 'GET /api/contact/token', count: 4_000, send: () => api.get('/api/contact/token') },
    { what: 'GET /api/chatbot/status', count: 4_000, send: () => api.get('/api/chatbot/status') },
    { what: 'POST /api/chatbot/chat', count: 1_000, send: api.askAssistant },
    { what: 'POST /api/contact (a stored lead)', count: 1_000, send: api.sendLead },
  ]
  const costs = []
  for (const { what, count, send } of requests) {
    await repeat(Math.round(count / 4), send)
    const measured = []
    for (let round = 0; round < rounds; round++) {
      const before = processorMs(site.pid)
      await repeat(count, send)
      measured.push({ ms: (processorMs(site.pid) - before) / count })
    }
    const { ms } = medianRow(measured)
    costs.push({ what, 'processor ms': Number(ms.toPrecision(2)), 'a second, one core': Math.round(1000 / ms) })
  }
  await api.close()
  showResults('bench-scaling', [
    { title: 'What a visit asks for', rows: visits },
    { title: 'What a request takes of the processor', rows: costs },
  ])
})

async function repeat(count: number, send: () => Promise<void>) {
  let sent = 0
  const line = async () => {
    while (sent++ < count) await send()
  }
  await Promise.all(Array.from({ length: lines }, line))
}

/** The processor's time that a process has used since its start, of all its threads (proc(5), /proc/PID/stat). */
function processorMs(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * tickMs
}

/** Requests and bytes of one visitor's pages, in turn: the first with an empty cache. */
async function countVisits(address: string) {
  const browser = await chromium.launch({ executablePath: String(await findBrowser()), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const count = await countRequests(page)
  const rows = []
  for (const [what, path] of [
    ['/, as the first page', '/'],
    ['then /direct-reserve', '/direct-reserve'],
    ['then /contact', '/contact'],
    ['then /attestations', '/attestations'],
    ['/ again', '/'],
  ] as const) {
    await page.goto(address + path, { waitUntil: 'networkidle' })
    rows.push({ what, ...count() })
  }
  await browser.close()
  return rows
}

/** Counts what crosses the network from now on; the function it returns tells and begins anew. */
async function countRequests(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const cached = new Set<string>()
  const api = new Set<string>()
  const total = { requests: 0, 'of these to the API': 0, kB: 0 }
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname.startsWith('/api/')) api.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId) || encodedDataLength === 0) return
    total.requests++
    total['of these to the API'] += Number(api.has(requestId))
    total.kB += encodedDataLength / 1000
  })
  return () => {
    const counted = { ...total, kB: Number(total.kB.toFixed(1)) }
    Object.assign(total, { requests: 0, 'of these to the API': 0, kB: 0 })
    return counted
  }
}
