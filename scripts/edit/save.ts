// Saves changes with their reviews and dates, all or none, and undoes them.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Sources } from '../copy/catalogs'
import { applyChanges, digest, readVersions, shownTexts, viewOf } from './catalogs'
import { findingsOf, findProblems, touchedBy } from './check'
import { EditError, type Routes, readJson, sendJson } from './http'
import { relatedTo, titleOf } from './names'
import { recordsAfter } from './records'
import { type Change, editSchema, type SaveResult, type Steps, type Versions } from './types'

/** `before` is undefined for a new file. */
export type FileChange = { file: string; before: string | undefined; after: string }

const historyFile = '.cache/edit/history.json'
const journalFile = '.cache/edit/saving.json'
const maxEntries = 100

// From `at` on, `removed` was replaced by `added`; before and after are digests of the whole file.
const patchSchema = z.strictObject({
  before: z.string(),
  after: z.string(),
  at: z.number(),
  removed: z.string(),
  added: z.string(),
})

const entrySchema = z.strictObject({
  label: z.string(),
  keys: z.array(z.string()),
  /** The request that made it: sent twice, it counts once. */
  request: z.string(),
  files: z.record(z.string(), patchSchema),
})

const historySchema = z.strictObject({ done: z.array(entrySchema), undone: z.array(entrySchema) })

type Entry = z.infer<typeof entrySchema>
type History = z.infer<typeof historySchema>
type Patch = z.infer<typeof patchSchema>
type Direction = 'undo' | 'redo'

export const routes: Routes = {
  'POST /_edit/save': async (request, response) => {
    const { changes, versions } = await readJson(request, editSchema)
    sendJson(response, 200, saveChanges(changes, versions))
  },
  'POST /_edit/undo': async (request, response) => {
    await readJson(request, z.unknown())
    sendJson(response, 200, takeStep('undo'))
  },
  'POST /_edit/redo': async (request, response) => {
    await readJson(request, z.unknown())
    sendJson(response, 200, takeStep('redo'))
  },
}

/** Throws EditError for a conflict and for texts that pages could not show. */
function saveChanges(changes: Change[], versions: Versions): SaveResult {
  const now = readVersions()
  const request = digest(JSON.stringify([changes, versions]))
  const history = readHistory()
  const last = history.done.at(-1)
  // The button was pressed twice.
  if (last?.request === request && canApply(last, 'undo')) return resultOf(changes)
  refuseConflict(changes, versions, now)
  const files = applyChanges(now.files, changes)
  const problems = findProblems(files, changes)
  if (problems.length > 0) {
    throw new EditError(422, 'Nothing was saved, because pages could not show this text.', { findings: problems })
  }
  const made = filesThatChange({ ...files, ...recordsAfter(files, changes) })
  if (made.length === 0) return resultOf(changes)
  const entry = {
    label: labelOf(changes),
    keys: keysOf(changes, now.files, files),
    request,
    files: Object.fromEntries(made.map(({ file, before = '', after }) => [file, patchOf(before, after)])),
  }
  writeWithHistory(made, { done: [...history.done, entry].slice(-maxEntries), undone: [] })
  return resultOf(changes)
}

function refuseConflict(changes: Change[], versions: Versions, now: ReturnType<typeof readVersions>) {
  if (isDeepStrictEqual(versions, now.versions)) return
  const isTouched = touchedBy(changes)
  const texts = shownTexts(viewOf(now.files)).flatMap(({ locale, messages }) =>
    [...messages.values()].filter(({ key }) => isTouched(key)).map(({ key, text }) => ({ key, locale, onDisk: text })),
  )
  const sentence = 'Nothing was saved, because texts were changed elsewhere after this page was opened.'
  throw new EditError(409, sentence, { texts, versions: now.versions })
}

function filesThatChange(files: Sources): FileChange[] {
  return Object.entries(files)
    .map(([file, after]) => ({ file, before: readIfThere(file), after }))
    .filter(({ before, after }) => before !== after)
}

function writeWithHistory(changes: FileChange[], history: History) {
  const change = { file: historyFile, before: readIfThere(historyFile), after: JSON.stringify(history) }
  writeFiles([...changes, change])
}

function resultOf(changes: Change[]): SaveResult {
  const { files, versions } = readVersions()
  const keys = changes.flatMap((change) => ('key' in change ? change.key : []))
  const also = keys.flatMap((key) => relatedTo(key)).filter((key) => !keys.includes(key))
  const named = [...new Set(also)].map((key) => ({ key, title: titleOf(key) }))
  return { versions, ...possibleSteps(), findings: findingsOf(files, changes), also: named }
}

/** The steps that can be undone and redone now; none where the files have changed in another way. */
export function possibleSteps(): Steps {
  const { done, undone } = readHistory()
  const [undoable, redoable] = [done.at(-1), undone.at(-1)]
  const [canUndo, canRedo] = [canApply(undoable, 'undo'), canApply(redoable, 'redo')]
  return {
    canUndo,
    canRedo,
    ...(canUndo && { undoLabel: undoable?.label }),
    ...(canRedo && { redoLabel: redoable?.label }),
  }
}

function canApply(entry: Entry | undefined, direction: Direction): boolean {
  if (!entry) return false
  return Object.entries(entry.files).every(
    ([file, patch]) => applyPatch(readIfThere(file) ?? '', patch, direction) !== undefined,
  )
}

