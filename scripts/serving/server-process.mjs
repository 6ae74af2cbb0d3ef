// One process that serves a build.
import { spawnSync } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { folderOf, readBuild } from '../builds/folder.mjs'
import { freshEnvironment } from '../load-environment.mjs'
import { readBuildSettings } from '../settings.mjs'

const maxStartMs = 60_000

// Node starts four of V8's own threads: on two cores they keep the main one waiting while they collect garbage.
const v8Threads = Math.min(4, Math.max(1, availableParallelism() - 1))
// docs/decisions/24-builds.md has the reason of each.
const flags = [
  '--wasm-tiering-budget=1000000000',
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  `--v8-pool-size=${v8Threads}`,
]
// V8's flags come and go, and Node does not start with one that it does not know.
const knownFlags = flags.filter((flag) => spawnSync(process.execPath, [flag, '--version']).status === 0)
const memorySettings = { MALLOC_ARENA_MAX: '1' }

// The process accepts connections itself, at the one socket that all of them share (SCHED_NONE).
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Starts a build at a place. Resolves once it serves; rejects with one sentence. */
export async function startProcess(build, place, history) {
  cluster.setupPrimary({
    exec: join(folderOf(build), 'server.mjs'),
    args: [JSON.stringify({ place, history })],
    execArgv: knownFlags,
  })
  const worker = cluster.fork(environmentOf(build, freshEnvironment()))
  const exit = new Promise((resolve) => worker.once('exit', (code) => resolve(code ?? 1)))
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), maxStartMs)
  const [{ address, error } = {}] = await Promise.race([once(worker, 'message'), exit.then(() => [])])
  clearTimeout(timer)
  if (address) return { build, worker, address, exit, startedAt: performance.now() }
  await exit
  throw new Error(error ?? 'The site could not start: its process ended, or did not answer within a minute.')
}

/** The settings as they are now, but for those that pages were built with. */
export function environmentOf(build, settings) {
  const others = Object.keys(readBuildSettings({ ...process.env, ...settings })).map((name) => [name, ''])
  const environment = { ...settings, ...Object.fromEntries(others), ...readBuild(build)?.settings }
  return { ...environment, ...memorySettings, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
}
