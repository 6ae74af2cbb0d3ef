// A real PgBouncer in front of a cluster, for as long as a test runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isListening } from './half-request'
import { end, findFreePort, serverUser } from './postgresql-cluster'
import { locatePgbouncer } from './programs'
import { collectOutput } from './server'

// Kills the poolers when the worker exits, because a failed test leaves its
// pooler running.
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const pooler of running) pooler.kill('SIGKILL')
})

export type Pooler = Awaited<ReturnType<typeof startPgbouncer>>

/**
 * Starts a PgBouncer with its default settings and the given ones, such as
 * `pool_mode = transaction`.
 */
export async function startPgbouncer(server: string, settings: string[] = []) {
  const { hostname, port, username, password } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const { name } = serverUser()
  const ownPort = await findFreePort()
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${folder}/users.txt`,
    ...(name ? [`user = ${name}`] : []),
    ...settings,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`)
  let pooler = await launch(folder, ownPort)
  return {
    addressOf: (database: string) =>
      `postgresql://${username}:${password}@127.0.0.1:${ownPort}/${database}`,
    /** Ends PgBouncer and every connection at once, as a crash would. */
    stop: () => end(pooler, 'SIGKILL'),
    async start() {
      pooler = await launch(folder, ownPort)
    },
  }
}

async function launch(folder: string, port: number) {
  const { program, libraries } = locatePgbouncer() ?? {
    program: '',
    libraries: '',
  }
  const env = {
    ...process.env,
    ...(libraries && { LD_LIBRARY_PATH: libraries }),
  }
  const pooler = spawn(program, [join(folder, 'pgbouncer.ini')], { env })
  running.add(pooler)
  pooler.once('exit', () => running.delete(pooler))
  const output = collectOutput(pooler)
  while (!(await isListening(port))) {
    if (pooler.exitCode !== null)
      throw new Error(`PgBouncer did not start: ${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return pooler
}
