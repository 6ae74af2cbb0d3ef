import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { childrenOf } from '../child-processes'
import { childEnvironment } from '../commands.mjs'
import type { Stop } from './stop'

const names = Object.keys(parseEnv(readFileSync('.env.example', 'utf8')))
const kibibyte = 1024

type Memory = { heapUsed: number; external: number; rss: number }

export type Site = ReturnType<typeof createSite>

/** The site as `npm start` runs it, from a folder with settings of its own. `log` is the file of all it prints. */
export function createSite(folder: string, port: number, stop: Stop) {
  const log = join(folder, 'site.log')
  const clockFile = join(folder, 'clock.json')
  let server: ChildProcess | undefined
  let offsetMs = 0
  let questions = 0

  /** The processes that serve: the newest, after those that still finish their requests. */
  const processes = () => childrenOf(server?.pid)
  const serving = (): number | undefined => processes().at(-1)

  const spawnHere = (file: string, args: string[]) =>
    spawn(file, args, { cwd: folder, env: environmentIn(folder), stdio: ['ignore', 'pipe', 'pipe'] })

  async function start() {
    const started = spawnHere(process.execPath, ['scripts/start.mjs'])
    server = started
    const output = collect(started, log)
    await stop.until('the site starts', () => {
      if (started.exitCode !== null) throw new Error(`The site ended: ${output()}`)
      return output().includes('The site is at')
    })
  }

  /** Tells the site to end, and resolves to its exit code. After a minute it is ended by force. */
  async function end(): Promise<number | null> {
    const ending = server
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null
    const gone = new Promise((resolve) => ending.once('exit', resolve))
    const children = processes()
    ending.kill('SIGTERM')
    const timer = setTimeout(() => {
      for (const pid of children) if (existsSync(`/proc/${pid}/exe`)) process.kill(pid, 'SIGKILL')
      ending.kill('SIGKILL')
    }, 60_000)
    await gone
    clearTimeout(timer)
    return ending.exitCode
  }

  /** Runs a program in the site's folder, to its end. */
  async function run(file: string, ...args: string[]) {
    const child = spawnHere(file, args)
    const output = collect(child, log)
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { code, output: output() }
  }

  /** Sets the site's clock, so far off the true one, and resolves to the memory in use by the process that serves. */
  async function setClock(ms: number): Promise<Memory> {
    offsetMs = ms
    const question = ++questions
    writeFileSync(`${clockFile}.new`, JSON.stringify({ question, offsetMs }))
    renameSync(`${clockFile}.new`, clockFile)
    const asked = processes()
    for (const pid of asked) process.kill(pid, 'SIGUSR2')
    const hasAnswered = (pid: number) => readAnswer(pid).question === question || !processes().includes(pid)
    await stop.until('the site has set its clock', () => asked.every(hasAnswered))
    return readAnswer(asked.at(-1))
  }

  function readAnswer(pid: number | undefined) {
    const file = join(folder, `answer-${pid}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  }

  return {
    address: `http://127.0.0.1:${port}`,
    port,
    folder,
    log,
    processes,
    serving,
    start,
    end,
    run,
    /** Runs one of the site's commands. */
    command: (...args: string[]) => run(process.execPath, ...args),
    setClock,
    /** What is in use once everything unused is collected. */
    memoryInUse: () => setClock(offsetMs),
    signal: (name: NodeJS.Signals) => server?.kill(name),
    residentMiB: () => readResident(serving()),
    handles: () => countHandles(serving()),
  }
}

// A process may end while it is looked at.
function readResident(pid: number | undefined): number | undefined {
  const status = tryOr('', () => readFileSync(`/proc/${pid}/status`, 'utf8'))
  const found = status.match(/^VmRSS:\s+(\d+)/m)?.[1]
  return found === undefined ? undefined : Math.round(Number(found) / kibibyte)
}

function countHandles(pid: number | undefined): number | undefined {
  return tryOr(undefined, () => readdirSync(`/proc/${pid}/fd`).length)
}

function tryOr<T>(otherwise: T, work: () => T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

// Its settings are those of its .env alone.
function environmentIn(folder: string) {
  const unset = Object.fromEntries([...names, 'SETTINGS_FROM_FILE', 'NODE_ENV'].map((name) => [name, undefined]))
  const preload = new URL('./clock.mjs', import.meta.url).href
  return childEnvironment({ ...unset, NODE_OPTIONS: `--import=${preload}`, SOAK_FOLDER: folder })
}

function collect(child: ChildProcess, file: string): () => string {
  let text = ''
  const log = createWriteStream(file, { flags: 'a' })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk).slice(-20_000)
      log.write(chunk)
    })
  }
  child.once('close', () => log.end())
  return () => text
}
