// Saves changes with their reviews and dates, all or none, and undoes them.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Sources } from '../copy/catalogs'
import {
  applyChanges,
  type Change,
  digest,
  editSchema,
  readVersions,
  shownTexts,
  type Versions,
  viewOf,
} from './catalogs'
import { findingsOf, findProblems, touchedBy, typesetChange } from './check'
import { EditError, type Routes, withBody } from './http'
import { relatedTo, titleOf } from './names'
import { recordsAfter } from './records'

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

/** The patches of each save by file, the newest last. */
const entrySchema = z.record(z.string(), patchSchema)
const historySchema = z.strictObject({ done: z.array(entrySchema), undone: z.array(entrySchema) })

type Entry = z.infer<typeof entrySchema>
type Patch = z.infer<typeof patchSchema>
type Direction = 'undo' | 'redo'

export type SaveResult = ReturnType<typeof resultOf>

export const routes: Routes = {
  'POST /_edit/save': withBody(editSchema, ({ changes, versions }) =>
    saveChanges(changes.map(typesetChange), versions),
  ),
  'POST /_edit/undo': withBody(z.unknown(), () => takeStep('undo')),
  'POST /_edit/redo': withBody(z.unknown(), () => takeStep('redo')),
}

/** Throws EditError for a conflict and for texts that pages could not show. */
function saveChanges(changes: Change[], versions: Versions) {
  const now = readVersions()
  const files = applyChanges(now.files, changes)
  // Nothing to do where the button was pressed twice.
  const isMade = isDeepStrictEqual(files, now.files) && changes.every(({ type }) => type === 'set')
  if (!isMade) refuseConflict(changes, versions, now)
  const problems = findProblems(files, changes)
  if (problems.length > 0) {
    throw new EditError(422, 'Nothing was saved, because pages could not show this text.', { findings: problems })
  }
  const made = changesTo({ ...files, ...recordsAfter(files, changes) })
  if (made.length === 0) return resultOf(changes)
  const entry = Object.fromEntries(made.map(({ file, before = '', after }) => [file, patchOf(before, after)]))
  writeWithHistory(made, { done: [...readHistory().done, entry].slice(-maxEntries), undone: [] })
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

export function changesTo(files: Sources): FileChange[] {
  const changes = Object.entries(files).map(([file, after]) => ({ file, before: readIfThere(file), after }))
  return changes.filter(({ before, after }) => before !== after)
}

function writeWithHistory(changes: FileChange[], history: z.infer<typeof historySchema>) {
  writeFiles([...changes, ...changesTo({ [historyFile]: JSON.stringify(history) })])
}

function resultOf(changes: Change[]) {
  const { files, versions } = readVersions()
  const keys = changes.flatMap((change) => ('key' in change ? change.key : []))
  const also = keys.flatMap(relatedTo).filter((key) => !keys.includes(key))
  const named = [...new Set(also)].map((key) => ({ key, title: titleOf(key) }))
  return { versions, ...possibleSteps(), findings: findingsOf(files, changes), also: named }
}

export function possibleSteps() {
  const { done, undone } = readHistory()
  return { canUndo: canApply(done.at(-1), 'undo'), canRedo: canApply(undone.at(-1), 'redo') }
}

function canApply(entry: Entry | undefined, direction: Direction): boolean {
  return entry !== undefined && patched(entry, direction).every(([, text]) => text !== undefined)
}

export function takeStep(direction: Direction): SaveResult {
  const { done, undone } = readHistory()
  const entry = (direction === 'undo' ? done : undone).at(-1)
  if (!entry) throw new EditError(409, `There is nothing to ${direction}.`)
  const made = patched(entry, direction).map(([file, after]): FileChange => {
    if (after !== undefined) return { file, before: readIfThere(file), after }
    const sentence = `${file} has changed since, and ${direction} would lose that change. Edit the text instead.`
    throw new EditError(409, sentence, { file })
  })
  const isUndo = direction === 'undo'
  writeWithHistory(made, {
    done: isUndo ? done.slice(0, -1) : [...done, entry],
    undone: isUndo ? [...undone, entry] : undone.slice(0, -1),
  })
  return resultOf([])
}

// The texts do not depend on the history: an unreadable one counts as empty.
function readHistory() {
  try {
    return historySchema.parse(JSON.parse(readIfThere(historyFile) ?? ''))
  } catch {
    return { done: [], undone: [] }
  }
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function patchOf(before: string, after: string): Patch {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && before[at] === after[at]) at++
  let end = 0
  while (end < shorter - at && before.at(-1 - end) === after.at(-1 - end)) end++
  const [removed = '', added = ''] = [before, after].map((text) => text.slice(at, text.length - end))
  return { before: digest(before), after: digest(after), at, removed, added }
}

// Undefined for a file that is not as it was after this step, or before it.
function patched(entry: Entry, direction: Direction): [file: string, text: string | undefined][] {
  return Object.entries(entry).map(([file, { before, after, at, removed, added }]) => {
    const source = readIfThere(file) ?? ''
    const [from, to] = direction === 'undo' ? [added, removed] : [removed, added]
    if (digest(source) !== (direction === 'undo' ? after : before)) return [file, undefined]
    return [file, source.slice(0, at) + to + source.slice(at + from.length)]
  })
}

/** Writes all files or none, also when the process is killed: a journal lets `recoverFiles` finish. Throws EditError. */
export function writeFiles(changes: FileChange[]) {
  for (const { file } of changes) attemptWrite(file, () => existsSync(file) && closeSync(openSync(file, 'r+')))
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

function attemptWrite(file: string, write: () => unknown) {
  try {
    write()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    const reason = isFull
      ? 'The disk is full. Free some space and save again.'
      : `${file} cannot be written (${code}): it may be read-only, or open in another program.`
    throw new EditError(500, `Nothing was saved. ${reason}`)
  }
}
