// Git, as the editor uses it: it never asks questions, and its failures become sentences for people who do not know it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { childEnvironment } from '../settings'
import { EditError } from './http'

export type GitResult = { code: number; stdout: string; stderr: string; timedOut: boolean }

type Options = { input?: string; seconds?: number; environment?: Record<string, string> }

export type Remote = NonNullable<Awaited<ReturnType<typeof findRemote>>>
export type Repository = Awaited<ReturnType<typeof openRepository>>

export const proposalPrefix = 'copy/'

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

/** Runs git in this folder and ends it, with its children, after some seconds. Throws EditError without git. */
export function tryGit(args: string[], { input = '', seconds = 30, environment }: Options = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    // In its own session it has no terminal to ask at.
    const env = childEnvironment({ ...unattended, ...environment })
    const child = spawn('git', args, { detached: ownGroup, windowsHide: true, env })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
      })
    }
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      if (child.pid !== undefined) process.kill(ownGroup ? -child.pid : child.pid, 'SIGKILL')
    }, seconds * 1000)
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      const sentence = 'Git is not installed on this computer. Install it from https://git-scm.com and try again.'
      reject(error.code === 'ENOENT' ? new EditError(409, sentence) : error)
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

export async function git(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await tryGit(args)
  if (code !== 0) throw new Error(firstLine(stderr) || `git ${args[0]} ended with ${code}`)
  return stdout.replace(/\n$/, '')
}

export function askGit(...args: string[]): Promise<string | undefined> {
  return git(...args).catch((error) => {
    if (error instanceof EditError) throw error
    return undefined
  })
}

export async function listByGit(...args: string[]): Promise<string[]> {
  return (await git(...args)).split('\0').filter(Boolean)
}

export function firstLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  return (lines.find((line) => line && !/^(warning|hint):/.test(line)) ?? '').replace(/^(fatal|error): /, '')
}

export async function openRepository() {
  const { code, stderr } = await tryGit(['rev-parse', '--show-toplevel'])
  if (/not a git repository/.test(stderr)) {
    const sentence = 'This folder is a plain download, so changes cannot be proposed from it.'
    throw new EditError(409, `${sentence} Ask a developer to set it up with Git.`)
  }
  if (code !== 0) throw new EditError(409, `Git cannot use this folder: ${firstLine(stderr)}. Ask a developer.`)
  const commit = await askGit('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (!commit) throw new EditError(409, 'This folder has no history yet. Ask a developer to set it up.')
  const paths = await Promise.all(underWay.map((name) => git('rev-parse', '--git-path', name)))
  if (paths.some((path) => existsSync(path)) || (await askGit('ls-files', '--unmerged'))) {
    throw new EditError(409, 'Somebody started to combine two versions in this folder. Ask a developer to finish that.')
  }
  /** Undefined where no branch is checked out. */
  const branch = await askGit('symbolic-ref', '--short', '--quiet', 'HEAD')
  const remote = await findRemote()
  const base = await findBase(remote)
  const isOpen = Boolean(branch?.startsWith(proposalPrefix)) && !(await isMerged(base, commit))
  const identity = await askGit('-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT')
  const tracked = `refs/remotes/${remote?.name}/${branch}`
  const sent = (await askGit('rev-parse', '--verify', '--quiet', tracked)) ? tracked : base
  return {
    commit,
    branch,
    remote,
    base,
    author: identity?.replace(/ \d+ [+-]\d+$/, ''),
    ahead: await countSince(base),
    /** The branch of an unmerged proposal is checked out. */
    isOpen,
    /** Commits of the open proposal that were not sent yet. */
    unsent: isOpen && remote ? await countSince(sent) : 0,
  }
}

const underWay = ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']

async function isMerged(base: string | undefined, commit: string): Promise<boolean> {
  if (!base) return false
  const start = await askGit('merge-base', base, commit)
  if (start === undefined || start === commit) return start === commit
  const files = await listByGit('diff', '--name-only', '-z', '--no-relative', start, commit)
  const paths = files.map((file) => `:(top,literal)${file}`)
  return (await tryGit(['diff', '--quiet', base, commit, '--', ...paths])).code === 0
}

async function countSince(reference: string | undefined): Promise<number> {
  return reference ? Number(await askGit('rev-list', '--count', `${reference}..HEAD`)) : 0
}

async function findRemote() {
  const names = (await askGit('remote'))?.split('\n').filter(Boolean) ?? []
  const candidates = [await askGit('config', 'remote.pushDefault'), 'origin', names.length === 1 ? names[0] : undefined]
  const name = candidates.find((each) => each && names.includes(each))
  if (!name) return null
  const url = ((await askGit('remote', 'get-url', '--push', name)) ?? '').replace(/^(https?:\/\/)[^@/]+@/, '$1')
  const host = webAddressOf(url)?.split('/')[2] ?? ''
  const kind = (['github', 'gitlab'] as const).find((each) => host.split(/[.-]/).includes(each)) ?? 'other'
  return { name, url, kind }
}

async function findBase(remote: Remote | null): Promise<string | undefined> {
  const set = remote && (await askGit('symbolic-ref', '--short', `refs/remotes/${remote.name}/HEAD`))
  if (set) return set
  const names = ['main', 'master'].map((name) => (remote ? `${remote.name}/${name}` : name))
  const known = await Promise.all(names.map((name) => askGit('rev-parse', '--verify', '--quiet', `${name}^{commit}`)))
  return names.find((_, at) => known[at] !== undefined)
}

/** The page of a branch's pull or merge request: from the server's answer to the push, else by the kind of server. */
export function requestAddress({ url, kind }: Remote, branch: string, answer = ''): string | undefined {
  const hint = answer.match(/^remote:\s+(https?:\/\/\S+)/m)?.[1]
  const page = webAddressOf(url)
  if (hint || !page || kind === 'other') return hint
  if (kind === 'github') return `${page}/pull/new/${branch}`
  return `${page}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`
}

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

export async function push(remote: Remote, branch: string): Promise<{ sent: boolean; url?: string; why?: string }> {
  const reference = `refs/heads/${branch}`
  const args = ['push', '--porcelain', '--set-upstream', remote.name, `${reference}:${reference}`]
  const result = await tryGit(args, { seconds: pushSeconds, environment: await withoutQuestions() })
  if (result.code !== 0) return { sent: false, why: explainPush(result, remote) }
  return { sent: true, url: requestAddress(remote, branch, result.stderr) }
}

export async function fetchBranch(remote: Remote, branch: string): Promise<boolean> {
  const args = ['fetch', '--quiet', '--no-tags', remote.name, branch]
  return (await tryGit(args, { seconds: 15, environment: await withoutQuestions() })).code === 0
}

export async function isGone(remote: Remote, branch: string): Promise<boolean> {
  const args = ['ls-remote', '--exit-code', '--heads', remote.name, `refs/heads/${branch}`]
  return (await tryGit(args, { seconds: 15, environment: await withoutQuestions() })).code === 2
}

async function withoutQuestions(): Promise<Record<string, string>> {
  const command = (await askGit('config', 'core.sshCommand')) ?? 'ssh'
  return { GIT_SSH_COMMAND: `${command} -o BatchMode=yes -o ConnectTimeout=10` }
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
