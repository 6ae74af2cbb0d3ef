// “Propose” and “Get the latest”: a branch and a commit with the chosen texts, sent for review.
import { z } from 'zod'
import { brandTextsFolder, committedSources, isInProject, type Sources } from '../copy/catalogs'
import { checkAll } from '../copy/check'
import { datesFile, reviewedFile } from '../copy/reviewed'
import { applyChanges, type Change, readVersions } from './catalogs'
import {
  askGit,
  fetchBranch,
  firstLine,
  type GitResult,
  git,
  isGone,
  listByGit,
  openRepository,
  proposalPrefix,
  push,
  type Repository,
  requestAddress,
  tryGit,
} from './git'
import { EditError, type Routes, withBody } from './http'
import { entryOf, nameText } from './names'
import { recordsAfter } from './records'
import { changesTo, writeFiles } from './save'
import { listChanges, type ShownChange } from './text'

const proposeSchema = z.strictObject({
  message: z.string().trim().min(1).max(10_000),
  /** Keys of changes that stay on this computer for now. */
  without: z.array(z.string()).default([]),
  author: z
    .strictObject({
      name: z.string().regex(/^[^<>\n]{1,100}$/),
      email: z.string().regex(/^[^<>\s@]+@[^<>\s@]+$/),
    })
    .optional(),
})

type Request = z.input<typeof proposeSchema>

export type Proposal = Awaited<ReturnType<typeof describeProposal>>
export type Proposed = Awaited<ReturnType<typeof propose>>

export const routes: Routes = {
  'GET /_edit/proposal': () => describeProposal(),
  'POST /_edit/propose': withBody(proposeSchema, (asked) => alone(() => propose(asked))),
  'POST /_edit/latest': withBody(z.unknown(), async () => ({ notice: await alone(getLatest) })),
}

/** Files that belong to texts: catalogs, languages, records, terms, the assistant's training questions. */
const parts = [
  ':(glob)messages/*.json',
  'lib/languages.json',
  reviewedFile,
  datesFile,
  'scripts/copy/terms',
  'lib/chatbot/questions',
]

/** What “Propose” would send. `problem` is the reason why it would not. */
export async function describeProposal() {
  try {
    return { problem: null, ...(await summarize(await refresh(await openRepository()))) }
  } catch (error) {
    if (!(error instanceof EditError)) throw error
    const nothing = { message: '', isOpen: false, url: null, destination: null, author: null }
    return { ...nothing, changes: [], files: [], blocking: [], problem: error.message }
  }
}

async function summarize({ remote, isOpen, branch = '', author, unsent }: Repository) {
  const { files } = await changedFiles()
  const blocking = checkAll().filter(({ level }) => level === 'error')
  const changes = blocking.some(({ rule }) => rule === 'file') ? [] : listChanges()
  return {
    message: files.length > 0 ? proposalMessage(changes) : '',
    isOpen,
    url: (isOpen && remote && requestAddress(remote, branch)) || null,
    changes,
    files,
    blocking,
    destination: remote?.url ?? null,
    author: author ?? null,
    ...(files.length === 0 && unsent === 0 && { problem: 'There are no changes to propose.' }),
  }
}

async function changedFiles(): Promise<{ files: string[]; added: string[] }> {
  const folder = brandTextsFolder().replace(/\/messages$/, '')
  const own = isInProject(folder) ? [...parts, folder] : parts
  const known = await listByGit('diff', '--name-only', '--relative', '--no-renames', '-z', 'HEAD', '--', ...own)
  const added = await listByGit('ls-files', '--others', '--exclude-standard', '-z', '--', ...own)
  return { files: [...new Set([...known, ...added])].sort(), added }
}

let isBusy = false

async function alone<Value>(work: () => Promise<Value>): Promise<Value> {
  if (isBusy) throw new EditError(409, 'Another proposal or update is running. Wait until it is done.')
  isBusy = true
  try {
    return await work()
  } finally {
    isBusy = false
  }
}

/** Throws EditError and changes nothing, unless only the sending fails: then the proposal stays on this computer. */
export async function propose({ message, author, without = [] }: Request) {
  const start = await refresh(await openRepository())
  await rememberAuthor(start, author)
  const { files, changes, blocking, problem } = await summarize(start)
  if (problem) throw new EditError(409, problem)
  if (blocking.length > 0)
    throw new EditError(422, 'Some texts have errors. Fix them, then propose.', { findings: blocking })
  const branch = start.isOpen && start.branch ? start.branch : await unusedBranch(changes)
  if (files.length > 0) await commitChosen(start, branch, message, without)
  const { sent, url, why } = start.remote ? await push(start.remote, branch) : { sent: false }
  return { sent, url: url ?? null, next: nextSteps(start, branch, { sent, url, why }) }
}

