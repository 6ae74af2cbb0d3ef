// `node scripts/run.mjs COMMAND`: the entry point of every npm script. Has no
// dependencies, because it installs them.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const minimum = [22, 14]
const newer = '24.21.0'
// dist.integrity of node-<platform> in the npm registry.
const integrity = {
  'linux-x64':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}

const [command, ...args] = process.argv.slice(2)

stopWithStarter()
if (isTooOld()) process.exitCode = await runWithNewerNode()
else {
  await installPackages()
  // Lets this process load TypeScript from here on.
  await import('tsx')
  process.argv.splice(1, 2, resolve(`scripts/${command}.ts`))
  const { failWith } = await import('./commands.ts')
  try {
    const { setUp } = await import('./setup.ts')
    await setUp(command)
    await import(`./${command}.ts`)
  } catch (error) {
    failWith(error)
  }
}

function isTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < minimum[0] || (major === minimum[0] && minor < minimum[1])
}

/**
 * Stops this process if its starter was killed and could not pass a signal on.
 * The starter is npm, or this script in an older Node.
 */
function stopWithStarter() {
  const stop = () => process.kill(process.pid, 'SIGTERM')
  process.channel?.unref()
  process.once('disconnect', stop)
  if (process.env.npm_lifecycle_event !== command || process.channel) return
  const starter = process.ppid
  setInterval(() => process.ppid !== starter && stop(), 1000).unref()
}

async function runWithNewerNode() {
  const programs = join(await fetchNode(), 'bin')
  const PATH = [programs, process.env.PATH].join(delimiter)
  const options = {
    env: { ...process.env, PATH },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  }
  return run(
    join(programs, 'node'),
    [process.argv[1], command, ...args],
    options,
  )
}

async function fetchNode() {
  const platform = `${process.platform}-${process.arch}`
  const folder = resolve('.cache', `node-${newer}-${platform}`)
  if (existsSync(join(folder, 'bin/node'))) return folder
  const problem = `Node ${minimum.join('.')} or newer is required; this is ${process.versions.node}.`
  if (!integrity[platform]) fail(problem)
  say(
    `Downloading Node ${newer} from the npm registry, because ${process.versions.node} is too old for the site.`,
  )

  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const pack = [
    'pack',
    `node-${platform}@${newer}`,
    '--silent',
    '--pack-destination',
    unfinished,
  ]
  if (
    (await run('npm', pack, { stdio: ['ignore', 'ignore', 'inherit'] })) !== 0
  )
    fail(problem)

  const archive = join(unfinished, `node-${platform}-${newer}.tgz`)
  const digest = createHash('sha512')
    .update(readFileSync(archive))
    .digest('base64')
  if (`sha512-${digest}` !== integrity[platform])
    fail(`${archive} does not have the expected checksum.`)

  if ((await run('tar', ['-xzf', archive, '-C', unfinished])) !== 0)
    fail(problem)
  rmSync(folder, { recursive: true, force: true })
  renameSync(join(unfinished, 'package'), folder)
  rmSync(unfinished, { recursive: true })
  return folder
}

async function installPackages() {
  const stamp = 'node_modules/.installed'
  const wanted = createHash('sha256')
    .update(readFileSync('package-lock.json', 'utf8').replaceAll('\r\n', '\n'))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say(
    'Installing the packages (npm ci), which takes about a minute the first time.',
  )
  const quickly = ['--no-audit', '--no-fund', '--loglevel=error']
  if ((await run('npm', ['ci', '--include=dev', ...quickly])) !== 0)
    fail('npm ci failed: see above.')
  writeFileSync(stamp, wanted)
}

/**
 * Forwards signals, and resolves to the exit code: 128 plus the number of the
 * signal if one killed the child. Ends this process if npm was interrupted.
 */
function run(program, given, options = {}) {
  const signals = ['SIGINT', 'SIGTERM']
  let signalled
  // Uses a shell on Windows, because npm is npm.cmd there, which only cmd.exe
  // runs.
  const shell = process.platform === 'win32' && program === 'npm'
  const child = spawn(program, given, { stdio: 'inherit', shell, ...options })
  const forward = (signal) => {
    signalled = signal
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  return new Promise((done) => {
    child.once('error', (error) =>
      fail(`${program} could not be started: ${error.message}`),
    )
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward)
      if (signalled && program === 'npm')
        process.exit(128 + constants.signals[signalled])
      done(code ?? 128 + constants.signals[signal])
    })
  })
}

function say(step) {
  process.stdout.write(`→ ${step}\n`)
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
