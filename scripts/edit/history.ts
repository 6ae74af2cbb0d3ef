// What was saved, so that it can be undone after a restart too.
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { digest } from './catalogs'
import type { FileChange } from './write-files'

const historyFile = '.cache/edit/history.json'

const maxEntries = 100

// From `at` on, `removed` was replaced by `added`; before and after are the SHA-256 of the whole file.
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

export type Entry = z.infer<typeof entrySchema>
export type History = z.infer<typeof historySchema>

type Patch = z.infer<typeof patchSchema>

/** An unreadable history is none: the texts do not depend on it. */
export function readHistory(): History {
  const { success, data } = historySchema.safeParse(parse(readIfThere(historyFile)))
  return success ? data : { done: [], undone: [] }
}

function parse(source = ''): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

export function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function remember({ done }: History, entry: Entry): History {
  return { done: [...done, entry].slice(-maxEntries), undone: [] }
}

export function historyChange(history: History): FileChange {
  return { file: historyFile, before: readIfThere(historyFile), after: JSON.stringify(history) }
}

export function patchOf(before: string, after: string): Patch {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && before[at] === after[at]) at++
  let end = 0
  while (end < shorter - at && before.at(-1 - end) === after.at(-1 - end)) end++
  const removed = before.slice(at, before.length - end)
  const added = after.slice(at, after.length - end)
  return { before: digest(before), after: digest(after), at, removed, added }
}

/** A file with a patch taken back or made again; undefined when it is not as the patch left it. */
export function applyPatch(source: string, patch: Patch, direction: 'undo' | 'redo'): string | undefined {
  const [from, to] = direction === 'undo' ? [patch.added, patch.removed] : [patch.removed, patch.added]
  const expected = direction === 'undo' ? patch.after : patch.before
  if (digest(source) !== expected) return undefined
  return source.slice(0, patch.at) + to + source.slice(patch.at + from.length)
}
