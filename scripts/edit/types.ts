import { z } from 'zod'
import type { Review } from '../copy/reviewed'
import type { Finding } from '../copy/types'

const key = z.string().min(1)
const name = z.string()
// More would take the check too long; the longest text of the site has some 500 characters.
const text = z.string().max(5_000)
/** The entry that one follows; null for the first place. */
const after = z.string().nullable()

/** One edit, in all languages where it is of an entry of a list. */
const changeSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('set'), key, locale: z.string(), text }),
  z.strictObject({
    type: z.literal('add'),
    list: key,
    name,
    after,
    /** By language and field. */
    texts: z.record(z.string(), z.record(z.string(), text)),
  }),
  z.strictObject({ type: z.literal('move'), list: key, name, after }),
  z.strictObject({ type: z.literal('remove'), list: key, name }),
  /** Its stale translations still fit the English text: that of one language, or all. */
  z.strictObject({ type: z.literal('accept'), key, locale: z.string().optional() }),
])

export type Change = z.infer<typeof changeSchema>

/** The SHA-256 of each file that the page's texts came from. */
const versionsSchema = z.record(z.string(), z.string())

export type Versions = z.infer<typeof versionsSchema>

export const editSchema = z.strictObject({ changes: z.array(changeSchema), versions: versionsSchema })

/** What can be undone and redone now, and what that was. */
type Steps = { canUndo: boolean; canRedo: boolean; undoLabel?: string; redoLabel?: string }

export type SaveResult = Steps & { versions: Versions; findings: Finding[] }

export type TextInLanguage = {
  text: string
  file: string
  line: number
  /** At the last commit; null when it is not there yet. */
  committed: string | null
  review: Review
  /** Whether it stands in the brand's own texts, for this brand only. */
  ofBrand: boolean
}
