// Keeps a site served: in a process of its own, which is started again after a crash and replaced by a deploy.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isTerminalClosed } from '../../lib/server/terminal.mjs'
import { readBuild } from '../builds/folder.mjs'
import { openHistory, placesOf } from '../builds/served.mjs'
import { announce, fail } from '../commands.mjs'
import { freshEnvironment } from '../load-environment.mjs'
import { exitBy, onStop, stoppedBy } from '../stop.mjs'
import { answerCommands } from './command-socket.mjs'
import { startProcess } from './server-process.mjs'

// At once after a crash, then ever later; a site that does not stay up ends, and whoever started it sees that.
const restartAfterMs = [0, 1_000, 2_000, 5_000, 10_000]
const staysUpMs = 60_000
const maxHandOverMs = 10_000

const noHistory = { announce() {}, serve() {} }

/**
 * Serves a build until this process is told to stop, and announces its address. Ends the process when it cannot. With
 * `alone` it writes nothing beside the build, and no command reaches it: for a folder that holds one build.
 */
export async function superviseSite(place, build, { alone = false } = {}) {
  const history = alone ? noHistory : openHistory(place.port)
  let current
  let crashes = 0
  let switching = false

  async function serve(next) {
    history.announce(next)
    const started = await startProcess(next, place, history.file)
    const before = current
    current = started
    started.exit.then((code) => onEnd(started, code))
    if (before) await handOver(before)
    return started.address
  }

  async function onEnd(ended, code) {
    if (ended !== current || stoppedBy()) return
    if (performance.now() - ended.startedAt > staysUpMs) crashes = 0
    process.stderr.write(`The site's process ended (${code}): starting it again.\n`)
    while (current === ended) {
      const waitMs = restartAfterMs[crashes++]
      if (waitMs === undefined) fail('The site does not stay up: see above.')
      await wait(waitMs)
      if (current === ended) await serve(ended.build).catch((error) => process.stderr.write(`${error.message}\n`))
    }
  }

  /** Another build instead of the one that is served; that one goes on when the other is not healthy. */
  async function change(next, remember) {
    if (switching) return { error: 'Another deploy or rollback is under way.' }
    switching = true
    try {
      const address = await serve(next)
      remember(next)
      return { address, build: next }
    } catch (error) {
      return { error: `${error.message.replace(/\.?$/, '.')} The build before goes on.` }
    } finally {
      switching = false
    }
  }

  endWithProcesses(() => current !== undefined)
  process.on('SIGHUP', () => {
    if (isTerminalClosed()) process.kill(process.pid, 'SIGTERM')
    else current?.worker.process.kill('SIGHUP')
  })
  const address = await serve(build).catch((error) => (stoppedBy() ? new Promise(() => {}) : fail(error.message)))
  history.serve(build)
  if (!alone)
    answerCommands(placesOf(place.port).socket, {
      settings: () => ({ environment: freshEnvironment() }),
      deploy: ({ build: next }) =>
        readBuild(next) ? change(next, history.serve) : { error: 'There is no such build.' },
      rollback() {
        const previous = history.previous()
        return previous ? change(previous, history.goBack) : { error: 'There is no build before this one.' }
      },
    })
  announce(`The site is at ${address}`)
}

// Until the process accepts no connections any more: who asks after a deploy gets what was deployed.
async function handOver({ worker, exit }) {
  if (!worker.isConnected()) return
  worker.send('hand over', () => {})
  await Promise.race([once(worker, 'message'), exit, wait(maxHandOverMs, undefined, { ref: false })])
}

// Told to stop, every process finishes its requests; this one ends after the last of them, with 1 if one was cut off.
function endWithProcesses(hasServed) {
  let worst = 0
  const end = () => (hasServed() ? process.exit(worst) : exitBy(stoppedBy()))
  onStop(() => {
    const workers = Object.values(cluster.workers)
    for (const { process: child } of workers) child.kill('SIGTERM')
    if (workers.length === 0) end()
  })
  cluster.on('exit', (_, code) => {
    if (!stoppedBy()) return
    worst = Math.max(worst, code === 0 ? 0 : 1)
    if (Object.keys(cluster.workers).length === 0) end()
  })
}
