// `npm run bench:api`: how fast the API answers on this machine; `-- --minutes 5` shows that nothing grows meanwhile.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { residentMiB } from '../tests/support/misbehaving-clients'
import { createApiClient, withoutLimits } from './bench/api-client'
import { openLeadWriters } from './bench/lead-writers'
import { asFastAsPossible, atRate } from './bench/pace'
import { median, medianRow, showResults } from './bench/results'
import { load } from './bench/wrk'
import { type Site, withTemporarySite } from './temporary-site'

const rounds = 3
const chatPerSecond = 50
const chatSeconds = 6
const writeSeconds = 3
const writers = 8
const calls = ['/api/chatbot/status', '/api/contact/token', '/api/email']

const { values } = parseArgs({
  options: { port: { type: 'string', default: '3192' }, minutes: { type: 'string', default: '0' } },
})

await withTemporarySite(
  'scripts/start.mjs',
  { ...withoutLimits, PORT: values.port, LOG_LEVEL: 'info' },
  async (site) => {
    const api = createApiClient(site.address)
    // Warms up: the first answers load the assistant and compile the code.
    await asFastAsPossible(writers, writeSeconds, () =>
      Promise.all([api.askAssistant(), api.sendLead()]).then(() => {}),
    )
    const minutes = Number(values.minutes)
    if (minutes > 0) await watch(site, api, minutes)
    else await compare(site, api)
    await api.close()
  },
)

type Api = ReturnType<typeof createApiClient>

async function compare(site: Site, api: Api) {
  const chat = await repeat(() => atRate(chatPerSecond, chatSeconds, api.askAssistant))
  const reads = []
  for (const path of calls) reads.push({ what: `GET ${path}`, ...(await repeat(() => load(site.address + path))) })
  const leads = await compareLeads(api)
  showResults('bench-api', [
    { title: 'The assistant', rows: [{ what: `POST /api/chatbot/chat, ${chatPerSecond} a second`, ...chat }] },
    { title: 'Stored leads', rows: leads },
    { title: 'Small calls', rows: reads },
  ])
}

// In turns, so that a disk that gets slower affects all of them.
async function compareLeads(api: Api) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const { insert, save, post } = await openLeadWriters(folder)
  const ways = [
    { what: 'better-sqlite3 alone, one INSERT a commit', lines: 1, write: insert },
    { what: 'saveLead()', lines: writers, write: save },
    { what: 'the handler of POST /api/contact (goal: 40 %)', lines: writers, write: post },
    { what: 'POST /api/contact over HTTP', lines: writers, write: api.sendLead },
  ]
  for (const { lines, write } of ways) await asFastAsPossible(lines, 1, write)
  const measured = ways.map(() => [] as (Awaited<ReturnType<typeof asFastAsPossible>> & { ratio: number })[])
  for (let round = 0; round < rounds; round++) {
    let bare = Number.NaN
    for (const [index, { lines, write }] of ways.entries()) {
      const times = await asFastAsPossible(lines, writeSeconds, write)
      if (index === 0) bare = times['per second']
      measured[index]?.push({ ...times, ratio: times['per second'] / bare })
    }
  }
  rmSync(folder, { recursive: true })
  return ways.map(({ what }, index) => {
    const { ratio, ...times } = medianRow(measured[index] ?? [])
    return { what, ...times, 'of bare': `${Math.round(100 * ratio)} %` }
  })
}

async function repeat<Row extends Record<string, number>>(measure: () => Promise<Row>): Promise<Row> {
  const rows: Row[] = []
  for (let round = 0; round < rounds; round++) rows.push(await measure())
  return medianRow(rows)
}

// A steady load of everything; what a process keeps for each request would show.
async function watch(site: Site, api: Api, minutes: number) {
  const samples: { minute: number; 'memory (MiB)': number; 'open handles': number; requests: number }[] = []
  const start = performance.now()
  const everySeconds = Math.max(1, minutes * 3)
  let requests = 0
  const visit = async () => {
    await Promise.all([api.askAssistant(), api.sendLead(), api.get('/api/contact/token'), api.get('/fr/attestations')])
    requests += 4
  }
  while (performance.now() - start < minutes * 60_000) {
    await atRate(20, everySeconds, visit)
    samples.push({
      minute: Number(((performance.now() - start) / 60_000).toFixed(1)),
      'memory (MiB)': Math.round(residentMiB(site.pid)),
      'open handles': readdirSync(`/proc/${site.pid}/fd`).length,
      requests,
    })
  }
  const half = Math.floor(samples.length / 2)
  const middle = (part: typeof samples, name: 'memory (MiB)' | 'open handles') => median(part.map((each) => each[name]))
  for (const name of ['memory (MiB)', 'open handles'] as const) {
    console.log(
      `${name}: ${middle(samples.slice(0, half), name)} in the first half, ${middle(samples.slice(half), name)} in the second.`,
    )
  }
  showResults('bench-api-minutes', [{ title: 'Visits, messages and leads over minutes', rows: samples }])
}
