import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const list = z.array(z.string()).default([])

/** A regular expression in which case counts. */
const exact = z.string().transform((source) => new RegExp(source, 'u'))

/** A regular expression, whatever its case. */
const loose = z.string().transform((source) => new RegExp(source, 'iu'))

const pair = z.tuple([z.string(), z.string()])

/** What to say where a pattern is found. */
const pattern = z.strictObject({ find: exact, problem: z.string(), fix: z.string(), except: list })
const loosePattern = pattern.extend({ find: loose })

const languageSchema = z.strictObject({
  /** Marks that come in pairs, such as ¿ and ?. */
  pairs: z.array(pair).default([]),
  typography: z.array(pattern).default([]),
  /** What an English term (a regular expression) must become, and the forms that are wrong. */
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
  forbidden: z.array(z.strictObject({ find: loose, why: z.string(), except: list })).default([]),
  /** What a disclosure must say, in words that a regular expression finds. */
  required: z.array(z.strictObject({ key: z.string(), find: loose, what: z.string() })).default([]),
  /** Texts that are the same as in English, and words by which English left in a text is recognised. */
  sameAsEnglish: list,
  englishWords: list,
  /** What the specification says word for word. */
  specified: z.record(z.string(), z.string()).default({}),
})

const sharedSchema = z.strictObject({
  /** Terms that are written alike in every language. */
  verbatim: z.array(z.string()),
  pairs: z.array(pair),
  /** Spaces where none belong, and words that stand twice. */
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
  /** Groups that pages show entry by entry, as many as there are. */
  lists: z.array(z.string()),
  /** Entries of them that the site also shows by themselves. */
  entries: z.array(z.string()),
  /** Texts that may have link tags. */
  links: z.array(z.string()),
  /** How many entries the specification names. */
  counts: z.record(z.string(), z.number()),
})

export type LanguageTerms = z.infer<typeof languageSchema>
export type Pattern = z.infer<typeof pattern>
export type SharedTerms = z.infer<typeof sharedSchema>

const folder = join(import.meta.dirname, 'terms')

/** What the check knows of a language; a language without a file has no rules of its own. */
export function readTerms(locale: string): LanguageTerms {
  const file = join(folder, `${locale}.json`)
  return existsSync(file) ? parse(file, languageSchema) : languageSchema.parse({})
}

/** What holds for every language. */
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

/** Whether a key is one of these; `*` stands for one step of it. */
export function isAmong(key: string, patterns: string[]): boolean {
  return patterns.some((pattern) => {
    const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')
    return new RegExp(`^${source}$`).test(key)
  })
}