/** An earlier proposal may have been merged and its branch deleted: nobody would look at it again. */
async function refresh(repository: Repository): Promise<Repository> {
  const { isOpen, remote, base, branch = '' } = repository
  if (!isOpen || !remote) return repository
  const isKnown = base && (await fetchBranch(remote, base.slice(remote.name.length + 1)))
  const wasSent = await askGit('rev-parse', '--verify', '--quiet', `refs/remotes/${remote.name}/${branch}`)
  const again = isKnown ? await openRepository() : repository
  return wasSent && (await isGone(remote, branch)) ? { ...again, isOpen: false, unsent: 0 } : again
}

async function rememberAuthor(repository: Repository, author: Request['author']) {
  if (repository.author) return
  if (!author) throw new EditError(409, 'Enter your name and your e-mail address.')
  await git('config', 'user.name', author.name)
  await git('config', 'user.email', author.email)
}

/** Commits the files without the texts that stay here, which are on the disk again afterwards. */
async function commitChosen(start: Repository, branch: string, message: string, without: string[]) {
  const { files: sources } = readVersions()
  const chosen = revert(sources, without)
  const dates = JSON.parse(committedSources([datesFile])[datesFile] ?? '{}')
  const whole = { ...sources, ...recordsAfter(sources, []) }
  writeFiles(changesTo({ ...chosen, ...recordsAfter(chosen, [], dates) }))
  try {
    await commitFiles(start, branch, message)
  } finally {
    writeFiles(changesTo(whole))
  }
}

// New and deleted texts always belong to a proposal.
function revert(sources: Sources, without: string[]): Sources {
  const changes = listChanges().flatMap(({ key, texts }): Change[] => {
    if (!without.includes(key)) return []
    return texts.flatMap(({ locale, before, after }) => {
      return before === undefined || after === undefined ? [] : { type: 'set' as const, key, locale, text: before }
    })
  })
  return applyChanges(sources, changes)
}

/** Hooks of the repository, or a person who unlocks a signing key, may take a while. */
const commitSeconds = 120

/** Commits the changed files as they are on the disk. Other changes, staged ones too, stay. Throws EditError. */
async function commitFiles(start: Repository, branch: string, message: string) {
  const { files, added } = await changedFiles()
  if (branch !== start.branch) await git('checkout', '--quiet', '--no-track', '-b', branch)
  // Git commits single files only when it knows them.
  if (added.length > 0) await git('add', '--intent-to-add', '--', ...added)
  // Windows line endings become those of the repository, which `safecrlf` may refuse.
  const options = ['--quiet', '--cleanup=whitespace', '--file=-', '--only', '--', ...files]
  const args = ['-c', 'core.safecrlf=false', 'commit', ...options]
  const result = await tryGit(args, { input: message, seconds: commitSeconds })
  if (result.code === 0) return
  await goBack(start, branch, files)
  throw new EditError(409, explainCommit(result))
}

function explainCommit({ stderr, stdout, timedOut }: GitResult): string {
  if (timedOut) return `Git did not finish within ${commitSeconds} seconds. Ask a developer why.`
  if (/failed to sign|gpg failed|signing failed/i.test(stderr)) {
    return 'Proposals are signed here, and signing failed. Unlock your key, or ask a developer.'
  }
  if (/index\.lock/.test(stderr)) return 'Another program uses Git in this folder. Wait until it is done and try again.'
  return `Git, or a check of this project, refused the proposal: ${firstLine(stderr) || firstLine(stdout)}`
}

async function goBack({ commit: start, branch: startBranch }: Repository, branch: string, files: string[]) {
  if (branch !== startBranch) {
    if (startBranch) await tryGit(['symbolic-ref', 'HEAD', `refs/heads/${startBranch}`])
    else await tryGit(['update-ref', '--no-deref', 'HEAD', start])
    await tryGit(['branch', '--quiet', '-D', branch])
  }
  await tryGit(['reset', '--quiet', '--', ...files])
}

