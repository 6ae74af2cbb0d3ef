// Git, as the editor uses it: it never asks questions, and its failures become sentences for people who do not know it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { childEnvironment } from '../settings'
import { EditError } from './http'

export type GitResult = { code: number; stdout: string; stderr: string; timedOut: boolean }

type Options = { input?: string; seconds?: number; environment?: Record<string, string | undefined> }

export type Remote = { name: string; url: string; kind: 'github' | 'gitlab' | 'other' }

export type Repository = {
  /** The last commit. */
  commit: string
  /** Undefined where no branch is checked out. */
  branch: string | undefined
  remote: Remote | null
  /** The branch that proposals are made for, such as `origin/main`. */
  base: string | undefined
  author: string | undefined
  /** Commits that the base does not have. */
  ahead: number
  /** The branch of an unmerged proposal is checked out. */
  isOpen: boolean
  /** Commits of the open proposal that were not sent yet. */
  unsent: number
}

/** Branches of proposals start with this. */
export const proposalPrefix = 'copy/'

class NoGitError extends Error {}

const unattended = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  GIT_EDITOR: 'true',
  // Its messages are parsed below.
  LC_ALL: 'C',
  // Set by a git hook that started this process.
  GIT_INDEX_FILE: undefined,
  GIT_PREFIX: undefined,
}

const ownGroup = process.platform !== 'win32'

/** Runs git in this folder and ends it after some seconds. Throws NoGitError. */
export function tryGit(args: string[], { input = '', seconds = 30, environment }: Options = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    // In its own session it has no terminal to ask at, and its children end with it.
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
    // Git may end without reading its input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Git's output without the last line break. Throws for a failure. */
export async function git(args: string[], options?: Options): Promise<string> {
  const { code, stdout, stderr } = await tryGit(args, options)
  if (code !== 0) throw new Error(firstLine(stderr) || `git ${args[0]} ended with ${code}`)
  return stdout.replace(/\n$/, '')
}

/** Git's output; undefined for a failure. */
export async function askGit(...args: string[]): Promise<string | undefined> {
  const { code, stdout } = await tryGit(args)
  return code === 0 ? stdout.replace(/\n$/, '') : undefined
}

/** File names that git lists with `-z`. */
export async function listByGit(...args: string[]): Promise<string[]> {
  return (await git(args)).split('\0').filter(Boolean)
}

/** The first line that is not a warning. */
export function firstLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  return (lines.filter((line) => line && !/^(warning|hint):/.test(line))[0] ?? '').replace(/^(fatal|error): /, '')
}

