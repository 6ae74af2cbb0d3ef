// A machine without a compiler: an older Node, for which SQLite is compiled, has a newer one do its work. From the npm
// registry, as all packages are.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { announce, childEnvironment, fail, run } from '../commands.mjs'
import { readSettings } from '../settings.mjs'
import { isSqliteInstalled, needsCompiler } from '../sqlite/install.mjs'
import { onStop } from '../stop.mjs'

const folder = 'scripts/newer-node'
const programs = resolve(folder, `node_modules/node-${process.platform}-${process.arch}/bin`)
const node = join(programs, 'node')

/** Where this Node cannot have SQLite, runs the same command with a newer one, and ends as that does. */
export async function runWithNewerNode() {
  if (!needsCompiler || isSqliteInstalled() || ['python3', 'make', 'g++'].every(isProgram)) return
  const why = `Node ${process.versions.node} needs python3, make and g++ to compile SQLite; Node 22.14 and newer do not.`
  if (!existsSync(node)) {
    announce(`${why} Here one is missing: a newer Node comes from the npm registry.`)
    const install = ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error']
    if ((await run('npm', install)) !== 0 || !existsSync(node)) fail(why)
  }
  process.exit(await hand([...process.execArgv, ...process.argv.slice(1)]))
}

function isProgram(name) {
  return (readSettings().PATH ?? '').split(delimiter).some((path) => existsSync(join(path, name)))
}

async function hand(args) {
  const environment = { PATH: [programs, readSettings().PATH].join(delimiter) }
  let child
  const forward = (signal) => child.kill(signal)
  // Before the child starts: a signal may come as soon as it runs.
  onStop(forward)
  process.on('SIGHUP', forward)
  child = spawn(node, args, { stdio: 'inherit', env: childEnvironment(environment) })
  const [code, signal] = await new Promise((done) => child.once('exit', (...ended) => done(ended)))
  return code ?? 128 + constants.signals[signal]
}
