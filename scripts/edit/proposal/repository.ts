import { existsSync } from 'node:fs'
import { askGit, firstLine, git, NoGitError, tryGit } from '../git'
import { EditError } from '../http'
import { proposalPrefix } from './names'
import { findBase, findRemote, type Remote } from './remote'

export type Repository = {
  /** The last commit. */
  commit: string
  /** Undefined where no branch is checked out. */
  branch: string | undefined
  remote: Remote | null
  /** What proposals are made for, such as `origin/main`. */
  base: string | undefined
  /** Whoever commits, by git's settings. */
  author: string | undefined
  /** Commits that the base has not. */
  ahead: number
  /** The branch of an earlier proposal is checked out, and not merged yet as far as this computer knows. */
  isOpen: boolean
  /** Commits of an open proposal that were not pushed. */
  unpushed: number
}

/** This folder's repository, ready for a commit. Throws EditError with what is to be done first. */
export async function openRepository(): Promise<Repository> {
  await requireRepository()
  const commit = await askGit('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (!commit) throw new EditError(409, 'This folder has no commit yet. Ask a developer to make the first one.')
  await requireNothingUnderWay()
  const branch = await askGit('symbolic-ref', '--short', '--quiet', 'HEAD')
  const remote = await findRemote(branch)
  const base = await findBase(remote)
  const isOpen = Boolean(branch?.startsWith(proposalPrefix)) && !(await isMerged(base, commit))
  return {
    commit,
    branch,
    remote,
    base,
    author: await findAuthor(),
    ahead: base ? Number(await askGit('rev-list', '--count', `${base}..HEAD`)) : 0,
    isOpen,
    unpushed: isOpen && remote ? await countUnpushed(`refs/remotes/${remote.name}/${branch}`, base) : 0,
  }
}

async function requireRepository() {
  try {
    const { code, stderr } = await tryGit(['rev-parse', '--show-toplevel'])
    if (code === 0) return
    const isNone = /not a git repository/.test(stderr)
    throw new EditError(
      409,
      isNone
        ? 'This folder is not under git, so that nothing can be proposed. Get it with git clone instead of a download.'
        : `Git cannot use this folder: ${firstLine(stderr)}. Ask a developer.`,
    )
  } catch (error) {
    if (!(error instanceof NoGitError)) throw error
    throw new EditError(
      409,
      'Git is not installed on this computer. Install it from https://git-scm.com and try again.',
    )
  }
}

const underWay: [file: string, what: string][] = [
  ['MERGE_HEAD', 'A merge'],
  ['rebase-merge', 'A rebase'],
  ['rebase-apply', 'A rebase'],
  ['CHERRY_PICK_HEAD', 'A cherry-pick'],
  ['REVERT_HEAD', 'A revert'],
]

async function requireNothingUnderWay() {
  for (const [file, what] of underWay) {
    if (!existsSync(await git(['rev-parse', '--git-path', file]))) continue
    throw new EditError(409, `${what} is under way in this folder. Ask a developer to finish it, then propose.`)
  }
  if (await askGit('ls-files', '--unmerged')) {
    throw new EditError(409, 'Two versions of a file are not settled in this folder. Ask a developer to, then propose.')
  }
}

/** A merge of any kind: its commits are in the base, or the base has its texts already. */
async function isMerged(base: string | undefined, commit: string): Promise<boolean> {
  if (!base) return false
  const start = await askGit('merge-base', base, commit)
  if (start === undefined || start === commit) return start === commit
  const changed = await git(['diff', '--name-only', '-z', '--no-relative', start, commit])
  const files = changed.split('\0').filter(Boolean)
  const { code } = await tryGit([
    'diff',
    '--quiet',
    base,
    commit,
    '--',
    ...files.map((file) => `:(top,literal)${file}`),
  ])
  return code === 0
}

async function countUnpushed(tracked: string, base: string | undefined): Promise<number> {
  const since = (await askGit('rev-parse', '--verify', '--quiet', tracked)) ? tracked : base
  return since ? Number(await askGit('rev-list', '--count', `${since}..HEAD`)) : 0
}

async function findAuthor(): Promise<string | undefined> {
  const identity = await askGit('-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT')
  return identity?.replace(/ \d+ [+-]\d+$/, '')
}
