// `npm run bench`: measures the production build on this machine, prints a
// table, and writes it to docs/performance.md.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { settingGroups } from '@/lib/settings'
import { readText } from '@/lib/text-file.mjs'
import { launchOptions } from '../tests/support/browser'
import { chatMessage } from '../tests/support/chatbot'
import { validContact } from '../tests/support/contact'
import { findBrowser } from '../tests/support/programs'
import {
  killServer,
  serverEnvironment,
  startServer,
} from '../tests/support/server'
import { buildSite } from './builds/build-site'
import { announce, bin, fail } from './commands'
import { childEnvironment } from './settings'
import { type FirstVisit, visitOnSlowPhone } from './slow-phone'

const report = 'docs/performance.md'
const rounds = [1, 2, 3]
const visitRounds = [1, 2, 3, 4, 5]
const seconds = 4
const barePort = 3190
const pages = ['/', '/fr/direct-reserve', '/contact', '/attestations']
const runFile = promisify(execFile)

// Limits that are never reached, because a benchmark must not hit one.
const limits = settingGroups
  .flatMap(({ settings }) => Object.keys(settings))
  .filter((name) => name.startsWith('LIMIT_'))
const environment = {
  ...serverEnvironment(undefined, 3191),
  MAX_CONNECTIONS_PER_CLIENT: '1000',
  ...Object.fromEntries(limits.map((name) => [name, '100000000'])),
}

const rows: [what: string, figure: string, compared: string][] = []

if (spawnSync('wrk', ['-v']).error)
  fail('Install wrk first (Debian: apt-get install wrk).')
await buildSite()
const bare = await startBareApp()
const { server, address } = await startServer(environment)
measureMemory('Memory after startup')
await measureFirstVisits()
await measurePages()
await measureCalls()
measureMemory('Memory after the load')
await killServer(server)
bare.stop()
writeDocument()

async function measureFirstVisits() {
  announce('First visits on a slow phone')
  const browser = await chromium.launch({
    ...launchOptions,
    executablePath: await findBrowser(),
  })
  for (const path of pages) {
    const siteVisits: FirstVisit[] = []
    const bareVisits: FirstVisit[] = []
    for (const _ of visitRounds) {
      bareVisits.push(await visitOnSlowPhone(browser, bare.address))
      siteVisits.push(await visitOnSlowPhone(browser, address + path))
    }
    const site = medianVisit(siteVisits)
    const bareApp = medianVisit(bareVisits)
    const ratio = (site.largestPaint / bareApp.largestPaint).toFixed(1)
    rows.push(
      [
        `Largest paint of ${path}`,
        `${site.largestPaint} ms`,
        `${ratio} × bare Next (${bareApp.largestPaint} ms)`,
      ],
      [
        `Blocking time of ${path}`,
        `${site.blockingTime} ms`,
        `bare Next ${bareApp.blockingTime} ms`,
      ],
    )
  }
  await browser.close()
}

function medianVisit(visits: FirstVisit[]): FirstVisit {
  const medianOf = (time: keyof FirstVisit) =>
    Math.round(median(visits.map((visit) => visit[time])))
  return {
    largestPaint: medianOf('largestPaint'),
    blockingTime: medianOf('blockingTime'),
  }
}

/**
 * Alternates requests between the site and the bare app, so that a slow moment
 * on the machine affects both.
 */
async function measurePages() {
  announce('Pages a second')
  for (const path of [...pages, '/no-such-page']) {
    const rates: number[] = []
    const bareRates: number[] = []
    for (const _ of rounds) {
      bareRates.push(await requestsPerSecond(bare.address))
      rates.push(await requestsPerSecond(address + path))
    }
    const [rate, bareRate] = [median(rates), median(bareRates)]
    const compared = `${(rate / bareRate).toFixed(1)} × bare Next (${Math.round(bareRate)}/s)`
    rows.push([`GET ${path}`, `${Math.round(rate)}/s`, compared])
  }
}

/** Uses wrk, because a JavaScript client would use more CPU than the server. */
async function requestsPerSecond(url: string): Promise<number> {
  const options = [
    '-c',
    '32',
    '-t',
    '1',
    '-d',
    `${seconds}s`,
    '-H',
    'Accept-Encoding: gzip',
    url,
  ]
  const { stdout } = await runFile('wrk', options)
  if (stdout.includes('Socket errors'))
    fail(`${url} failed under load:\n${stdout}`)
  return Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
}

async function measureCalls() {
  announce('API calls a second')
  const calls: [path: string, makeBody?: () => object][] = [
    ['/api/contact/token'],
    ['/api/chatbot/chat', () => chatMessage('What is the minimum trade?')],
    // Makes every message different, because identical ones from many addresses
    // would count as spam.
    [
      '/api/contact',
      () => ({
        ...validContact,
        message: randomUUID(),
        email: `${randomUUID()}@banque.example`,
      }),
    ],
  ]
  for (const [path, makeBody] of calls) {
    const rates: number[] = []
    for (const _ of rounds) rates.push(await callsPerSecond(path, makeBody))
    rows.push([
      `${makeBody ? 'POST' : 'GET'} ${path}`,
      `${Math.round(median(rates))}/s`,
      '',
    ])
  }
}

async function callsPerSecond(
  path: string,
  makeBody?: () => object,
): Promise<number> {
  const start = performance.now()
  let sent = 0
  const repeat = async () => {
    for (; performance.now() - start < seconds * 1000; sent++) {
      const headers = {
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      }
      const request = makeBody && {
        method: 'POST',
        headers,
        body: JSON.stringify(makeBody()),
      }
      const response = await fetch(address + path, request)
      const text = await response.text()
      if (!response.ok)
        fail(`The request for ${path} got ${response.status}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, repeat))
  return (1000 * sent) / (performance.now() - start)
}

function measureMemory(what: string) {
  const kilobytes = execFileSync(
    'ps',
    ['-o', 'rss=', '-p', String(server.pid)],
    { encoding: 'utf8' },
  )
  rows.push([what, `${Math.round(Number(kilobytes) / 1024)} MiB`, ''])
}

/**
 * Starts the smallest possible Next app, in another folder because Next would
 * otherwise find the site's `proxy.ts`.
 */
async function startBareApp() {
  announce('Building a bare Next app')
  const cwd = mkdtempSync(join(tmpdir(), 'bare-app-'))
  process.once('exit', () => rmSync(cwd, { recursive: true }))
  cpSync('tests/support/bare-app', cwd, { recursive: true })
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  const env = childEnvironment({ NODE_ENV: 'production' })
  const next = resolve(bin('next'))
  execFileSync(next, ['build'], { cwd, env, stdio: 'inherit' })
  const app = spawn(next, ['start', '-p', String(barePort)], { cwd, env })
  await new Promise<void>((ready) =>
    app.stdout.on('data', (text) => String(text).includes('Ready') && ready()),
  )
  return { address: `http://localhost:${barePort}/`, stop: () => app.kill() }
}

function median(values: number[]): number {
  return (
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ??
    Number.NaN
  )
}

function writeDocument() {
  const [text = ''] = (readText(report) ?? '').split('\n## ')
  const table = [
    ['what', 'figure', 'compared'],
    ['---', '---', '---'],
    ...rows,
  ].map((row) => `| ${row.join(' | ')} |`)
  console.log(table.join('\n'))
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(
    report,
    `${text.trimEnd()}\n\n## Measured on ${day}\n\n${table.join('\n')}\n`,
  )
  // Formats the table, because `npm test` checks the format.
  execFileSync(bin('biome'), ['format', '--write', report])
}
