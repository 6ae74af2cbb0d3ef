// `npm run soak:abuse`: how the built site serves while it is abused, on this machine only. Takes about a minute.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail } from '../commands.mjs'
import { memoryGained, openSlowSockets, residentMiB, sendLargeBody } from './clients.mjs'

const usage = 'Usage: npm run soak:abuse [-- --port PORT]. It starts a server of its own on this machine, and no other.'
const [option, value, ...more] = process.argv.slice(2)
const port = option === undefined ? 3990 : Number(value)
if ((option !== undefined && option !== '--port') || more.length > 0 || !(port > 0 && port < 65536)) fail(usage)

const address = `http://127.0.0.1:${port}`
const watchMs = 8_000
const pages = ['/', '/fr', '/es/direct-reserve', '/contact']

const folder = mkdtempSync(join(tmpdir(), 'soak-'))
const server = startServer()
try {
  await untilServed()
  // What first requests of a kind cost is not what is asked here.
  await Promise.all([flood('/api/contact'), flood('/'), readPages([], performance.now() + watchMs / 2)])
  console.table([
    await measure('nothing else'),
    await measure('300 slow sockets', { begin: beginSlowSockets }),
    await measure('50 bodies of 50 MB to the API', { work: () => flood('/api/contact') }),
    await measure('50 bodies of 50 MB to a page', { work: () => flood('/') }),
  ])
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

function startServer() {
  const environment = { PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: `file:${join(folder, 'site.db')}` }
  const env = { ...process.env, ...environment, LOG_LEVEL: 'warn' }
  return spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

// A start may have to build first.
async function untilServed() {
  for (let second = 0; second < 300; second++) {
    if (server.exitCode !== null) fail('The server ended: see above.')
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  fail('The server did not start within five minutes.')
}

async function beginSlowSockets() {
  const slow = await openSlowSockets(port, 300)
  return () => slow.close()
}

function flood(path) {
  return Promise.all(Array.from({ length: 50 }, () => sendLargeBody(port, path, 50)))
}

/** Reads pages, one after another, for eight seconds while something else goes on (work: every second). */
async function measure(name, { begin, work } = {}) {
  let end
  // Measured alone: pages, too, are made in memory.
  const gained = await memoryGained(server.pid, async () => {
    end = await begin?.()
    await work?.()
  })
  const times = []
  const until = performance.now() + watchMs
  await Promise.all([readPages(times, until), work && repeat(work, until)])
  end?.()
  times.sort((a, b) => a - b)
  const at = (share) => Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 10) / 10
  return {
    while: name,
    'pages read': times.length,
    'p50 (ms)': at(0.5),
    'p99 (ms)': at(0.99),
    'longest (ms)': at(0.9999),
    'memory it takes (MiB)': Math.round(gained),
    'memory (MiB)': Math.round(residentMiB(server.pid)),
  }
}

async function readPages(times, until) {
  while (performance.now() < until) {
    const start = performance.now()
    const response = await fetch(address + pages[times.length % pages.length])
    await response.arrayBuffer()
    if (response.status !== 200) fail(`A page answered ${response.status}.`)
    times.push(performance.now() - start)
    // A visitor, not a load: the figure is the wait of one page.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function repeat(work, until) {
  while (performance.now() < until) {
    await work()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
