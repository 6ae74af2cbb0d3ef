// “Propose” and “Get the latest”: a branch and a commit with the chosen texts, sent for review.
import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  brandTextsFolder,
  committedSources,
  type Finding,
  isInProject,
  parseSources,
  type Sources,
} from '../copy/catalogs'
import { checkAll, checkSources } from '../copy/check'
import { datesFile, reviewedFile } from '../copy/reviewed'
import { applyChanges, digest, readVersions } from './catalogs'
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
import { EditError, type Routes, readJson, sendJson } from './http'
import { entryOf, nameText } from './names'
import { recordsAfter } from './records'
import { type FileChange, readIfThere, writeFiles } from './save'
import { listChanges } from './text'
import type { Change, Proposal, Proposed, ShownChange } from './types'

const proposeSchema = z.strictObject({
  message: z.string().trim().min(1).max(10_000),
  /** Keys of changes that stay on this computer for now. */
  without: z.array(z.string()).default([]),
  author: z
    .strictObject({
      name: z
        .string()
        .trim()
        .regex(/^[^<>\n]{1,100}$/),
      email: z
        .string()
        .trim()
        .regex(/^[^<>\s@]+@[^<>\s@]+$/),
    })
    .optional(),
})

type Request = z.input<typeof proposeSchema>

