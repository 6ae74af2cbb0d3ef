// `npm run bench`: measures the production build on this machine, prints the table and writes it to docs/performance.md.
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { Pool } from 'undici'
import { chatMessage } from '../tests/support/chatbot'
import { validContact } from '../tests/support/contact'
import { findBrowser } from '../tests/support/programs'
import { killServer, serverEnvironment, startServer } from '../tests/support/server'
import { buildSite } from './builds/build-site'
import { announce, bin, fail } from './commands'
import { childEnvironment } from './settings'

const document = 'docs/performance.md'
const lighthouse = 'lighthouse@12.8.2'
const rounds = 3
const connections = 32
const seconds = 4
const barePort = 3190
const sitePort = 3191
const pages = ['/', '/fr/direct-reserve', '/contact', '/attestations', '/no-such-page']
const questions = ['Which banks do you work with?', 'What is the minimum trade?', 'What is the weather like today?']

// No benchmark may reach a limit.
const limits = [
  ...['CONTACT_PER_CLIENT', 'CONTACT_PER_EMAIL', 'CONTACT_GLOBAL', 'CONTACT_FLOOD'],
  ...['CHAT_PER_SESSION', 'CHAT_PER_CLIENT', 'CHAT_GLOBAL', 'CHAT_RECORDED_PER_CLIENT', 'CHAT_RECORDED_GLOBAL'],
]
const environment = {
  ...serverEnvironment(undefined, sitePort),
  MAX_CONNECTIONS_PER_CLIENT: '1000',
  ...Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, '100000000'])),
}

type Row = { what: string; figure: string; compared: string }

const rows: Row[] = []

if (spawnSync('wrk', ['-v']).error) fail('Install wrk first (Debian: apt-get install wrk).')
await buildSite()
await withBareApp(async (bareAddress) => {
  const { server, address } = await startServer(environment)
  rows.push(memoryRow('Memory after the start', server.pid))
  await measurePages(address, bareAddress)
  await measureCalls(address)
  rows.push(memoryRow('Memory after the load', server.pid))
  await measureVisits(address, bareAddress)
  await killServer(server)
})
writeDocument()

/** Requests alternate between the site and the bare app, so that a slower moment of the machine affects both. */
async function measurePages(address: string, bareAddress: string) {
  announce(`Pages a second, ${connections} connections`)
  for (const path of pages) {
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await requestsPerSecond(bareAddress))
      ours.push(await requestsPerSecond(address + path))
    }
    const [rate, bareRate] = [median(ours), median(bare)]
    rows.push({
      what: `GET ${path}`,
      figure: `${Math.round(rate)}/s`,
      compared: `${(rate / bareRate).toFixed(1)} × bare Next (${Math.round(bareRate)}/s)`,
    })
  }
}

// A client in JavaScript needs more of the processor than the server, hence wrk.
async function requestsPerSecond(url: string): Promise<number> {
  const options = ['-c', String(connections), '-t', '1', '-d', `${seconds}s`, '-H', 'Accept-Encoding: gzip', url]
  const { stdout } = await promisify(execFile)('wrk', options)
  if (stdout.includes('Socket errors')) fail(`${url} failed under load:\n${stdout}`)
  return Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
}

async function measureCalls(address: string) {
  announce('API calls a second')
  const api = new Pool(address, { connections })
  let asked = 0
  const calls: Record<string, () => Promise<void>> = {
    'GET /api/contact/token': () => call(api, 'GET', '/api/contact/token', 200),
    'POST /api/chatbot/chat': () => {
      const question = questions[asked++ % questions.length] ?? ''
      return call(api, 'POST', '/api/chatbot/chat', 200, chatMessage(question))
    },
    'POST /api/contact (a stored lead)': () => call(api, 'POST', '/api/contact', 201, newContact()),
  }
  const insertRate = await callsPerSecond(1, openBareInsert())
  for (const [what, send] of Object.entries(calls)) {
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) rates.push(await callsPerSecond(8, send))
    const rate = median(rates)
    const isLead = what.includes('lead')
    const share = `${Math.round((100 * rate) / insertRate)} % of a bare INSERT loop (${Math.round(insertRate)}/s)`
    rows.push({ what, figure: `${Math.round(rate)}/s`, compared: isLead ? share : '' })
  }
  await api.close()
}

// Equal messages from many addresses would be spam.
function newContact() {
  return { ...validContact, message: randomUUID(), email: `${randomUUID()}@banque.example` }
}

