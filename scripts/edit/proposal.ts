// What the editor's “Propose” does: a branch and a commit with the changed texts, and a push.
import { z } from 'zod'
import { allChangesSince } from '../copy/all-changes'
import type { ChangedText } from '../copy/diff'
import { readSharedTerms } from '../copy/terms'
import type { Finding } from '../copy/types'
import { readUsage } from '../copy/usage'
import { readSources } from './catalogs'
import { askGit, git } from './git'
import { EditError, type Routes, readJson, sendJson } from './http'
import { commitFiles } from './proposal/commit'
import { changedFiles, findErrors, recordContent, textsElsewhere } from './proposal/content'
import { branchName, proposalMessage } from './proposal/message'
import { nextSteps } from './proposal/next-steps'
import { fetchBranch, isGone, push } from './proposal/push'
import type { Remote } from './proposal/remote'
import { openRepository, type Repository } from './proposal/repository'

export type Proposal = {
  message: string
  branch: string
  /** The branch is that of an earlier proposal, which is still open: the commit is added to it. */
  isOpen: boolean
  files: string[]
  texts: ChangedText[]
  blocking: Finding[]
  remote: Remote | null
  /** `Name <address>`; null asks for both. */
  author: string | null
  /** Why nothing can be proposed now. */
  problem?: string
}

const proposeSchema = z.strictObject({
  message: z.string().trim().min(1).max(10_000),
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

type Request = z.infer<typeof proposeSchema>

export const routes: Routes = {
  'GET /_edit/proposal': async (_, response) => sendJson(response, 200, await describeProposal()),
  'POST /_edit/propose': async (request, response) =>
    sendJson(response, 200, await proposeAlone(await readJson(request, proposeSchema))),
}

/** What a proposal would hold now. */
export async function describeProposal(): Promise<Proposal> {
  try {
    return await summarize(await openRepository())
  } catch (error) {
    if (!(error instanceof EditError)) throw error
    const nothing = { message: '', branch: '', isOpen: false, files: [], texts: [], blocking: [] }
    return { ...nothing, remote: null, author: null, problem: error.message }
  }
}

async function summarize(repository: Repository): Promise<Proposal> {
  const { files } = await changedFiles()
  const blocking = findErrors()
  const isBroken = blocking.some(({ rule }) => rule === 'json')
  const texts = isBroken ? [] : allChangesSince('HEAD')
  const changed = { texts, files, usage: readUsage(), lists: readSharedTerms().lists }
  return {
    message: files.length > 0 ? proposalMessage(changed) : '',
    branch: repository.isOpen ? (repository.branch ?? '') : await unusedName(branchName(changed, today()), repository),
    isOpen: repository.isOpen,
    files,
    texts,
    blocking,
    remote: repository.remote,
    author: repository.author ?? null,
    ...(files.length === 0 && repository.unpushed === 0 && { problem: 'No text has changed since the last commit.' }),
  }
}

let isBusy = false

async function proposeAlone(request: Request) {
  if (isBusy) throw new EditError(409, 'A proposal is being made. Wait until it is done.')
  isBusy = true
  try {
    return await propose(request)
  } finally {
    isBusy = false
  }
}

/** Makes the proposal. Throws EditError with everything as before; a push that fails leaves the commit. */
export async function propose({ message, author }: Request) {
  const start = await refresh(await openRepository())
  await rememberAuthor(start, author)
  const { versions: checked } = readSources()
  const { branch, files, blocking, problem } = await summarize(start)
  if (problem) throw new EditError(409, problem)
  if (blocking.length > 0) {
    throw new EditError(422, 'The check finds errors. Correct them, then propose.', { findings: blocking })
  }
  // Texts may have been changed outside of the editor.
  if (files.length > 0) recordContent()
  const content = { ...(await changedFiles()), checked }
  const commit = files.length > 0 ? await commitFiles(start, branch, content, message) : start.commit
  const { pushed, url, why } = start.remote ? await push(start.remote, branch) : { pushed: false }
  const next = nextSteps({ ...start, from: start.branch, branch, pushed, url, why, elsewhere: textsElsewhere() })
  return { branch, commit, pushed, url, next }
}

/** The branch of an earlier proposal may have been merged and deleted meanwhile: nobody would look at it again. */
async function refresh(repository: Repository): Promise<Repository> {
  const { isOpen, remote, base, branch = '' } = repository
  if (!isOpen || !remote) return repository
  const baseBranch = base?.slice(remote.name.length + 1)
  const isKnown = baseBranch && (await fetchBranch(remote, baseBranch))
  const wasPushed = await askGit('rev-parse', '--verify', '--quiet', `refs/remotes/${remote.name}/${branch}`)
  const again = isKnown ? await openRepository() : repository
  return wasPushed && (await isGone(remote, branch)) ? { ...again, isOpen: false, unpushed: 0 } : again
}

async function rememberAuthor(repository: Repository, author: Request['author']) {
  if (repository.author) return
  if (!author) {
    throw new EditError(409, 'Git does not know who you are. Enter your name and your e-mail address.', {
      asksAuthor: true,
    })
  }
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

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
