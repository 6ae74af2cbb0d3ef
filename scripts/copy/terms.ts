import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const list = z.array(z.string()).default([])

const exact = z.string().transform((source) => new RegExp(source, 'u'))

const loose = z.string().transform((source) => new RegExp(source, 'iu'))

const pair = z.tuple([z.string(), z.string()])

const pattern = z.strictObject({ find: exact, problem: z.string(), fix: z.string(), except: list })
const loosePattern = pattern.extend({ find: loose })

const languageSchema = z.strictObject({
  /** Which of its varieties the texts are written in: for whoever writes them. */
  variety: z.string().optional(),
  pairs: z.array(pair).default([]),
  typography: z.array(pattern).default([]),
  /** English terms (regular expressions) with their translations and wrong forms. */
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
  /** Words that hold for some brands only: a number of years, offices or telephone lines. */
  facts: z.array(z.strictObject({ find: loose, fix: z.string() })).default([]),
  forbidden: z.array(z.strictObject({ find: loose, why: z.string(), except: list })).default([]),
  required: z.array(z.strictObject({ key: z.string(), find: loose, what: z.string() })).default([]),
  /** Texts that equal the English ones, and words that reveal leftover English. */
  sameAsEnglish: list,
  englishWords: list,
})

const sharedSchema = z.strictObject({
  verbatim: z.array(z.string()),
  pairs: z.array(pair),
  spacing: z.array(loosePattern),
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
  /** Groups whose entries pages show in a loop. */
  lists: z.array(z.string()),
  entries: z.array(z.string()),
  links: z.array(z.string()),
  /** The pages, or the other places, that show the texts whose keys start so. The longest start counts. */
  places: z.record(z.string(), z.array(z.string())),
  /** Answers of the pages and of the assistant that make the same claim. */
  related: z.array(z.array(z.string())).default([]),
})

export type LanguageTerms = z.infer<typeof languageSchema>
export type Pattern = z.infer<typeof pattern>
export type SharedTerms = z.infer<typeof sharedSchema>

const folder = join(import.meta.dirname, 'terms')

function readTerms(locale: string): LanguageTerms {
  const file = join(folder, `${locale}.json`)
  return existsSync(file) ? parse(file, languageSchema) : languageSchema.parse({})
}

export function createTermsReader(): (locale: string) => LanguageTerms {
  const known = new Map<string, LanguageTerms>()
  return (locale) => {
    const terms = known.get(locale) ?? readTerms(locale)
    known.set(locale, terms)
    return terms
  }
}

export function readSharedTerms(): SharedTerms {
  return parse(join(folder, 'shared.json'), sharedSchema)
}

function parse<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message}`)
  }
}

export function placesOf(key: string, { places }: Pick<SharedTerms, 'places'>): string[] {
  const steps = key.split('.')
  for (let length = steps.length; length > 0; length--) {
    const found = places[steps.slice(0, length).join('.')]
    if (found) return found
  }
  return []
}

/** `*` in a pattern stands for one step of a key. */
export function isAmong(key: string, patterns: string[]): boolean {
  return patterns.some((pattern) => expressionOf(pattern).test(key))
}

const expressions = new Map<string, RegExp>()

// Compiled once: each check asks some hundred thousand times.
function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern)
  if (known) return known
  const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')
  const made = new RegExp(`^${source}$`)
  expressions.set(pattern, made)
  return made
}
