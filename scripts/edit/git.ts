import { spawn } from 'node:child_process'
import { childEnvironment } from '../commands.mjs'

export type GitResult = { code: number; stdout: string; stderr: string; timedOut: boolean }

type Options = { input?: string; seconds?: number; environment?: Record<string, string | undefined> }

/** There is no git on this computer. */
export class NoGitError extends Error {}

/** Git ended with another code than 0; the message is what it said. */
class GitError extends Error {}

// Git must never wait for a password: nobody sees its question.
const unattended = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  GIT_EDITOR: 'true',
  // Its sentences are read by this code.
  LC_ALL: 'C',
  // That of a git which this process was started by, such as a hook.
  GIT_INDEX_FILE: undefined,
  GIT_PREFIX: undefined,
}

const ownGroup = process.platform !== 'win32'

/** Runs git in this folder, and ends it after some seconds. Throws NoGitError. */
export function tryGit(args: string[], { input = '', seconds = 30, environment }: Options = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    // In a session of its own it has no terminal to ask at, and what it starts is ended with it.
    const child = spawn('git', args, {
      detached: ownGroup,
      windowsHide: true,
      env: childEnvironment({ ...unattended, ...environment }),
    })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
      })
    }
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      endWithChildren(child.pid)
    }, seconds * 1000)
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      reject(error.code === 'ENOENT' ? new NoGitError('Git is not installed.') : error)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, ...output, timedOut })
    })
    // It may end without reading.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** What git prints, without the last line break. Throws GitError, NoGitError. */
export async function git(args: string[], options?: Options): Promise<string> {
  const { code, stdout, stderr } = await tryGit(args, options)
  if (code !== 0) throw new GitError(firstLine(stderr) || `git ${args[0]} ended with ${code}`)
  return stdout.replace(/\n$/, '')
}

/** The same, and undefined where git says no. */
export async function askGit(...args: string[]): Promise<string | undefined> {
  const { code, stdout } = await tryGit(args)
  return code === 0 ? stdout.replace(/\n$/, '') : undefined
}

/** The names of files that git lists with `-z`. */
export async function listByGit(...args: string[]): Promise<string[]> {
  return (await git([...args])).split('\0').filter(Boolean)
}

/** What git says first that is not a warning. */
export function firstLine(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  const said = lines.filter((line) => line && !/^(warning|hint):/.test(line))
  return (said[0] ?? '').replace(/^(fatal|error): /, '')
}

function endWithChildren(pid: number | undefined) {
  if (pid === undefined) return
  try {
    process.kill(ownGroup ? -pid : pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}
