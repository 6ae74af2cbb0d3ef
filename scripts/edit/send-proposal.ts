// “Propose”: a branch and a commit with the changed texts, sent for review.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { brandTextsFolder, isInProject } from '../copy/catalogs'
import { describeProposal } from './describe-proposal'
import {
  firstLine,
  type GitResult,
  git,
  openRepository,
  proposalPrefix,
  push,
  type Repository,
  tryGit,
} from './git'
import { EditError } from './http'
import { proposedPaths } from './proposed-paths'

export const proposeSchema = z.strictObject({
  message: z.string().trim().min(1).max(10_000),
})

export type Proposed = Awaited<ReturnType<typeof propose>>

/**
 * Sends the changed texts as a proposal. Throws EditError without changing
 * anything. If only the push fails, does not throw, and the proposal stays on
 * this computer.
 */
export async function propose({ message }: z.input<typeof proposeSchema>) {
  const start = await openRepository()
  const { hasFiles, blocking, problem } = await describeProposal(start)
  if (problem) throw new EditError(409, problem)
  if (!start.hasAuthor) {
    throw new EditError(
      409,
      'Git does not know your name and e-mail address. Ask a developer to set them up.',
    )
  }
  if (blocking.length > 0)
    throw new EditError(
      422,
      'Some texts have errors. Fix them, then propose.',
      { findings: blocking },
    )
  const branch = start.isOpen && start.branch ? start.branch : newBranch()
  if (hasFiles) await commit(start, branch, message)
  const pushed = start.remote
    ? await push(start.remote, branch)
    : { sent: false }
  return { ...pushed, next: nextSteps(start, branch, pushed) }
}

function newBranch(): string {
  return `${proposalPrefix}${new Date().toISOString().slice(0, 10)}-${randomUUID().slice(0, 6)}`
}

/**
 * The longest time for a commit, in which hooks run and someone may unlock a
 * signing key.
 */
const commitSeconds = 120

/**
 * Commits the changed files as they are on disk. Other changes, even staged
 * ones, are left alone. Throws EditError.
 */
async function commit(start: Repository, branch: string, message: string) {
  const paths = proposedPaths()
  if (branch !== start.branch)
    await git('checkout', '--quiet', '--no-track', '-b', branch)
  // Turns off `safecrlf`, which might refuse to convert Windows line endings to
  // the repository's.
  const anyLines = ['-c', 'core.safecrlf=false']
  await git(...anyLines, 'add', '--', ...paths)
  const options = [
    '--quiet',
    '--cleanup=whitespace',
    `--message=${message}`,
    '--only',
    '--',
    ...paths,
  ]
  const result = await tryGit([...anyLines, 'commit', ...options], {
    seconds: commitSeconds,
  })
  if (result.code === 0) return
  if (branch !== start.branch) {
    await git('checkout', '--quiet', start.branch ?? start.commit)
    await git('branch', '--quiet', '-D', branch)
  }
  await git('reset', '--quiet', '--', ...paths)
  throw new EditError(409, explainCommit(result))
}

function explainCommit({ stderr, stdout, timedOut }: GitResult): string {
  if (timedOut)
    return `Git did not finish within ${commitSeconds} seconds. Ask a developer why.`
  if (/failed to sign|gpg failed|signing failed/i.test(stderr)) {
    return 'Git signs proposals in this folder, and signing failed. Unlock your key, or ask a developer.'
  }
  return `Git, or a check of this project, refused the proposal: ${firstLine(stderr) || firstLine(stdout)}`
}

function nextSteps(
  { remote, isOpen, unsent }: Repository,
  branch: string,
  { sent, url, why = '' }: Awaited<ReturnType<typeof push>>,
): string[] {
  const steps = [
    'Further changes are added to this proposal until it is accepted.',
  ]
  if (!isOpen && unsent > 0)
    steps.push(
      'This proposal also contains earlier work that is not published yet.',
    )
  const folder = brandTextsFolder()
  if (!isInProject(folder))
    steps.push(
      `The proposal does not include the brand’s own texts in ${folder}.`,
    )
  if (!remote)
    return [
      `The proposal is on this computer (branch ${branch}). Ask a developer where to send it.`,
      ...steps,
    ]
  if (!sent) {
    const kept = `The proposal is saved on this computer but could not be sent. ${why}`
    return [kept, 'Press “Propose” again later to send it.', ...steps]
  }
  if (isOpen) return ['Your changes were added to the open proposal.', ...steps]
  return [
    `The last step is to open a pull or merge request ${url ? 'with the link below' : `for the branch ${branch}`}.`,
    ...steps,
  ]
}
