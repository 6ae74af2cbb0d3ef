// One process that serves a build.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { folderOf, readBuild } from '../builds/folder.mjs'
import { freshEnvironment } from '../environment.mjs'
import { readBuildSettings } from '../settings.mjs'

const maxStartMs = 60_000

// docs/decisions/24-builds.md has the reason of each.
const memoryFlags = ['--max-semi-space-size=2', '--heap-growing-percent=20', '--wasm-tiering-budget=1000000000']
const memorySettings = { MALLOC_ARENA_MAX: '1' }

// The process accepts connections itself, at the one socket that all of them share (SCHED_NONE).
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Starts a build at a place. Resolves once it serves; rejects with one sentence. */
export async function startProcess(build, place, history) {
  cluster.setupPrimary({
    exec: join(folderOf(build), 'server.mjs'),
    args: [JSON.stringify({ place, history })],
    execArgv: memoryFlags,
  })
  const worker = cluster.fork(environmentOf(build))
  const exit = new Promise((resolve) => worker.once('exit', (code) => resolve(code ?? 1)))
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), maxStartMs)
  const [{ address, error } = {}] = await Promise.race([once(worker, 'message'), exit.then(() => [])])
  clearTimeout(timer)
  if (address) return { build, worker, address, exit, startedAt: performance.now() }
  await exit
  throw new Error(error ?? 'The site could not start: its process ended, or did not answer within a minute.')
}

// The settings as they are now, but for those that pages were built with.
function environmentOf(build) {
  const none = Object.fromEntries(Object.keys(readBuildSettings()).map((name) => [name, '']))
  const environment = { ...freshEnvironment(), ...none, ...readBuild(build)?.settings }
  return { ...environment, ...memorySettings, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
}