function nextSteps(
  { remote, isOpen, branch: from, base, ahead }: Repository,
  branch: string,
  { sent, url, why = '' }: { sent: boolean; url?: string; why?: string },
): string[] {
  const last = url ? 'with the link below' : `for the branch ${branch}`
  const sentence = isOpen
    ? 'Your changes were added to the open proposal.'
    : `Last step: open a pull or merge request ${last}.`
  const kept = remote
    ? [
        `The proposal is kept on this computer, but it was not sent. ${why}`.trim(),
        'Press “Propose” again later to send it.',
      ]
    : [`The proposal is on this computer (branch ${branch}). Ask a developer where to send it.`]
  const hasMore = !isOpen && ahead > 0 && from !== base?.split('/').at(-1)
  const folder = brandTextsFolder()
  return [
    ...(sent ? [sentence] : kept),
    'Further changes are added to this proposal until it is accepted.',
    ...(hasMore ? ['Earlier work that is not published yet is part of this proposal too.'] : []),
    ...(isInProject(folder) ? [] : [`The brand’s own texts in ${folder} are not part of it.`]),
  ]
}

/** Takes over what others have published. Returns a sentence; throws EditError with everything as before. */
export async function getLatest(): Promise<string> {
  const { remote, base, branch, isOpen, commit } = await refresh(await openRepository())
  if (!remote || !base)
    throw new EditError(409, 'This folder does not know where the published texts are. Ask a developer.')
  const name = base.slice(remote.name.length + 1)
  if (!(await fetchBranch(remote, name))) throw new EditError(409, `${remote.url} cannot be reached. Are you offline?`)
  if ((await changedFiles()).files.length > 0) {
    throw new EditError(409, 'You have changes that are not proposed yet. Propose them or undo them first.')
  }
  if (branch?.startsWith(proposalPrefix) && !isOpen) await checkout(name, base)
  const how = isOpen ? '--no-edit' : '--ff-only'
  if ((await tryGit(['merge', how, '--quiet', base])).code !== 0) {
    await tryGit(['merge', '--abort'])
    const sentence = 'The published texts and yours differ in the same places. Ask a developer to combine them.'
    throw new EditError(409, sentence)
  }
  const isSame = commit === (await git('rev-parse', 'HEAD'))
  return isSame ? 'You have the latest texts already.' : 'You have the latest texts now.'
}

async function checkout(name: string, base: string) {
  const exists = await askGit('rev-parse', '--verify', '--quiet', `refs/heads/${name}`)
  const { code } = await tryGit(['checkout', '--quiet', ...(exists ? [name] : ['-b', name, base])])
  if (code !== 0) throw new EditError(409, 'Other changes in this folder are in the way. Ask a developer.')
}

/** Git shows longer subjects cut off in some places. */
const maxSubject = 72
const maxKeys = 100

/** “Home: headline (en, fr)”, followed by the keys. */
function proposalMessage(changes: ShownChange[]): string {
  const keys = changes.map(({ key, texts }) => `- ${key} (${texts.map(({ locale }) => locale).join(', ')})`)
  const more = keys.length > maxKeys ? [`- and ${keys.length - maxKeys} more`] : []
  return [subjectOf(changes), [...keys.slice(0, maxKeys), ...more].join('\n')].filter(Boolean).join('\n\n')
}

function subjectOf(changes: ShownChange[]): string {
  if (changes.length === 0) return 'Texts'
  const locales = [...new Set(changes.flatMap(({ texts }) => texts.map(({ locale }) => locale)))].join(', ')
  const named = changes.map(({ key }) => nameText(key, entryOf(key)))
  const pages = [...new Set(named.map(({ page }) => page))]
  const parts = pages.map((page) => {
    const names = named.filter((text) => text.page === page).map(({ name }) => name)
    return `${page}: ${[...new Set(names)].join(', ')}`
  })
  const subject = `${parts.join('; ')} (${locales})`
  return subject.length <= maxSubject ? subject : `${changes.length} texts in ${pages.length} places (${locales})`
}

async function unusedBranch(changes: ShownChange[]): Promise<string> {
  const day = new Date().toISOString().slice(0, 10)
  const letters = subjectOf(changes)
    .replace(/ \([^)]*\)$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  const slug = letters.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  const name = `${proposalPrefix}${day}-${slug.replace(/^-|-$/g, '')}`
  const known = (await git('for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes')).split('\n')
  const isUsed = (wanted: string) => known.some((reference) => reference.endsWith(`/${wanted}`))
  for (let number = 2, next = name; ; number++) {
    if (!isUsed(next)) return next
    next = `${name}-${number}`
  }
}
