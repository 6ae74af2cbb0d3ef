import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from './settings'

export type Site = { address: string; pid: number | undefined; startMs: number }

type Options = {
  /** Where the site's code is; here, if not given. */
  cwd?: string
  /** Makes and fills the database before the site is started. */
  prepare?: (databaseUrl: string) => Promise<void>
}

export async function withTemporarySite(
  command: 'start' | 'dev' | 'edit',
  environment: Record<string, string | undefined>,
  task: (site: Site) => Promise<void>,
  { cwd, prepare }: Options = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  const databaseUrl = `file:${join(folder, 'site.db')}`
  await prepare?.(databaseUrl)
  const env = childEnvironment({ ...environment, DATABASE_URL: databaseUrl })
  const start = performance.now()
  const server = spawn(process.execPath, ['scripts/run.mjs', command], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => server.kill()
  process.once('exit', kill)
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.once('exit', () => reject(new Error('The site could not be started: see above.')))
      server.stdout.on('data', (output) => {
        const [, announced] = String(output).match(/The site is at (\S+)/) ?? []
        if (announced) resolve(announced)
      })
    })
    const [serving = server.pid] = childrenOf(server.pid)
    await task({ address, pid: serving, startMs: Math.round(performance.now() - start) })
  } finally {
    process.off('exit', kill)
    kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The processes that a process has started, where the system tells (Linux): `npm start` serves from one of its own. */
export function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}