/** Undoes or repeats the last save. Throws EditError when its files have changed since. */
export function takeStep(direction: Direction): SaveResult & { keys: string[] } {
  const { done, undone } = readHistory()
  const entry = (direction === 'undo' ? done : undone).at(-1)
  if (!entry) throw new EditError(409, `There is nothing to ${direction}.`)
  const made = Object.entries(entry.files).map(([file, patch]): FileChange => {
    const before = readIfThere(file) ?? ''
    const after = applyPatch(before, patch, direction)
    if (after !== undefined) return { file, before, after }
    const sentence = `${file} has changed since, and ${direction} would lose that change. Edit the text instead.`
    throw new EditError(409, sentence, { file })
  })
  const isUndo = direction === 'undo'
  writeWithHistory(made, {
    done: isUndo ? done.slice(0, -1) : [...done, entry],
    undone: isUndo ? [...undone, entry] : undone.slice(0, -1),
  })
  const { files, versions } = readVersions()
  const findings = findingsOf(files, [], (key) => entry.keys.includes(key))
  return { versions, ...possibleSteps(), findings, also: [], keys: entry.keys }
}

function keysOf(changes: Change[], ...states: Sources[]): string[] {
  const keys = states.flatMap((files) => [...viewOf(files).english.messages.keys()])
  return [...new Set(keys.filter(touchedBy(changes)))]
}

/** “Home · headline (en, fr)”. */
function labelOf(changes: Change[]): string {
  const verbs = { add: 'added', move: 'moved', remove: 'deleted' }
  const names = changes.map((change) => {
    if ('list' in change) return `${titleOf(`${change.list}.${change.name}`)} ${verbs[change.type]}`
    return change.type === 'accept' ? `${titleOf(change.key)} confirmed` : titleOf(change.key)
  })
  const locales = [...new Set(changes.flatMap((change) => (change.type === 'set' ? change.locale : [])))]
  const [first, ...others] = [...new Set(names)]
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `${first}${more}${locales.length > 0 ? ` (${locales.join(', ')})` : ''}`
}

// The texts do not depend on the history: an unreadable one counts as empty.
function readHistory(): History {
  try {
    return historySchema.parse(JSON.parse(readIfThere(historyFile) ?? ''))
  } catch {
    return { done: [], undone: [] }
  }
}

export function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function patchOf(before: string, after: string): Patch {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && before[at] === after[at]) at++
  let end = 0
  while (end < shorter - at && before.at(-1 - end) === after.at(-1 - end)) end++
  const [removed, added] = [before, after].map((text) => text.slice(at, text.length - end))
  return { before: digest(before), after: digest(after), at, removed: removed ?? '', added: added ?? '' }
}

function applyPatch(source: string, patch: Patch, direction: Direction): string | undefined {
  const [from, to] = direction === 'undo' ? [patch.added, patch.removed] : [patch.removed, patch.added]
  const expected = direction === 'undo' ? patch.after : patch.before
  if (digest(source) !== expected) return undefined
  return source.slice(0, patch.at) + to + source.slice(patch.at + from.length)
}

/** Writes all files or none, also when the process is killed: a journal lets `recoverFiles` finish. Throws EditError. */
export function writeFiles(changes: FileChange[]) {
  for (const { file } of changes) attemptWrite(file, () => existsSync(file) && closeSync(openSync(file, 'r+')))
  const changed = changes.find(({ file, before }) => readIfThere(file) !== before)
  if (changed) throw new EditError(409, `${changed.file} was just changed by another program. Reload the page.`)
  attemptWrite(journalFile, () => replaceFile(journalFile, JSON.stringify(changes)))
  const replaced: FileChange[] = []
  try {
    for (const change of changes) {
      attemptWrite(change.file, () => replaceFile(change.file, change.after))
      replaced.push(change)
    }
  } catch (error) {
    for (const { file, before } of replaced) before === undefined ? rmSync(file) : replaceFile(file, before)
    throw error
  } finally {
    rmSync(journalFile, { force: true })
  }
}

/** Completes a save that was interrupted. Returns whether there was one. */
export function recoverFiles(): boolean {
  const journal = readIfThere(journalFile)
  if (journal === undefined) return false
  const changes: FileChange[] = JSON.parse(journal)
  for (const { file, before, after } of changes) {
    rmSync(`${file}.saving`, { force: true })
    if (readIfThere(file) === before) replaceFile(file, after)
  }
  rmSync(journalFile)
  return true
}

// The name does not end in .json, so that the site never reads a half-written file as a catalog.
function replaceFile(file: string, text: string) {
  const next = `${file}.saving`
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(next, text, { flush: true })
    renameSync(next, file)
  } finally {
    rmSync(next, { force: true })
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full. Free some space and save again.',
  EDQUOT: 'The disk is full. Free some space and save again.',
  EROFS: 'The disk is read-only.',
}

function attemptWrite(file: string, write: () => unknown) {
  try {
    write()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const refused = /^(EACCES|EPERM|EBUSY)$/.test(code)
      ? `${file} is read-only, or another program keeps it open.`
      : `${file} cannot be written (${code}).`
    throw new EditError(500, `Nothing was saved. ${reasons[code] ?? refused}`)
  }
}
