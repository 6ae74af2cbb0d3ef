import { closeSync, copyFileSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { EditError } from './http'

/** `before` is undefined for a file that is not there yet. */
export type FileChange = { file: string; before: string | undefined; after: string }

/** Writes all files or none. Throws EditError when one has changed meanwhile, or cannot be written. */
export function writeFiles(changes: FileChange[]) {
  try {
    for (const { file, after } of changes) prepare(file, after)
    for (const { file, before } of changes) refuseChanged(file, before)
    replace(changes.map(({ file }) => file))
  } finally {
    for (const { file } of changes) for (const part of [next(file), previous(file)]) rmSync(part, { force: true })
  }
}

// Beside the file, so that the last step is only to rename it; no name of JSON, which the site would take for a catalog.
const next = (file: string) => `${file}.saving`
const previous = (file: string) => `${file}.before`

function prepare(file: string, after: string) {
  attempt(file, () => {
    // To rename over a file, one need not be allowed to write it; whoever made it read-only meant it.
    if (existsSync(file)) closeSync(openSync(file, 'r+'))
    writeFileSync(next(file), after)
    if (existsSync(file)) copyFileSync(file, previous(file))
  })
}

function refuseChanged(file: string, before: string | undefined) {
  const now = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (now !== before) throw new EditError(409, `${file} has just been changed by another program. Reload the page.`)
}

function replace(files: string[]) {
  const replaced: string[] = []
  for (const file of files) {
    try {
      attempt(file, () => renameSync(next(file), file))
    } catch (error) {
      for (const done of replaced) restore(done)
      throw error
    }
    replaced.push(file)
  }
}

function restore(file: string) {
  if (existsSync(previous(file))) renameSync(previous(file), file)
  else rmSync(file)
}

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full. Make space and save again.',
  EDQUOT: 'The disk is full. Make space and save again.',
  EROFS: 'The disk is read-only.',
}

function attempt(file: string, step: () => void) {
  try {
    step()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const refused = /^(EACCES|EPERM|EBUSY)$/.test(code)
      ? `${file} cannot be written: it is read-only, or another program keeps it open.`
      : `${file} cannot be written (${code}).`
    throw new EditError(500, `Nothing was saved. ${reasons[code] ?? refused}`)
  }
}
