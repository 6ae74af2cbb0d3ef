import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { collectOutput, killAll } from './server'

// A test that fails leaves its processes to the end of its worker.
const marks = new Set<string>()
process.once('exit', () => {
  for (const mark of marks) killAll(marked(mark))
})

/**
 * Runs a command line in a process group of its own. `processes` are the ids of all that is alive of it, found by a mark
 * in their environment, wherever they have gone meanwhile.
 */
export function runMarked(command: string[], environment: Record<string, string>, cwd = '.') {
  const mark = `TEST_MARK=${randomUUID()}`
  const [name, value] = mark.split('=') as [string, string]
  const [file = '', ...args] = command
  const env = { ...process.env, ...withoutNpm, ...environment, [name]: value }
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = new Promise<string | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  marks.add(mark)
  return { child, exit, output: collectOutput(child), processes: () => marked(mark), pid: pidOf(child) }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The command could not be started.')
  return child.pid
}

// As a shell, a supervisor or a container has it: without the npm that runs the tests.
const withoutNpm = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => name.startsWith('npm_'))
    .map((name) => [name, undefined]),
)

function marked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => environmentOf(pid).includes(mark))
    .map(Number)
}

// Processes end while they are looked at; those that have ended but were not waited for have no environment.
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}
