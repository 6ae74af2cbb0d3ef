// Saves changes and confirmed translations, all or nothing; undoes and redoes
// them.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { parseJson } from '@/lib/text'
import { readText, writeText } from '@/lib/text-file.mjs'
import type { Sources } from '../copy/catalogs'
import { readReviews, recordConfirmed, reviewedFile } from '../copy/reviewed'
import { textsIn } from '../copy/translated-from'
import { applyChanges } from './apply-changes'
import { messageIn, readView, replacementOf, type View } from './catalogs'
import { type Change, saveSchema } from './change-schema'
import {
  errorsAmong,
  findingsOf,
  isBreaking,
  typeset,
  typesetChanges,
} from './check'
import { EditError, type Routes, runExclusively, withBody } from './http'
import { relatedTo, titleOf } from './names'

/** The entire text of a file; undefined if the file does not exist. */
type FileChange = { file: string; before?: string; after?: string }

/** A save, undo or redo. */
type Step = {
  changes: FileChange[]
  /** The path that the step's file is moved to after its changes are written. */
  target: string
  /** The path of the step that an undo or redo reverts. */
  reverted?: string
}

/** The step in progress. */
const journal = '.cache/edit/steps/current.json'
const doneFolder = '.cache/edit/steps/done'
const undoneFolder = '.cache/edit/steps/undone'
const maxSteps = 50

export type SaveResult = ReturnType<typeof resultOf> & {
  errors?: number
  /** Whether spaces, quotation marks or apostrophes were corrected. */
  isCorrected?: boolean
}

export const saveRoutes: Routes = {
  'POST /_edit/save': withBody(saveSchema, ({ changes, stopsAtErrors }) => {
    const { corrected, isCorrected } = typesetChanges(changes)
    return runExclusively(() => ({
      ...saveChanges(corrected, { errors: stopsAtErrors ? 'refuse' : 'keep' }),
      isCorrected,
    }))
  }),
  'POST /_edit/undo': withBody(z.unknown(), () => runExclusively(undo)),
  'POST /_edit/redo': withBody(z.unknown(), () =>
    runExclusively(() => revert(undoneFolder, doneFolder)),
  ),
}

/** Throws EditError on a conflict, or for texts that pages could not show. */
export function saveChanges(
  changes: Change[],
  { errors: onErrors = 'keep' }: { errors?: 'refuse' | 'keep' } = {},
) {
  const view = readView()
  refuseConflict(changes, view)
  const files = applyChanges(view.files, changes)
  const findings = findingsOf(files, changes)
  const written = errorsAmong(findings, changes)
  if (written.some(isBreaking)) {
    const sentence =
      'Nothing was saved, because pages could not show this text.'
    throw new EditError(422, sentence, { findings })
  }
  if (onErrors === 'refuse' && written.length > 0) {
    const sentence = 'Correct the errors, or try again to keep them.'
    throw new EditError(422, sentence, { findings })
  }
  const made = changesTo({ ...files, ...recordsAfter(files, changes) })
  if (made.length > 0) {
    makeStep(made, doneFolder)
    rmSync(undoneFolder, { recursive: true, force: true })
    for (const step of listSteps(doneFolder).slice(0, -maxSteps)) rmSync(step)
  }
  const errors = findings.filter(({ level }) => level === 'error').length
  return { ...resultOf(changes), errors }
}

/**
 * Accepts a text that is already on disk, because the same button may have been
 * pressed twice.
 */
function refuseConflict(changes: Change[], view: View) {
  const texts = changes.flatMap((change) => {
    if (change.type !== 'set') return []
    const { key, locale, base, text } = change
    const onDisk = messageIn(view.shown, locale, key)?.text ?? ''
    const onPage = replacementOf(key, locale, view)?.text
    return [text, base, typeset(locale, base)].some((seen) =>
      [onDisk, onPage].includes(seen),
    )
      ? []
      : { key, locale, onDisk }
  })
  const sentence =
    'Nothing was saved, because someone changed these texts elsewhere after you opened this page.'
  if (texts.length > 0) throw new EditError(409, sentence, { texts })
}

/** Returns the file of confirmed translations, if changes confirm one. */
function recordsAfter(files: Sources, changes: Change[]): Sources {
  const accepted = changes.filter(({ type }) => type === 'accept')
  if (accepted.length === 0) return {}
  const records = recordConfirmed(readReviews(), files, ({ locale, key }) =>
    accepted.some(
      (change) =>
        'locale' in change && change.locale === locale && change.key === key,
    ),
  )
  return { [reviewedFile]: records }
}