async function call(api: Pool, method: 'GET' | 'POST', path: string, status: number, body?: object) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const answer = await api.request({ method, path, headers, body: body && JSON.stringify(body) })
  const text = await answer.body.text()
  if (answer.statusCode !== status) fail(`${method} ${path} was answered ${answer.statusCode}: ${text}`)
}

/** One row per commit in a file of its own: the most that SQLite stores on this disk. */
function openBareInsert(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const database = new Sqlite(join(folder, 'bare.db'))
  database.pragma('journal_mode = WAL')
  database.exec('CREATE TABLE Lead (id TEXT PRIMARY KEY, body TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO Lead (id, body) VALUES (?, ?)')
  return async () => {
    insert.run(randomUUID(), JSON.stringify(newContact()))
  }
}

async function callsPerSecond(lines: number, send: () => Promise<void>): Promise<number> {
  const start = performance.now()
  let sent = 0
  const repeat = async () => {
    for (; performance.now() - start < seconds * 1000; sent++) await send()
  }
  await Promise.all(Array.from({ length: lines }, repeat))
  return (1000 * sent) / (performance.now() - start)
}

function memoryRow(what: string, pid: number | undefined): Row {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return { what, figure: `${Math.round(Number(kilobytes) / 1024)} MiB`, compared: '' }
}

/** First visits on a throttled phone, by Lighthouse, which npm fetches for this run. */
async function measureVisits(address: string, bareAddress: string) {
  announce('First visits (Lighthouse, mobile)')
  const bare = await audit(bareAddress)
  if (!bare) return announce('Lighthouse could not be run: first visits are left out.')
  for (const path of pages.filter((each) => each !== '/no-such-page')) {
    const visit = await audit(address + path)
    if (!visit) continue
    rows.push({
      what: `Lighthouse ${path}`,
      figure: `LCP ${visit.lcp} ms, scores ${visit.scores}`,
      compared: `bare Next: LCP ${bare.lcp} ms, scores ${bare.scores}`,
    })
  }
}

async function audit(url: string) {
  const categories = ['performance', 'accessibility', 'best-practices', 'seo']
  const flags = '--chrome-flags=--headless=new --no-sandbox'
  const options = ['--output=json', '--quiet', flags, `--only-categories=${categories.join(',')}`]
  const env = childEnvironment({ CHROME_PATH: String(await findBrowser()) })
  const command = ['exec', '--yes', '--ignore-scripts', lighthouse, '--', url, ...options]
  const visit = promisify(execFile)('npm', command, { env, maxBuffer: 64 * 1024 * 1024 })
  const { stdout } = await visit.catch((error: Error) => {
    announce(error.message)
    return { stdout: '' }
  })
  if (!stdout) return undefined
  const report = JSON.parse(stdout)
  return {
    lcp: Math.round(report.audits['largest-contentful-paint'].numericValue),
    scores: categories.map((name) => Math.round(100 * report.categories[name].score)).join('/'),
  }
}

/** Serves the smallest app of Next and next-intl. In another folder, or Next would find the site's middleware. */
async function withBareApp(task: (address: string) => Promise<void>) {
  announce('Building a bare Next app')
  const cwd = mkdtempSync(join(tmpdir(), 'bare-app-'))
  cpSync('tests/support/bare-app', cwd, { recursive: true })
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  const env = childEnvironment({ NODE_ENV: 'production' })
  const next = resolve(bin('next'))
  const { status, stdout, stderr } = spawnSync(next, ['build'], { cwd, env, encoding: 'utf8' })
  if (status !== 0) fail(`The bare app could not be built:\n${stdout}${stderr}`)
  const server: ChildProcess = spawn(next, ['start', '-p', String(barePort)], { cwd, env })
  await new Promise<void>((ready) => server.stdout?.on('data', (text) => String(text).includes('Ready') && ready()))
  await task(`http://localhost:${barePort}/`).finally(() => server.kill())
  rmSync(cwd, { recursive: true })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function writeDocument() {
  const [text] = readFileSync(document, 'utf8').split('\n## ')
  const day = new Date().toISOString().slice(0, 10)
  const table = rows.map(({ what, figure, compared }) => `| ${what} | ${figure} | ${compared} |`)
  const lines = [`## Measured on ${day}`, '', '| what | figure | compared |', '| --- | --- | --- |', ...table, '']
  console.table(rows)
  writeFileSync(document, `${text?.trimEnd()}\n\n${lines.join('\n')}`)
  // `npm test` checks the format.
  execFileSync(bin('biome'), ['format', '--write', document])
}
