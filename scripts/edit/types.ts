// The requests and answers that the editor's server and its pages exchange.
import { z } from 'zod'
import type { Finding } from '../copy/catalogs'
import type { Review } from '../copy/reviewed'

const key = z.string().min(1)
const name = z.string()
/** The entry before it; null for the first place. */
const after = z.string().nullable()

/** One edit; edits of list entries apply to all languages. */
const changeSchema = z.discriminatedUnion('type', [
  /** `brand` saves the text for this brand only. */
  z.strictObject({ type: z.literal('set'), key, locale: z.string(), text: z.string(), brand: z.boolean().optional() }),
  z.strictObject({
    type: z.literal('add'),
    list: key,
    name,
    after,
    /** By language and field. */
    texts: z.record(z.string(), z.record(z.string(), z.string())),
  }),
  z.strictObject({ type: z.literal('move'), list: key, name, after }),
  z.strictObject({ type: z.literal('remove'), list: key, name }),
  /** Confirms that a stale translation is still right: in one language, or in all. */
  z.strictObject({ type: z.literal('accept'), key, locale: z.string().optional() }),
])

export type Change = z.infer<typeof changeSchema>

/** The SHA-256 of each file that the page's texts came from. */
export type Versions = Record<string, string>

export const editSchema = z.strictObject({
  changes: z.array(changeSchema),
  versions: z.record(z.string(), z.string()),
})

export type Steps = { canUndo: boolean; canRedo: boolean; undoLabel?: string; redoLabel?: string }

/** `also` lists texts that make the same claim as a saved one and were not changed with it. */
export type SaveResult = Steps & { versions: Versions; findings: Finding[]; also: NamedKey[] }

export type NamedKey = { key: string; title: string }

export type TextInLanguage = {
  text: string
  file: string
  /** At the last proposal; null when the text is new. */
  committed: string | null
  review: Review
  /** Whether it is one of the brand's own texts. */
  ofBrand: boolean
}

export type EntryOfList = {
  list: string
  title: string
  name: string
  names: string[]
  fields: string[]
  /** Why it cannot be deleted. */
  kept: string | null
}

export type Budget = { what: string; min?: number; max: number; why: string }

/** The answer to `GET /_edit/text`. */
export type TextData = NamedKey & {
  locales: Record<string, TextInLanguage>
  places: ({ name: string } | { paths: Record<string, string> })[]
  budgets: Budget[]
  tags: string[]
  samples: Record<string, string>
  glossary: Record<string, { say: string; english: string }[]>
  findings: Finding[]
  list?: EntryOfList
  /** Texts that make the same claim elsewhere. */
  related: (NamedKey & { text: string })[]
  /** The brand whose own texts can be edited; null for the default brand. */
  brand: string | null
  versions: Versions
}

export type ShownChange = NamedKey & {
  page: string | null
  texts: { locale: string; before?: string; after?: string }[]
}

export type EditorState = Steps & { versions: Versions; changed: number; locales: string[]; notice?: string }

export type Match = NamedKey & {
  locale: string
  place: string
  /** The text as visitors read it, when it differs from `before`. */
  shown?: string
  before: string
  after: string
  ranges: [from: number, to: number][]
}

/** The answer to `GET /_edit/proposal`. */
export type Proposal = {
  message: string
  isOpen: boolean
  /** Where the open proposal can be read. */
  url: string | null
  changes: ShownChange[]
  files: string[]
  blocking: Finding[]
  destination: string | null
  /** `Name <address>`; null asks for both. */
  author: string | null
  problem?: string
}

export type Proposed = { sent: boolean; url: string | null; next: string[] }
