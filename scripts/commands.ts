import { type ChildProcess, type IOType, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from './settings'

type Output = IOType | number
type Outputs = { stdout?: Output; stderr?: Output }

const signals = ['SIGINT', 'SIGTERM'] as const
const running = new Set<ChildProcess>()
let stoppedBy: NodeJS.Signals | undefined

process.on('exit', () => stopRunning('SIGTERM'))

export function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/**
 * Exits with one sentence if the cause is a setting, the database, an argument
 * or a file; otherwise with a stack trace.
 */
export function failWith(error: unknown): never {
  const { name, code = '', message } = error as Error & { code?: string }
  const isExplained =
    /^(DatabaseUnavailable|EnvError|BrandError|FileError|EditError)$/.test(
      name,
    ) || /^(E[A-Z]+|ERR_PARSE_ARGS_\w+)$/.test(code)
  const advice = /^(EACCES|EPERM|EROFS)$/.test(code)
    ? '. The user who runs the command must be able to write to the site’s folder.'
    : ''
  console.error(isExplained ? message + advice : error)
  process.exit(1)
}

/**
 * Runs the subcommand in the first argument with the other arguments, and
 * prints its result.
 */
export async function runSubcommand(
  usage: string,
  commands: Record<string, (...args: string[]) => unknown>,
) {
  const [name = '', ...args] = process.argv.slice(2)
  if (['help', '--help', '-h'].includes(name)) return console.log(usage)
  try {
    const report = await (commands[name] ?? (() => fail(usage)))(...args)
    if (report) console.log(report)
  } catch (error) {
    failWith(error)
  }
}

export function announce(step: string) {
  process.stdout.write(`→ ${step}\n`)
}

/**
 * Resolves to the exit code. After a signal, this process exits once its last
 * command has.
 */
export async function run(
  command: string,
  args: string[],
  environment: NodeJS.Dict<string> = {},
  { stdout = 'inherit', stderr = 'inherit' }: Outputs = {},
): Promise<number> {
  if (running.size === 0)
    for (const signal of signals) process.on(signal, stopRunning)
  const child = spawn(command, args, {
    stdio: ['ignore', stdout, stderr],
    env: childEnvironment(environment),
    // Only cmd.exe runs the .cmd files of packages, and cmd.exe would split the
    // path of Node at its space.
    shell: process.platform === 'win32' && command !== process.execPath,
  })
  running.add(child)
  const code = await endOf(child, command)
  running.delete(child)
  if (stoppedBy && running.size === 0)
    process.exit(128 + constants.signals[stoppedBy])
  // Waits forever, because the last command to end exits the process.
  if (stoppedBy) await new Promise(() => {})
  if (running.size === 0)
    for (const signal of signals) process.off(signal, stopRunning)
  return code
}

export function runScript(name: string, args: string[] = []): Promise<number> {
  const script = `scripts/${name}.ts`
  return run(process.execPath, ['--import', 'tsx', script, ...args])
}

/**
 * Runs a server until it ends, and ends with its exit code. The server gets
 * every signal, and a channel that closes when this process is killed.
 */
export async function serve(
  file: string,
  environment: NodeJS.Dict<string>,
): Promise<never> {
  const env = childEnvironment(environment)
  const server = spawn(process.execPath, [file], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  for (const signal of signals) process.on(signal, () => server.kill(signal))
  process.exit(await endOf(server, 'The server'))
}

function endOf(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error) =>
      fail(`${command} could not be started: ${error.message}`),
    )
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    )
  })
}

function stopRunning(signal: NodeJS.Signals) {
  stoppedBy ??= signal
  for (const child of running) child.kill(signal)
}

export function bin(name: string): string {
  return join('node_modules', '.bin', name)
}
