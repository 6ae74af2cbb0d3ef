// Git for the editor: it never prompts, and failures become sentences for
// people who do not know Git.
import { type ExecFileException, execFile } from 'node:child_process'
import { childEnvironment } from '../settings'
import { EditError } from './http'

export type GitResult = {
  code: number
  stdout: string
  stderr: string
  timedOut: boolean
}

type Options = {
  seconds?: number
  environment?: Record<string, string>
  input?: string
}

export type Remote = NonNullable<Awaited<ReturnType<typeof findRemote>>>
export type Repository = Awaited<ReturnType<typeof openRepository>>

export const proposalPrefix = 'copy/'

const unattended = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  GIT_EDITOR: 'true',
  GPG_TTY: '',
  // Makes Git write English, because its messages are parsed below.
  LC_ALL: 'C',
  // Unsets the variables that a Git hook sets if it started this process.
  GIT_INDEX_FILE: undefined,
  GIT_PREFIX: undefined,
}

/**
 * Runs git in this folder and kills it after a few seconds. Throws EditError if
 * git is missing.
 */
export function tryGit(
  args: string[],
  { seconds = 30, environment, input }: Options = {},
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const env = childEnvironment({ ...unattended, ...environment })
    const options = {
      env,
      timeout: seconds * 1000,
      maxBuffer: 2 ** 26,
      windowsHide: true,
    }
    const finish = (
      error: ExecFileException | null,
      stdout: string,
      stderr: string,
    ) => {
      const sentence =
        'Git is not installed on this computer. Install it from https://git-scm.com and try again.'
      if (error?.code === 'ENOENT') return reject(new EditError(409, sentence))
      const code = typeof error?.code === 'number' ? error.code : 1
      resolve({
        code: error ? code : 0,
        stdout,
        stderr,
        timedOut: error?.killed ?? false,
      })
    }
    execFile('git', args, options, finish).stdin?.end(input)
  })
}

export function git(...args: string[]): Promise<string> {
  return gitWith({}, ...args)
}

export async function gitWith(
  options: Options,
  ...args: string[]
): Promise<string> {
  const { code, stdout, stderr } = await tryGit(args, options)
  if (code !== 0)
    throw new Error(firstLine(stderr) || `git ${args[0]} ended with ${code}`)
  return stdout.trim()
}

/** Returns undefined if git fails or prints nothing. */
export async function askGit(...args: string[]): Promise<string | undefined> {
  const { code, stdout } = await tryGit(args)
  return code === 0 && stdout.trim() ? stdout.trim() : undefined
}

export function firstLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  return (
    lines.find((line) => line && !/^(warning|hint):/.test(line)) ?? ''
  ).replace(/^(fatal|error): /, '')
}

/**
 * Fetches what others have published, and returns what a proposal needs to know
 * about this folder. Throws EditError if that fails. If `isLatest`, also throws
 * if the server cannot be reached.
 */
export async function openRepository({ isLatest = false } = {}) {
  const commit = await currentCommit()
  // Undefined if no branch is checked out.
  const branch = await askGit('symbolic-ref', '--short', '--quiet', 'HEAD')
  const isProposal = branch?.startsWith(proposalPrefix) ?? false
  const remote = await findRemote()
  const isFetched = remote !== null && (await fetchFrom(remote))
  if (isLatest && remote && !isFetched)
    throw new EditError(409, unreachable(remote))

  const base =
    remote &&
    ((await askGit(
      'symbolic-ref',
      '--short',
      `refs/remotes/${remote.name}/HEAD`,
    )) ??
      `${remote.name}/main`)

  const askUpstream = (field: string) =>
    askGit('for-each-ref', `--format=%(${field})`, `refs/heads/${branch}`)
  const isDeleted = (await askUpstream('upstream:track')) === '[gone]'
  /**
   * Whether the branch of an unmerged proposal is checked out. Ignores a branch
   * deleted on the server, because nobody would look at it.
   */
  const isOpen = isProposal && !isDeleted && !(await isMerged(base, commit))
  const sent = isOpen && (await askUpstream('upstream:short'))

  return {
    commit,
    branch,
    remote,
    base,
    isOpen,
    /** The branches on the server that an open proposal must contain. */
    published: [base, sent].flatMap((name) => name || []),
    hasAuthor: Boolean(
      await askGit('-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT'),
    ),
    /** The number of commits that the server does not have. */
    unsent: remote
      ? Number(
          await git(
            'rev-list',
            '--count',
            'HEAD',
            '--not',
            `--remotes=${remote.name}`,
          ),
        )
      : 0,
  }
}