function changesTo(files: Sources): FileChange[] {
  const changes = Object.entries(files).map(([file, after]) => ({
    file,
    before: readText(file),
    after,
  }))
  return changes.filter(({ before, after }) => before !== after)
}

/**
 * Returns other texts that make the same claim as the changed ones, and the
 * texts that an undo or redo changed.
 */
function resultOf(changes: Change[], reverted: FileChange[] = []) {
  const keys = changes.flatMap((change) => ('key' in change ? change.key : []))
  const also = new Set(
    keys.flatMap(relatedTo).filter((key) => !keys.includes(key)),
  )
  return {
    also: [...also].map((key) => ({ key, title: titleOf(key) })),
    reverted: changedTexts(reverted),
  }
}

/**
 * Lists the changed texts: first those that still exist, because the editor
 * shows one of them.
 */
function changedTexts(files: FileChange[]) {
  const texts = files.flatMap(({ file, before = '', after = '' }) => {
    if (file === reviewedFile) return []
    const [old, now] = [textsIn(parseJson(before)), textsIn(parseJson(after))]
    return [...now.keys(), ...old.keys()]
      .filter((key) => old.get(key) !== now.get(key))
      .map((key) => ({
        key,
        title: titleOf(key),
        isNew: !old.has(key),
        isGone: !now.has(key),
      }))
  })
  return [...new Map(texts.map((text) => [text.key, text])).values()]
}

export const canUndo = () => canRevert(doneFolder)

export const canRedo = () => canRevert(undoneFolder)

function canRevert(folder: string): boolean {
  const step = readStep(listSteps(folder).at(-1))
  return (
    step?.changes.every(({ file, after }) => readText(file) === after) ?? false
  )
}

export const undo = () => revert(doneFolder, undoneFolder)

/**
 * Reverts the last step in `from`, and stores the reversed step in `to`. Undo
 * and redo are the same operation.
 */
function revert(from: string, to: string): SaveResult {
  const last = listSteps(from).at(-1)
  const step = readStep(last)
  const name = from === doneFolder ? 'undo' : 'redo'
  if (!step) throw new EditError(409, `There is nothing to ${name}.`)
  const changed = step.changes.find(
    ({ file, after }) => readText(file) !== after,
  )
  if (changed) {
    const sentence = `${changed.file} has changed in the meantime, and ${name} would lose that change. Edit the text instead.`
    throw new EditError(409, sentence)
  }
  const reverted = reversed(step.changes)
  makeStep(reverted, to, last)
  return resultOf([], reverted)
}

function reversed(changes: FileChange[]): FileChange[] {
  return changes.map(({ file, before, after }) => ({
    file,
    before: after,
    after: before,
  }))
}

function listSteps(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.sort().map((name) => `${folder}/${name}`)
}

function readStep(file: string | undefined): Step | undefined {
  return parseJson((file && readText(file)) ?? '') as Step | undefined
}

/** Throws EditError, and changes nothing, if a file cannot be written. */
function makeStep(changes: FileChange[], folder: string, reverted?: string) {
  const step = { changes, target: `${folder}/${Date.now()}.json`, reverted }
  replaceFile(journal, JSON.stringify(step))
  try {
    writeFiles(changes)
  } catch (error) {
    rmSync(journal)
    throw error
  }
  finishStep(step)
}

/**
 * Moves the journal last, so that `recoverFiles` can finish an interrupted
 * step.
 */
function finishStep({ target, reverted }: Step) {
  mkdirSync(dirname(target), { recursive: true })
  if (reverted) rmSync(reverted, { force: true })
  renameSync(journal, target)
}

/** Completes a step interrupted by a crash. Returns whether there was one. */
export function recoverFiles(): boolean {
  const step = readStep(journal)
  if (!step) return false
  writeFiles(
    step.changes.filter(({ file, before }) => readText(file) === before),
  )
  finishStep(step)
  return true
}

function writeFiles(changes: FileChange[]) {
  const replaced: FileChange[] = []
  try {
    for (const change of changes) {
      replaceFile(change.file, change.after)
      replaced.push(change)
    }
  } catch (error) {
    for (const { file, before } of replaced) replaceFile(file, before)
    throw error
  }
}

function replaceFile(file: string, text: string | undefined) {
  if (text === undefined) return rmSync(file, { force: true })
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeText(file, text)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    const reason = isFull
      ? 'The disk is full. Free some space and save again.'
      : `${file} cannot be written (${code}): it may be read-only, or open in another program.`
    throw new EditError(500, `Nothing was saved. ${reason}`)
  }
}
