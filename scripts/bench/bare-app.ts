// The smallest app of Next and next-intl, which the benchmarks compare the site with.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bin, childEnvironment, fail } from '../commands.mjs'

const barePort = 3190
const next = resolve(bin('next'))

// Outside of the project, or Next would find its middleware and start-up hook.
export async function withBareApp(task: (address: string) => Promise<void>) {
  const cwd = mkdtempSync(join(tmpdir(), 'bare-app-'))
  cpSync('tests/support/bare-app', cwd, { recursive: true })
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  const env = childEnvironment({ NODE_ENV: 'production' })
  const { status, stdout, stderr } = spawnSync(next, ['build'], { cwd, env, encoding: 'utf8' })
  if (status !== 0) fail(`The bare app could not be built:\n${stdout}${stderr}`)
  const server = spawn(next, ['start', '-p', String(barePort)], { cwd, env })
  await new Promise<void>((ready) => server.stdout.on('data', (text) => String(text).includes('Ready') && ready()))
  await task(`http://localhost:${barePort}/`).finally(() => server.kill())
  rmSync(cwd, { recursive: true })
}
