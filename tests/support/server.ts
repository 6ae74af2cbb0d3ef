import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { migrateDatabase } from '@/lib/database/migrate'
import { resolveWithin } from '@/lib/time-limit'
import { builtFolder } from './built'
import { makeScratchFolder } from './scratch'

export const operatorKey = 'test-operator-key-0123456789-0123456789'

/** The port of the server that the tests share. */
export const sharedPort = Number(process.env.TEST_PORT ?? 3100)

const portsEach = 200
let portsTaken = 0

// Excludes ports that browsers and fetch block (fetch.spec.whatwg.org, "bad
// port").
const badPorts = new Set([
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
  6697,
])

/**
 * Returns a port for a server that a test starts, which no other test, worker
 * or program uses.
 */
export function takePort(): number {
  const worker = Number(process.env.TEST_WORKER_INDEX ?? 0)
  if (portsTaken === portsEach)
    throw new Error('A worker needs more ports than are set aside for it.')
  const port = sharedPort + 1 + worker * portsEach + portsTaken++
  return badPorts.has(port) || isTaken(port) ? takePort() : port
}

/**
 * Whether something listens on a port of this machine; false unless the machine
 * runs Linux.
 */
function isTaken(port: number): boolean {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((file) =>
    existsSync(file),
  )
  const listening = new RegExp(
    `:${port.toString(16).toUpperCase().padStart(4, '0')} [0-9A-F]+:0000 0A `,
  )
  return tables.some((file) => listening.test(readFileSync(file, 'utf8')))
}

/**
 * Returns the environment of a server under test, with a new port and database.
 */
export function serverEnvironment(
  folder = makeScratchFolder('site-e2e-'),
  port = takePort(),
) {
  return {
    PORT: String(port),
    DATABASE_URL: `file:${join(folder, 'site.db')}`,
    OPERATOR_KEYS: `tester:${operatorKey}`,
    REPORTS_FOUR_EYES: 'false',
    LOG_LEVEL: 'warn',
    LIMIT_CONTACT_PER_CLIENT: '1000',
    LIMIT_CONTACT_PER_EMAIL: '1000',
    LIMIT_CONTACT_GLOBAL: '1000',
    LIMIT_OPERATOR_PER_CLIENT: '1000',
    LIMIT_ATTESTATIONS_PER_CLIENT: '1000',
    // Raises the limits, because all browsers of the tests are one client.
    LIMIT_CHAT_PER_CLIENT: '100000',
    LIMIT_CHAT_GLOBAL: '100000',
  }
}

// Kills the servers when the worker exits, because a failed test leaves its
// server running.
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL')
})

type StartOptions = {
  /** An npm script with its arguments, instead of the built site. */
  command?: string
  waitSeconds?: number
  folder?: string
}

/**
 * Starts the built site, or runs one of the npm scripts, and waits until it is
 * ready. `output` returns everything it has printed so far.
 */
export async function startServer(
  environment: Record<string, string | undefined>,
  { command, waitSeconds = 120, folder = '.' }: StartOptions = {},
) {
  if (!command) await prepareDatabase(environment.DATABASE_URL ?? '')
  const args = command
    ? ['scripts/run.mjs', ...command.split(' ')]
    : [join(builtFolder, 'server.mjs')]
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...environment,
    ...(!command && { NODE_ENV: 'production' }),
  }
  const server = spawn(process.execPath, args, { cwd: folder, env })
  running.add(server)
  server.once('exit', () => running.delete(server))
  const output = collectOutput(server)
  const address = `http://localhost:${environment.PORT}`
  for (let attempt = 0; attempt < waitSeconds * 10; attempt++) {
    if (server.exitCode !== null)
      throw new Error(`The server ended: ${output()}`)
    if (output().includes('The site is at')) return { server, address, output }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  server.kill('SIGKILL')
  throw new Error(
    `The server did not answer within ${waitSeconds} s: ${output()}`,
  )
}

let template: Promise<string> | undefined

/**
 * Creates an empty database; on SQLite as a copy, which is faster than
 * migrations.
 */
export async function prepareDatabase(url: string) {
  if (isPostgresql(url)) return void (await migrateDatabase(url))
  template ??= makeTemplate()
  if (!existsSync(fileOf(url))) copyFileSync(await template, fileOf(url))
}

async function makeTemplate(): Promise<string> {
  const file = join(makeScratchFolder('site-template-'), 'site.db')
  await migrateDatabase(`file:${file}`)
  return file
}

/** Runs `npm start` to its end, for starts that must fail. */
export async function runStart(environment: Record<string, string>) {
  const server = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    env: { ...process.env, ...environment },
  })
  const output = collectOutput(server)
  // Waits for `close` instead of `exit`, because output may still be unread at
  // exit.
  const code = await new Promise<number | null>((resolve) =>
    server.once('close', resolve),
  )
  return { code, output: output() }
}

// Limits the wait, because a leftover child process may hold the output open.
const maxReadMs = 5_000

/**
 * Ends a server at once, as a crash or a power cut would, and waits until it is
 * gone and its output is read.
 */
export async function killServer(
  server: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  const read = new Promise((resolve) => server.once('close', resolve))
  const serving = signal === 'SIGKILL' ? childrenOf(server.pid) : []
  server.kill(signal)
  killAll(serving)
  await gone
  while (serving.some((pid) => existsSync(`/proc/${pid}/exe`)))
    await new Promise((resolve) => setTimeout(resolve, 5))
  await resolveWithin(maxReadMs, read)
}

/** Kills processes, some of which may have ended by themselves. */
export function killAll(pids: number[]) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Ignores a process that has ended.
    }
  }
}

/**
 * Returns the child processes of a process, because `npm start` serves from a
 * child process; none unless the system is Linux.
 */
export function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file)
    ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
    : []
}

/** Returns a function that reads everything a process has printed so far. */
export function collectOutput(server: ChildProcess): () => string {
  let text = ''
  for (const stream of [server.stdout, server.stderr]) {
    // Sets the encoding, because a character may be split between two chunks.
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return () => text
}
