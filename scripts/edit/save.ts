import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Sources } from '../copy/sources'
import { applyChanges, digest, readSources } from './catalogs'
import { findingsOf, touchedBy, unreadable } from './check'
import {
  applyPatch,
  type Entry,
  type History,
  historyChange,
  patchOf,
  readHistory,
  readIfThere,
  remember,
} from './history'
import { EditError, type Routes, readJson, sendJson } from './http'
import { recordsAfter } from './records'
import { type Change, editSchema, type SaveResult, type Versions } from './types'
import { shownTexts, viewOf } from './view'
import { type FileChange, writeFiles } from './write-files'

export const routes: Routes = {
  'POST /_edit/save': async (request, response) => {
    const { changes, versions } = await readJson(request, editSchema)
    sendJson(response, 200, saveChanges(changes, versions))
  },
  'POST /_edit/undo': async (request, response) => {
    await readJson(request, z.unknown())
    sendJson(response, 200, undo())
  },
  'POST /_edit/redo': async (request, response) => {
    await readJson(request, z.unknown())
    sendJson(response, 200, redo())
  },
}

/** Writes changes, with their reviews and dates, all or none. Throws EditError for a conflict or an unreadable text. */
export function saveChanges(changes: Change[], versions: Versions): SaveResult {
  const now = readSources()
  const request = digest(JSON.stringify([changes, versions]))
  const history = readHistory()
  // The button was pressed twice.
  const isRepeated = history.done.at(-1)?.request === request && canApply(history.done.at(-1), 'undo')
  if (isRepeated) return resultOf(changes)
  refuseConflict(changes, versions, now)
  const files = applyChanges(now.files, changes)
  const problems = unreadable(files, changes)
  if (problems.length > 0) {
    throw new EditError(422, 'Nothing was saved: pages could not show this text.', { findings: problems })
  }
  const made = filesThatChange({ ...files, ...recordsAfter(files, changes) })
  if (made.length === 0) return resultOf(changes)
  const patches = made.map(({ file, before = '', after }) => [file, patchOf(before, after)])
  const entry = {
    label: labelOf(changes),
    keys: keysOf(changes, now.files, files),
    request,
    files: Object.fromEntries(patches),
  }
  writeWithHistory(made, remember(history, entry))
  return resultOf(changes)
}

function refuseConflict(changes: Change[], versions: Versions, now: ReturnType<typeof readSources>) {
  if (isDeepStrictEqual(versions, now.versions)) return
  const names = [...Object.keys(now.versions), ...Object.keys(versions)]
  const file = names.find((name) => now.versions[name] !== versions[name])
  const isTouched = touchedBy(changes)
  const texts = shownTexts(viewOf(now.files)).flatMap(({ locale, messages }) =>
    [...messages.values()].filter(({ key }) => isTouched(key)).map(({ key, text }) => ({ key, locale, onDisk: text })),
  )
  const sentence = `Nothing was saved: ${file} has changed since this page was opened.`
  throw new EditError(409, sentence, { file, texts, versions: now.versions })
}

function filesThatChange(files: Sources): FileChange[] {
  return Object.entries(files)
    .map(([file, after]) => ({ file, before: readIfThere(file), after }))
    .filter(({ before, after }) => before !== after)
}

function writeWithHistory(changes: FileChange[], history: History) {
  const change = historyChange(history)
  mkdirSync(dirname(change.file), { recursive: true })
  writeFiles([...changes, change])
}

function resultOf(changes: Change[]): SaveResult {
  const { files, versions } = readSources()
  return { versions, ...possibleSteps(), findings: findingsOf(files, changes) }
}

/** What can be undone and redone now, with the words for it: nothing where the files have changed otherwise. */
export function possibleSteps() {
  const { done, undone } = readHistory()
  const [undoable, redoable] = [done.at(-1), undone.at(-1)]
  const [canUndo, canRedo] = [canApply(undoable, 'undo'), canApply(redoable, 'redo')]
  return {
    canUndo,
    canRedo,
    undoLabel: canUndo ? undoable?.label : undefined,
    redoLabel: canRedo ? redoable?.label : undefined,
  }
}

function canApply(entry: Entry | undefined, direction: 'undo' | 'redo'): boolean {
  if (!entry) return false
  return Object.entries(entry.files).every(
    ([file, patch]) => applyPatch(readIfThere(file) ?? '', patch, direction) !== undefined,
  )
}

/** Takes the last save back. Throws EditError when its files have changed since. */
export function undo(): SaveResult & { keys: string[] } {
  const { done, undone } = readHistory()
  return step(done.at(-1), 'undo', (entry) => ({ done: done.slice(0, -1), undone: [...undone, entry] }))
}

/** Makes again what was taken back last. Throws EditError when its files have changed since. */
export function redo(): SaveResult & { keys: string[] } {
  const { done, undone } = readHistory()
  return step(undone.at(-1), 'redo', (entry) => ({ done: [...done, entry], undone: undone.slice(0, -1) }))
}

function step(entry: Entry | undefined, direction: 'undo' | 'redo', move: (entry: Entry) => History) {
  if (!entry) throw new EditError(409, `There is nothing to ${direction}.`)
  const made = Object.entries(entry.files).map(([file, patch]): FileChange => {
    const before = readIfThere(file) ?? ''
    const after = applyPatch(before, patch, direction)
    if (after === undefined) {
      throw new EditError(
        409,
        `${file} has changed since, and ${direction} would lose that. Change the text by hand.`,
        { file },
      )
    }
    return { file, before, after }
  })
  writeWithHistory(made, move(entry))
  const { files, versions } = readSources()
  const isTouched = (key: string) => entry.keys.includes(key)
  return { versions, ...possibleSteps(), findings: findingsOf(files, [], isTouched), keys: entry.keys }
}

function keysOf(changes: Change[], ...states: Sources[]): string[] {
  const keys = states.flatMap((files) => [...viewOf(files).english.messages.keys()])
  return [...new Set(keys.filter(touchedBy(changes)))]
}

/** “Hero.title (en, fr)” or “HomeFaq.items: fees moved”. */
function labelOf(changes: Change[]): string {
  const verbs = { add: 'added', move: 'moved', remove: 'deleted' }
  const names = changes.map((change) => {
    if ('list' in change) return `${change.list}: ${change.name} ${verbs[change.type]}`
    return change.type === 'accept' ? `${change.key} still fits` : change.key
  })
  const locales = [...new Set(changes.flatMap((change) => (change.type === 'set' ? change.locale : [])))]
  const [first, ...others] = [...new Set(names)]
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `${first}${more}${locales.length > 0 ? ` (${locales.join(', ')})` : ''}`
}