function endWithChildren(pid: number | undefined) {
  if (pid === undefined) return
  try {
    process.kill(ownGroup ? -pid : pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** This folder's repository, ready for a commit. Throws EditError with what has to be done first. */
export async function openRepository(): Promise<Repository> {
  await requireRepository()
  const commit = await askGit('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (!commit) throw new EditError(409, 'This folder has no history yet. Ask a developer to set it up.')
  await requireNothingUnderWay()
  const branch = await askGit('symbolic-ref', '--short', '--quiet', 'HEAD')
  const remote = await findRemote(branch)
  const base = await findBase(remote)
  const isOpen = Boolean(branch?.startsWith(proposalPrefix)) && !(await isMerged(base, commit))
  const identity = await askGit('-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT')
  return {
    commit,
    branch,
    remote,
    base,
    author: identity?.replace(/ \d+ [+-]\d+$/, ''),
    ahead: base ? Number(await askGit('rev-list', '--count', `${base}..HEAD`)) : 0,
    isOpen,
    unsent: isOpen && remote ? await countUnsent(`refs/remotes/${remote.name}/${branch}`, base) : 0,
  }
}

async function requireRepository() {
  try {
    const { code, stderr } = await tryGit(['rev-parse', '--show-toplevel'])
    if (code === 0) return
    const sentence = /not a git repository/.test(stderr)
      ? 'This folder is a plain download, so changes cannot be proposed from it. Ask a developer to set it up with Git.'
      : `Git cannot use this folder: ${firstLine(stderr)}. Ask a developer.`
    throw new EditError(409, sentence)
  } catch (error) {
    if (!(error instanceof NoGitError)) throw error
    throw new EditError(
      409,
      'Git is not installed on this computer. Install it from https://git-scm.com and try again.',
    )
  }
}

const underWay = ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']

async function requireNothingUnderWay() {
  const paths = await Promise.all(underWay.map((name) => git(['rev-parse', '--git-path', name])))
  if (!paths.some((path) => existsSync(path)) && !(await askGit('ls-files', '--unmerged'))) return
  throw new EditError(409, 'Somebody started to combine two versions in this folder. Ask a developer to finish that.')
}

/** Merged in any way: the base has its commits, or its texts. */
async function isMerged(base: string | undefined, commit: string): Promise<boolean> {
  if (!base) return false
  const start = await askGit('merge-base', base, commit)
  if (start === undefined || start === commit) return start === commit
  const files = await listByGit('diff', '--name-only', '-z', '--no-relative', start, commit)
  const paths = files.map((file) => `:(top,literal)${file}`)
  return (await tryGit(['diff', '--quiet', base, commit, '--', ...paths])).code === 0
}

async function countUnsent(tracked: string, base: string | undefined): Promise<number> {
  const since = (await askGit('rev-parse', '--verify', '--quiet', tracked)) ? tracked : base
  return since ? Number(await askGit('rev-list', '--count', `${since}..HEAD`)) : 0
}

/** Where proposals are sent: as git is configured, else `origin`, else the only remote. */
async function findRemote(branch: string | undefined): Promise<Remote | null> {
  const names = (await askGit('remote'))?.split('\n').filter(Boolean) ?? []
  const candidates = [
    branch && (await askGit('config', `branch.${branch}.pushRemote`)),
    await askGit('config', 'remote.pushDefault'),
    branch && (await askGit('config', `branch.${branch}.remote`)),
    'origin',
    names.length === 1 ? names[0] : undefined,
  ]
  const name = candidates.find((each) => each && names.includes(each))
  if (!name) return null
  const pushUrl = (await askGit('remote', 'get-url', '--push', name)) ?? ''
  const url = pushUrl.replace(/^(https?:\/\/)[^@/]+@/, '$1')
  const host = webAddressOf(url)?.split('/')[2] ?? ''
  return {
    name,
    url,
    kind: (['github', 'gitlab'] as const).find((kind) => host.split(/[.-]/).includes(kind)) ?? 'other',
  }
}

async function findBase(remote: Remote | null): Promise<string | undefined> {
  const prefix = remote ? `${remote.name}/` : ''
  const set = remote && (await askGit('symbolic-ref', '--short', `refs/remotes/${remote.name}/HEAD`))
  if (set) return set
  for (const name of ['main', 'master']) {
    const reference = `${prefix}${name}`
    if ((await askGit('rev-parse', '--verify', '--quiet', `${reference}^{commit}`)) !== undefined) return reference
  }
  return undefined
}

/** The page of a branch's pull or merge request: from the server's answer to the push, else by the kind of server. */
export function requestAddress(remote: Remote, branch: string, answer = ''): string | undefined {
  const hint = answer.match(/^remote:\s+(https?:\/\/\S+)/m)?.[1]
  if (hint) return hint
  const page = webAddressOf(remote.url)
  if (!page) return undefined
  if (remote.kind === 'github') return `${page}/pull/new/${branch}`
  const query = `merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`
  return remote.kind === 'gitlab' ? `${page}/-/merge_requests/new?${query}` : undefined
}

// For `https://`, `ssh://` and `git@host:path` alike.
function webAddressOf(url: string): string | undefined {
  const [, host, path] =
    url.match(/^https?:\/\/([^/]+)\/(.+)$/) ??
    url.match(/^ssh:\/\/(?:[^@/]+@)?([^/:]+)(?::\d+)?\/(.+)$/) ??
    url.match(/^(?:[^@/]+@)?([^/:]{2,}):(?!\/\/)(.+)$/) ??
    []
  const scheme = url.startsWith('http:') ? 'http' : 'https'
  return host && path ? `${scheme}://${host}/${path.replace(/^\/|(\.git)?\/?$/g, '')}` : undefined
}

const pushSeconds = 60

/** Sends a branch, or explains why that failed. Never asks for a password. */
export async function push(remote: Remote, branch: string): Promise<{ sent: boolean; url?: string; why?: string }> {
  const reference = `refs/heads/${branch}`
  const args = ['push', '--porcelain', '--set-upstream', remote.name, `${reference}:${reference}`]
  const result = await tryGit(args, { seconds: pushSeconds, environment: await withoutQuestions() })
  if (result.code !== 0) return { sent: false, why: explainPush(result, remote) }
  return { sent: true, url: requestAddress(remote, branch, result.stderr) }
}

/** Fetches a branch; false when the server cannot be reached. */
export async function fetchBranch(remote: Remote, branch: string): Promise<boolean> {
  const args = ['fetch', '--quiet', '--no-tags', remote.name, branch]
  return (await tryGit(args, { seconds: 15, environment: await withoutQuestions() })).code === 0
}

/** Whether the server deleted a branch, as after a merge; false when it cannot be reached. */
export async function isGone(remote: Remote, branch: string): Promise<boolean> {
  const args = ['ls-remote', '--exit-code', '--heads', remote.name, `refs/heads/${branch}`]
  return (await tryGit(args, { seconds: 15, environment: await withoutQuestions() })).code === 2
}

// ssh asks questions by itself; another program in its place (GIT_SSH) has its own options.
async function withoutQuestions(): Promise<Record<string, string>> {
  const { GIT_SSH, GIT_SSH_COMMAND }: Record<string, string | undefined> = childEnvironment({})
  const command = GIT_SSH_COMMAND ?? (await askGit('config', 'core.sshCommand'))
  if (!command && GIT_SSH) return {}
  return { GIT_SSH_COMMAND: `${command ?? 'ssh'} -o BatchMode=yes -o ConnectTimeout=10` }
}

const needsPassword =
  /could not read (Username|Password)|terminal prompts disabled|Authentication failed|Permission denied \(|Host key verification failed|HTTP Basic: Access denied|error: 40[13]/i

const isOffline =
  /Could not resolve host|Connection (refused|timed out|reset)|Network is unreachable|Failed to connect|Couldn't connect|Operation timed out/i

function explainPush({ stdout, stderr, timedOut }: GitResult, { url }: Remote): string {
  if (timedOut) return `${url} did not answer within ${pushSeconds} seconds.`
  if (needsPassword.test(stderr)) return `${url} needs a password or a key. Ask a developer to set it up.`
  if (isOffline.test(stderr)) return `${url} cannot be reached. Are you offline?`
  const [, reason] = stdout.match(/^!\t\S+\t(.+)$/m) ?? []
  if (reason && /fetch first|non-fast-forward|stale/.test(reason)) {
    return 'Somebody has added to this proposal meanwhile. Ask a developer to combine both versions.'
  }
  const answer = stderr.match(/^remote: +(.*\S)/m)?.[1]
  return `${url} refused it: ${answer ?? reason ?? firstLine(stderr)}`
}