/** Throws EditError if nothing can be proposed from this folder. */
async function currentCommit(): Promise<string> {
  const { code, stdout, stderr } = await tryGit([
    'rev-parse',
    '--verify',
    'HEAD',
  ])
  if (/not a git repository/.test(stderr))
    throw new EditError(
      409,
      'This folder is a plain download, so changes cannot be proposed from it. Ask a developer to set it up with Git.',
    )
  if (code !== 0)
    throw new EditError(
      409,
      `Git cannot use this folder: ${firstLine(stderr)}. Ask a developer.`,
    )
  if (await askGit('ls-files', '--unmerged'))
    throw new EditError(
      409,
      'This folder contains an unfinished merge. Ask a developer to finish it.',
    )
  return stdout.trim()
}

function unreachable({ url }: Remote): string {
  return `${url} cannot be reached. Are you offline?`
}

/**
 * Whether a merge would change nothing, even after a squash merge on the
 * server.
 */
async function isMerged(base: string | null, commit: string): Promise<boolean> {
  const merged =
    base && (await askGit('merge-tree', '--write-tree', base, commit))
  return (
    Boolean(merged) && merged === (await askGit('rev-parse', `${base}^{tree}`))
  )
}

async function findRemote() {
  const names = (await askGit('remote'))?.split('\n') ?? []
  const name =
    names.length === 1 ? names[0] : names.find((remote) => remote === 'origin')
  if (!name) return null
  const url = (
    (await askGit('remote', 'get-url', '--push', name)) ?? ''
  ).replace(/^(https?:\/\/)[^@/]+@/, '$1')
  return { name, url }
}

const pushSeconds = 60

/**
 * Pushes a branch. `url` is the page for its pull request, if the server prints
 * one; `why` is the reason if it was not sent.
 */
export async function push(
  remote: Remote,
  branch: string,
): Promise<{ sent: boolean; url?: string; why?: string }> {
  const reference = `refs/heads/${branch}`
  const args = [
    'push',
    '--porcelain',
    '--set-upstream',
    remote.name,
    `${reference}:${reference}`,
  ]
  const result = await askServer(args, pushSeconds)
  if (result.code !== 0)
    return { sent: false, why: explainPush(result, remote) }
  return {
    sent: true,
    url: result.stderr.match(/^remote:\s+(https?:\/\/\S+)/m)?.[1],
  }
}

async function fetchFrom({ name }: { name: string }): Promise<boolean> {
  return (
    (await askServer(['fetch', '--quiet', '--prune', '--no-tags', name], 15))
      .code === 0
  )
}

/** Keeps ssh from prompting as well. */
async function askServer(args: string[], seconds: number): Promise<GitResult> {
  const command = (await askGit('config', 'core.sshCommand')) ?? 'ssh'
  const environment = {
    GIT_SSH_COMMAND: `${command} -o BatchMode=yes -o ConnectTimeout=10`,
  }
  return tryGit(args, { seconds, environment })
}

const needsPassword =
  /could not read (Username|Password)|terminal prompts disabled|Authentication failed|Permission denied \(|Host key verification failed|HTTP Basic: Access denied|error: 40[13]/i

const isOffline =
  /Could not resolve host|Connection (refused|timed out|reset)|Network is unreachable|Failed to connect|Couldn't connect|Operation timed out/i

/**
 * Returns the commit of a branch on the server, or on this computer if the
 * server lacks the branch. Throws EditError.
 */
export async function fetchBranch(branch: string): Promise<string> {
  const remote = await findRemote()
  const reference = `refs/heads/${branch}`
  const fetch = ['fetch', '--quiet', '--no-tags', remote?.name ?? '', reference]
  const result = remote ? await askServer(fetch, pushSeconds) : undefined
  const name = result?.code === 0 ? 'FETCH_HEAD' : reference
  const commit = await askGit('rev-parse', '--verify', '--quiet', name)
  if (commit) return commit
  if (remote && isOffline.test(result?.stderr ?? ''))
    throw new EditError(409, unreachable(remote))
  const missingFrom = remote ? `neither at ${remote.url} nor` : 'not'
  throw new EditError(
    404,
    `There is no branch “${branch}”: it is ${missingFrom} on this computer. Copy its name from the pull or merge request.`,
  )
}

function explainPush(
  { stdout, stderr, timedOut }: GitResult,
  remote: Remote,
): string {
  const { url } = remote
  if (timedOut) return `${url} did not answer within ${pushSeconds} seconds.`
  if (needsPassword.test(stderr))
    return `${url} needs a password or a key. Ask a developer to set it up.`
  if (isOffline.test(stderr)) return unreachable(remote)
  const [, reason = ''] = stdout.match(/^!\t\S+\t(.+)$/m) ?? []
  if (/fetch first|non-fast-forward|stale/.test(reason)) {
    return 'Someone else has added changes to it in the meantime: press “Get the latest texts” first.'
  }
  const explanation = stderr.match(/^remote: +(.*\S)/m)?.[1]
  return `${url} refused the proposal: ${explanation ?? (reason || firstLine(stderr))}`
}