export const routes: Routes = {
  'GET /_edit/proposal': async (_, response) => sendJson(response, 200, await describeProposal()),
  'POST /_edit/propose': async (request, response) => {
    const asked = await readJson(request, proposeSchema)
    sendJson(response, 200, await alone(() => propose(asked)))
  },
  'POST /_edit/latest': async (request, response) => {
    await readJson(request, z.unknown())
    sendJson(response, 200, { notice: await alone(getLatest) })
  },
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

export async function describeProposal(): Promise<Proposal> {
  try {
    return await summarize(await refresh(await openRepository()))
  } catch (error) {
    if (!(error instanceof EditError)) throw error
    const nothing = { message: '', isOpen: false, url: null, changes: [], files: [], blocking: [] }
    return { ...nothing, destination: null, author: null, problem: error.message }
  }
}

async function summarize(repository: Repository): Promise<Proposal> {
  const { remote, isOpen, branch = '' } = repository
  const { files } = await changedFiles()
  const blocking = checkAll().filter(({ level }) => level === 'error')
  const changes = blocking.some(({ rule }) => rule === 'file') ? [] : listChanges()
  return {
    message: files.length > 0 ? proposalMessage(changes, files) : '',
    isOpen,
    url: (isOpen && remote && requestAddress(remote, branch)) || null,
    changes,
    files,
    blocking,
    destination: remote?.url ?? null,
    author: repository.author ?? null,
    ...(files.length === 0 && repository.unsent === 0 && { problem: 'There are no changes to propose.' }),
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
export async function propose({ message, author, without = [] }: Request): Promise<Proposed> {
  const start = await refresh(await openRepository())
  await rememberAuthor(start, author)
  const { files, blocking, problem } = await summarize(start)
  if (problem) throw new EditError(409, problem)
  if (blocking.length > 0)
    throw new EditError(422, 'Some texts have errors. Fix them, then propose.', { findings: blocking })
  const branch = start.isOpen && start.branch ? start.branch : await unusedName(branchName(files), start)
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
  if (!author) throw new EditError(409, 'Enter your name and your e-mail address.', { asksAuthor: true })
  await git(['config', 'user.name', author.name])
  await git(['config', 'user.email', author.email])
}

async function unusedName(wanted: string, { remote }: Repository): Promise<string> {
  const known = (await git(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes'])).split('\n')
  const places = ['refs/heads/', ...(remote ? [`refs/remotes/${remote.name}/`] : [])]
  const isUsed = (name: string) => places.some((place) => known.includes(place + name))
  // A branch called `copy` leaves no room for names below it.
  const name = isUsed('copy') ? wanted.replace('/', '-') : wanted
  for (let number = 2, next = name; ; number++) {
    if (!isUsed(next)) return next
    next = `${name}-${number}`
  }
}

/** Commits the files without the texts that stay here, which are on the disk again afterwards. */
async function commitChosen(start: Repository, branch: string, message: string, without: string[]) {
  const { files: sources, versions: checked } = readVersions()
  const chosen = revert(sources, without)
  const dates = JSON.parse(committedSources([datesFile])[datesFile] ?? '{}')
  const wanted = changesTo({ ...chosen, ...recordsAfter(chosen, [], dates) })
  const whole = { ...sources, ...recordsAfter(sources, []) }
  writeFiles(wanted)
  try {
    await commitFiles(start, branch, { ...(await changedFiles()), checked: without.length > 0 ? {} : checked }, message)
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

function changesTo(files: Sources): FileChange[] {
  const changes = Object.entries(files).map(([file, after]) => ({ file, before: readIfThere(file), after }))
  return changes.filter(({ before, after }) => before !== after)
}

/** Hooks of the repository, or a person who unlocks a signing key, may take a while. */
const commitSeconds = 120

type Content = { files: string[]; added: string[]; checked: Record<string, string> }

/** Commits these files as they are on the disk. Other changes, staged ones too, stay. Throws EditError. */
async function commitFiles(start: Repository, branch: string, { files, added, checked }: Content, message: string) {
  if (branch !== start.branch) await git(['checkout', '--quiet', '--no-track', '-b', branch])
  try {
    // Git commits single files only when it knows them.
    if (added.length > 0) await git(['add', '--intent-to-add', '--', ...added])
    // Windows line endings become those of the repository, which `safecrlf` may refuse.
    const options = [
      '-c',
      'core.safecrlf=false',
      'commit',
      '--quiet',
      '--cleanup=whitespace',
      '--file=-',
      '--only',
      '--',
    ]
    const result = await tryGit([...options, ...files], { input: message, seconds: commitSeconds })
    if (result.code !== 0) throw new EditError(409, explainCommit(result))
    const errors = findCommittedErrors(checked)
    if (errors.length === 0) return
    const sentence = 'The proposed texts have errors that the texts in this folder do not have. Ask a developer.'
    throw new EditError(422, sentence, { findings: errors })
  } catch (error) {
    await goBack(start, branch, files)
    throw error
  }
}

function explainCommit({ stderr, stdout, timedOut }: GitResult): string {
  if (timedOut) return `Git did not finish within ${commitSeconds} seconds. Ask a developer why.`
  if (/failed to sign|gpg failed|signing failed/i.test(stderr)) {
    return 'Proposals are signed here, and signing failed. Unlock your key, or ask a developer.'
  }
  if (/index\.lock/.test(stderr)) return 'Another program uses Git in this folder. Wait until it is done and try again.'
  const said = [firstLine(stderr), firstLine(stdout)].find(Boolean) ?? 'no reason given'
  return `Git, or a check of this project, refused the proposal: ${said}`
}

async function goBack({ commit: start, branch: startBranch }: Repository, branch: string, files: string[]) {
  await tryGit(['reset', '--quiet', '--soft', start])
  if (branch !== startBranch) {
    if (startBranch) await tryGit(['symbolic-ref', 'HEAD', `refs/heads/${startBranch}`])
    else await tryGit(['update-ref', '--no-deref', 'HEAD', start])
    await tryGit(['branch', '--quiet', '-D', branch])
  }
  await tryGit(['reset', '--quiet', '--', ...files])
}

/** Errors in the committed texts; none where they equal the checked ones on the disk. */
function findCommittedErrors(checked: Record<string, string>): Finding[] {
  const catalogs = Object.keys(readVersions().files).filter((file) => isInProject(file))
  const committed = committedSources([...catalogs, reviewedFile])
  const { [reviewedFile]: reviewed = '{}', ...sources } = committed
  const versions = Object.fromEntries(Object.entries(sources).map(([file, text]) => [file, digest(text)]))
  const same = Object.keys(versions).every((file) => versions[file] === checked[file])
  if (same && isDeepStrictEqual(Object.keys(versions).sort(), Object.keys(checked).filter(isInProject).sort()))
    return []
  const parsed = parseSources(sources).broken
  const found = parsed.length > 0 ? parsed : checkSources(sources, JSON.parse(reviewed))
  return found.filter(({ level }) => level === 'error')
}

function nextSteps(
  { remote, isOpen, branch: from, base, ahead }: Repository,
  branch: string,
  { sent, url, why = '' }: { sent: boolean; url?: string; why?: string },
): string[] {
  const request = { github: 'pull request', gitlab: 'merge request', other: 'pull or merge request' }
  const folder = brandTextsFolder()
  const extra = !isOpen && ahead > 0 && from !== base?.split('/').at(-1)
  return [
    !remote && `The proposal is on this computer (branch ${branch}). Ask a developer where to send it.`,
    remote && !sent && `The proposal is kept on this computer, but it was not sent. ${why}`.trim(),
    remote && !sent && 'Press “Propose” again later to send it.',
    remote && sent && isOpen && 'Your changes were added to the open proposal.',
    remote && sent && !isOpen && url && `Last step: open the ${request[remote.kind]} with the link below.`,
    remote && sent && !isOpen && !url && `Last step: open a ${request[remote.kind]} for the branch ${branch}.`,
    'Further changes are added to this proposal until it is accepted.',
    extra && 'Earlier work that is not published yet is part of this proposal too.',
    !isInProject(folder) && existsSync(folder) && `The brand’s own texts in ${folder} are not part of it.`,
  ].filter((sentence) => typeof sentence === 'string')
}

/** Takes over what others have published. Returns a sentence; throws EditError with everything as before. */
export async function getLatest(): Promise<string> {
  const repository = await refresh(await openRepository())
  const { remote, base, branch, isOpen } = repository
  if (!remote || !base)
    throw new EditError(409, 'This folder does not know where the published texts are. Ask a developer.')
  const name = base.slice(remote.name.length + 1)
  if (!(await fetchBranch(remote, name))) throw new EditError(409, `${remote.url} cannot be reached. Are you offline?`)
  if ((await changedFiles()).files.length > 0) {
    throw new EditError(409, 'You have changes that are not proposed yet. Propose them or undo them first.')
  }
  const before = await git(['rev-parse', 'HEAD'])
  const isBehindMerge = branch?.startsWith(proposalPrefix) && !isOpen
  if (isBehindMerge) await checkout(name, base)
  const result = await tryGit(
    isOpen ? ['merge', '--no-edit', '--quiet', base] : ['merge', '--ff-only', '--quiet', base],
  )
  if (result.code !== 0) {
    await tryGit(['merge', '--abort'])
    throw new EditError(
      409,
      'The published texts and yours differ in the same places. Ask a developer to combine them.',
    )
  }
  const isSame = before === (await git(['rev-parse', 'HEAD']))
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

/** “Home: hero title (en, fr)”, followed by the keys. */
function proposalMessage(changes: ShownChange[], files: string[]): string {
  const keys = changes.map(
    ({ key, texts }) => `- ${key} (${texts.map(({ locale }) => locale).join(', ')}${kindOf(texts)})`,
  )
  const more = keys.length > maxKeys ? [`- and ${keys.length - maxKeys} more`] : []
  return [subjectOf(changes, files), [...keys.slice(0, maxKeys), ...more].join('\n')].filter(Boolean).join('\n\n')
}

function subjectOf(changes: ShownChange[], files: string[]): string {
  if (changes.length === 0) return otherSubject(files)
  const named = changes.map(({ key }) => nameText(key, entryOf(key)))
  const locales = [...new Set(changes.flatMap(({ texts }) => texts.map(({ locale }) => locale)))].join(', ')
  const count = `${changes.length} text${changes.length === 1 ? '' : 's'}`
  const pages = [...new Set(named.map(({ page }) => page))]
  const by = (part: 'name' | 'section') => {
    const ofPage = (page: string) => new Set(named.filter((text) => text.page === page).map((text) => text[part]))
    return pages.map((page) => `${page}: ${[...ofPage(page)].join(', ')}`).join('; ')
  }
  const candidates = [
    `${by('name')} (${locales})`,
    `${by('section')} (${count}; ${locales})`,
    `${pages.join(', ')}: ${count}`,
  ]
  return candidates.find((subject) => subject.length <= maxSubject) ?? `${count} in ${pages.length} places (${locales})`
}

function otherSubject(files: string[]): string {
  if (files.some((file) => /chatbot\/training/.test(file))) return 'Training questions of the assistant'
  if (files.some((file) => /copy\/terms/.test(file))) return 'Rules of the copy check'
  return files.some((file) => /(^|\/)messages\//.test(file)) ? 'Order of texts' : 'Reviewed translations'
}

function kindOf(texts: ShownChange['texts']): string {
  if (texts.every(({ before }) => before === undefined)) return '; added'
  return texts.every(({ after }) => after === undefined) ? '; removed' : ''
}

/** `copy/2026-11-23-home-headline`. */
function branchName(files: string[]): string {
  const day = new Date().toISOString().slice(0, 10)
  const subject = subjectOf(listChanges(), files).replace(/ \([^)]*\)$/, '')
  const letters = subject.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = letters.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  return `${proposalPrefix}${day}-${slug.replace(/^-|-$/g, '')}`
}
