// A separate PostgreSQL that runs as long as a process, for tests and for
// writing migrations.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { portOf } from './ask'
import { runSqlAt } from './database'
import { binariesIn, librariesIn, locatePostgresql } from './programs'
import { scratchParent } from './scratch'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type User = { name?: string; uid?: number; gid?: number }

/** Starts a cluster from the programs that locatePostgresql found. */
export async function startCluster(
  root = locatePostgresql() ?? '/',
  parent = scratchParent(),
) {
  const user = serverUser()
  const folder = mkdtempSync(join(parent, 'site-postgresql-'))
  if (user.uid !== undefined && user.gid !== undefined)
    chownSync(folder, user.uid, user.gid)
  const programs = reachablePrograms(root, folder, user)
  const password = randomBytes(16).toString('hex')
  initialize(programs, folder, password, user)
  const port = await findFreePort()
  const addressOf = (database: string) =>
    `postgresql://site:${password}@127.0.0.1:${port}/${database}`
  let server = await launch(programs, folder, port, user, addressOf('postgres'))
  const killAtExit = () => server.kill('SIGQUIT')
  process.once('exit', killAtExit)
  const stop = async (how: 'shutdown' | 'crash' = 'shutdown') =>
    end(server, how === 'crash' ? 'SIGQUIT' : 'SIGINT')
  return {
    /** Returns the address of a database of the cluster. */
    addressOf,
    /** Runs SQL as the owner of the cluster. */
    query: (sql: string) => runSqlAt(addressOf('postgres'), sql),
    /**
     * Shuts the cluster down, or ends it as a crash would. `start` brings it
     * back at the same address.
     */
    stop,
    async start() {
      server = await launch(programs, folder, port, user, addressOf('postgres'))
    },
    /** Ends the cluster, and removes its files. */
    async remove() {
      process.off('exit', killAtExit)
      await stop('crash')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Returns another user to run the programs if this process is root, because
 * PostgreSQL and PgBouncer refuse to run as root. PostgreSQL also needs a user
 * with a name.
 */
export function serverUser(): User {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres', 'nobody']
    .map((name) => users.find((user) => user.startsWith(`${name}:`)))
    .find(Boolean)
  const [name, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined)
    throw new Error('There is no user that PostgreSQL could run as.')
  return { name, uid: Number(uid), gid: Number(gid) }
}

export async function findFreePort(): Promise<number> {
  const free = createServer()
  const port = await portOf(free)
  await new Promise((resolve) => free.close(resolve))
  return port
}

type Programs = { bin: string; env: NodeJS.ProcessEnv }

/**
 * Copies the programs if the user cannot reach the folder where they were
 * unpacked.
 */
function reachablePrograms(root: string, folder: string, user: User): Programs {
  const programs = programsIn(root)
  const tried = spawnSync(join(programs.bin, 'postgres'), ['--version'], {
    env: programs.env,
    cwd: '/',
    ...user,
  })
  if (tried.status === 0 || root === '/') return programs
  cpSync(root, join(folder, 'programs'), { recursive: true })
  return programsIn(join(folder, 'programs'))
}

function programsIn(root: string): Programs {
  const libraries = librariesIn(root)
  const env = {
    NODE_ENV: 'test' as const,
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    ...(libraries && { LD_LIBRARY_PATH: libraries }),
  }
  return { bin: binariesIn(root) ?? '', env }
}

function initialize(
  { bin, env }: Programs,
  folder: string,
  password: string,
  user: User,
) {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o644 })
  const locale = ['--encoding=UTF8', '--locale=C']
  const login = [
    '--username=site',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ]
  const args = [
    '-D',
    join(folder, 'data'),
    ...locale,
    ...login,
    '--no-sync',
    '--no-instructions',
  ]
  const made = spawnSync(join(bin, 'initdb'), args, {
    env,
    cwd: '/',
    encoding: 'utf8',
    ...user,
  })
  if (made.status !== 0)
    throw new Error(`A cluster could not be made: ${made.error ?? made.stderr}`)
}

async function launch(
  { bin, env }: Programs,
  folder: string,
  port: number,
  user: User,
  address: string,
) {
  const durability = ['fsync', 'full_page_writes', 'jit'].flatMap((name) => [
    '-c',
    `${name}=off`,
  ])
  const args = [
    '-D',
    join(folder, 'data'),
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    ...durability,
  ]
  const server = spawn(join(bin, 'postgres'), args, {
    env,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  let output = ''
  server.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  while (!(await answers(address))) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL did not start: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return server
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await runSqlAt(address, 'SELECT 1')).length > 0
  } catch {
    return false
  }
}

export async function end(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await gone
}
