import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { claimNames } from '@/lib/brand/claims'
import { topicNames } from '@/lib/brand/disclosures'
import { paths } from '@/lib/routes'
import { pageContent } from '@/lib/seo/page-content'
import { keysOf } from '@/lib/text'
import { fileError, readJson } from '@/lib/text-file.mjs'

const list = z.array(z.string()).default([])

const exact = z.string().transform((source) => new RegExp(source, 'u'))

const loose = z.string().transform((source) => new RegExp(source, 'iu'))

const pair = z.tuple([z.string(), z.string()])

const pattern = z.strictObject({
  find: exact,
  /**
   * The editor's replacement; undefined if a person has to decide. If set,
   * `find` has no groups.
   */
  replace: z.string().optional(),
  problem: z.string(),
  fix: z.string(),
  except: list,
})
const loosePattern = pattern.extend({ find: loose })

const languageSchema = z.strictObject({
  /**
   * The language variety the texts are written in, for the people who write
   * them.
   */
  variety: z.string().optional(),
  /** The package with cspell's dictionary of the language. */
  dictionary: z.string().optional(),
  /** Pronouns that are written together with the verb before them. */
  enclitics: exact.optional(),
  pairs: z.array(pair).default([]),
  typography: z.array(pattern).default([]),
  /**
   * English terms (regular expressions) with their translations and wrong
   * translations.
   */
  glossary: z
    .array(
      z.strictObject({
        english: loose.optional(),
        use: loose.optional(),
        say: z.string(),
        never: loose.optional(),
        except: list,
      }),
    )
    .default([]),
  /**
   * Words that only fit some brands: a number of years, offices or telephone
   * lines.
   */
  facts: z.array(z.strictObject({ find: loose, fix: z.string() })).default([]),
  /** Words that change before a name that begins with a vowel. */
  elided: exact.optional(),
  forbidden: z
    .array(z.strictObject({ find: loose, why: z.string(), except: list }))
    .default([]),
  /**
   * Words that make a claim. A brand's own texts may use them only if the brand
   * confirms the claim.
   */
  claims: z.partialRecord(z.enum(claimNames), loose).default({}),
  required: z
    .array(
      z.strictObject({
        key: z.string(),
        find: loose,
        what: z.string(),
        /** A fact of the brand that makes the statement untrue. */
        unless: z.enum(['rates']).optional(),
      }),
    )
    .default([]),
  /**
   * Translations that may equal the English text, and words that reveal
   * untranslated English.
   */
  sameAsEnglish: list,
  englishWords: list,
})

const sharedSchema = z.strictObject({
  verbatim: z.array(z.string()),
  pairs: z.array(pair),
  spacing: z.array(loosePattern),
  /** Patterns that distinguish small letters from capitals. */
  capitals: z.array(pattern),
  budgets: z.array(
    z.strictObject({
      what: z.string(),
      keys: z.array(z.string()),
      min: z.number().optional(),
      max: z.number(),
      level: z.enum(['error', 'warning']),
      why: z.string(),
    }),
  ),
  /** Groups whose entries the pages loop over. */
  lists: z.array(z.string()),
  entries: z.array(z.string()),
  links: z.array(z.string()),
  /**
   * The pages, or other places, that show the texts whose keys start with a
   * prefix. The longest prefix wins. A page's metadata and its namespaces
   * (lib/seo/page-content.ts) need no entry.
   */
  places: z.record(z.string(), z.array(z.string())),
  /**
   * Groups of texts that make the same claim. The others must not say more than
   * the first.
   */
  related: z.array(z.array(z.string())).default([]),
  /** Names and units that texts may mention only if brand.json does. */
  unstated: z.array(z.strictObject({ find: exact, except: list })),
  /**
   * The disclosure topic that must contain the figures and names of a page's
   * text, by the text's key.
   */
  disclosed: z.record(z.string(), z.enum(topicNames)).default({}),
})

export type LanguageTerms = z.infer<typeof languageSchema>
export type Pattern = z.infer<typeof pattern>

export const termsOf = memoize((locale: string) =>
  hasTerms(locale)
    ? parse(fileOf(locale), languageSchema)
    : languageSchema.parse({}),
)

/** Whether the language has its own typography, glossary and other rules. */
export function hasTerms(locale: string): boolean {
  return existsSync(fileOf(locale))
}

export const sharedTerms = memoize(() => parse(fileOf('shared'), sharedSchema))

/** Returns the pages, or other places, that show a text. */
export function pagesShowing(key: string): string[] {
  const places = allPlaces()
  const steps = key.split('.')
  const starts = steps.map((_, index) =>
    steps.slice(0, steps.length - index).join('.'),
  )
  return starts.map((start) => places[start]).find(Boolean) ?? []
}

/** The recorded places, and the pages with their metadata and namespaces. */
export const allPlaces = memoize(() => {
  const places: Record<string, string[]> = {}
  for (const page of keysOf(paths)) {
    places[`Metadata.${page}`] = [paths[page]]
    for (const namespace of pageContent[page].namespaces)
      places[namespace] = [...(places[namespace] ?? []), paths[page]]
  }
  return { ...places, ...sharedTerms().places }
})

/**
 * Whether a key matches a pattern, in which `*` matches one segment of a key.
 */
export function isAmong(key: string, patterns: string[]): boolean {
  return patterns.some((pattern) => expressionOf(pattern).test(key))
}

const expressionOf = memoize((pattern: string) => {
  return new RegExp(
    `^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`,
  )
})

/**
 * Memoizes a function, because each check calls it several hundred thousand
 * times.
 */
export function memoize<Value>(
  make: (name: string) => Value,
): (name?: string) => Value {
  const known = new Map<string, Value>()
  return (name = '') => {
    const value = known.has(name) ? (known.get(name) as Value) : make(name)
    known.set(name, value)
    return value
  }
}

function fileOf(name: string): string {
  return join(import.meta.dirname, 'terms', `${name}.json`)
}

function parse<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(readJson(file))
  if (success) return data
  throw fileError(`${file}: ${z.prettifyError(error)}`)
}
