// “Propose” and “Get the latest”: a branch and a commit with the changed texts,
// sent for review.
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { z } from 'zod'
import { brandTextsFolder, isInProject } from '../copy/catalogs'
import { checkAll } from '../copy/check'
import { reviewedFile } from '../copy/reviewed'
import { messageIn, readView } from './catalogs'
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
import { EditError, type Routes, runExclusively, withBody } from './http'
import {
  findTextsOfOthers,
  mergeBranches,
  moveTo,
  type Overlap,
} from './merge-catalogs'
import { titleOf } from './names'
import { combinedTexts, keepNotice } from './notice'
import { listChanges, listOpenTranslations, type ShownChange } from './text'

const proposeSchema = z.strictObject({
  message: z.string().trim().min(1).max(10_000),
})

export type Proposal = Awaited<ReturnType<typeof describeProposal>>
export type Proposed = Awaited<ReturnType<typeof propose>>

export const proposalRoutes: Routes = {
  'GET /_edit/proposal': () => describeProposal(),
  'POST /_edit/propose': withBody(proposeSchema, (asked) =>
    runExclusively(() => propose(asked)),
  ),
  'POST /_edit/latest': withBody(z.unknown(), async () => ({
    notice: await runExclusively(getLatest),
  })),
}

/**
 * Files that belong to the texts: catalogs, languages, records, terms, the
 * assistant's training questions, the brand.
 */
function proposedPaths(): string[] {
  const folder = brandTextsFolder().replace(/\/messages$/, '')
  const shared = [':(glob)messages/*.json', 'lib/languages.json', reviewedFile]
  return [
    ...shared,
    'scripts/copy/terms',
    'lib/chatbot/questions',
    ...(isInProject(folder) ? [folder] : []),
  ]
}

/**
 * Describes what “Propose” would send; `problem` says why it would refuse.
 * Throws EditError without a repository.
 */
export async function describeProposal(repository?: Repository) {
  const { remote, published, isOpen, unsent } =
    repository ?? (await openRepository())
  const hasFiles = await hasChanges()
  const findings = checkAll().map((finding) => ({
    ...finding,
    title: finding.key && titleOf(finding.key),
  }))
  const blocking = findings.filter(({ level }) => level === 'error')
  const isReadable = !blocking.some(({ rule }) => rule === 'file')
  const changes = isReadable ? listChanges() : []
  const stale = isReadable ? listOpenTranslations() : []
  const isAhead = hasFiles || isOpen
  const ofOthers =
    isReadable && isAhead ? await findTextsOfOthers(published) : []
  return {
    message: proposalMessage(changes),
    isOpen,
    changes,
    /** Translations that may follow in a later proposal. */
    later: stale.filter(({ key }) => changes.some((each) => each.key === key)),
    hasFiles,
    /** Changed texts that someone else has changed and published since. */
    ofOthers,
    /** Texts that “Get the latest texts” did not take. */
    notTaken: isReadable ? listTextsOfOthers() : [],
    blocking,
    /**
     * Warnings about the changed texts. Outdated translations are in `later`
     * instead.
     */
    warnings: findings.filter(
      ({ level, rule, key, locale }) =>
        level === 'warning' &&
        rule !== 'stale' &&
        changes.some(
          (change) =>
            change.key === key &&
            change.texts.some((text) => text.locale === locale),
        ),
    ),
    destination: remote?.url ?? null,
    problem:
      hasFiles || (isOpen && unsent > 0)
        ? null
        : 'There are no changes to propose.',
  }
}

async function hasChanges(): Promise<boolean> {
  return (
    (await git(
      'status',
      '--porcelain',
      '--untracked-files=all',
      '--',
      ...proposedPaths(),
    )) !== ''
  )
}

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
 * Leaves time for the repository's hooks, and for someone to unlock a signing
 * key.
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

/**
 * Pulls what others have published. Returns a sentence; throws EditError,
 * leaving everything as it was.
 */
export async function getLatest(): Promise<string> {
  const {
    remote,
    base,
    published,
    branch,
    isOpen,
    commit: start,
  } = await openRepository({ isLatest: true })
  if (!remote || !base)
    throw new EditError(
      409,
      'This folder does not know where the published texts are. Ask a developer.',
    )
  if (isOpen && (await hasChanges()))
    throw new EditError(
      409,
      'You have changes that are not proposed yet. Press “Propose” first.',
    )
  // Leaves the branch of a proposal that was accepted or rejected.
  const mainBranch = base.slice(remote.name.length + 1)
  const next = branch?.startsWith(proposalPrefix) ? mainBranch : undefined
  const overlaps: Overlap[] | undefined = isOpen
    ? await mergeBranches(published)
    : await moveTo(base, proposedPaths(), next)
  if (!overlaps) {
    const sentence =
      'You and someone else have changed the same places, and the editor cannot combine the changes. Ask a developer to combine them.'
    throw new EditError(409, sentence)
  }
  if (start === (await git('rev-parse', 'HEAD')))
    return 'You already have the latest texts.'
  const { kept = [], back = [] } = Object.groupBy(overlaps, ({ ours }) =>
    ours === undefined ? 'back' : 'kept',
  )
  const sentences = [
    'You have the latest texts now.',
    isOpen && 'Press “Propose” to send them with your proposal.',
    kept.length > 0 &&
      `Someone else changed these texts, too, and yours were kept: ${titlesOf(kept)}. “Changes” shows theirs.`,
    back.length > 0 &&
      `You deleted these texts but someone else changed them, so they were restored: ${titlesOf(back)}.`,
  ]
  const notice = sentences.filter(Boolean).join(' ')
  keepNotice(notice, kept)
  return notice
}

function titlesOf(overlaps: Overlap[]): string {
  const titles = new Set(overlaps.map(({ key }) => titleOf(key)))
  return [...titles].join(', ')
}

/**
 * Lists other people's texts that “Get the latest texts” did not take, unless
 * the text has changed since.
 */
function listTextsOfOthers() {
  const { shown } = readView()
  const texts = combinedTexts().flatMap(({ file, key, ours, theirs }) => {
    const locale = basename(file, '.json')
    if (typeof ours !== 'string' || typeof theirs !== 'string') return []
    const isKept = messageIn(shown, locale, key)?.text === ours
    return isKept ? { key, locale, title: titleOf(key), ours, theirs } : []
  })
  const languages: string[] = shown.map(({ locale }) => locale)
  const positionOf = ({ locale }: { locale: string }) =>
    languages.indexOf(locale)
  return [...Map.groupBy(texts, ({ key }) => key).values()].flatMap((same) =>
    same.toSorted((a, b) => positionOf(a) - positionOf(b)),
  )
}

/**
 * “Home · headline (en, fr)”, or the number of texts followed by a list of such
 * lines.
 */
function proposalMessage(changes: ShownChange[]): string {
  const lines = changes.map(
    ({ title, texts }) =>
      `${title} (${texts.map(({ locale }) => locale).join(', ')})`,
  )
  if (lines.length < 2) return lines[0] ?? 'Texts'
  return [
    `${lines.length} texts`,
    '',
    ...lines.map((line) => `- ${line}`),
  ].join('\n')
}
