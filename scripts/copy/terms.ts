import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A pattern (regular expression, whatever its case) and what to say where it is found. */
const pattern = z.strictObject({ find: z.string(), problem: z.string(), fix: z.string(), except: keys() })

const languageSchema = z.strictObject({
  /** Marks that come in pairs, such as ¿ and ?. */
  pairs: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** Typography; here case counts. */
  typography: z.array(pattern).default([]),
  /** What an English term (a regular expression) must become, and the forms that are wrong. */
  glossary: z
    .array(
      z.strictObject({
        english: z.string().optional(),
        use: z.string().optional(),
        say: z.string(),
        never: z.string().optional(),
        except: keys(),
      }),
    )
    .default([]),
  forbidden: z.array(z.strictObject({ find: z.string(), why: z.string(), except: keys() })).default([]),
  /** What a disclosure must say, in words that a regular expression finds. */
  required: z.array(z.strictObject({ key: z.string(), find: z.string(), what: z.string() })).default([]),
  /** Terms that the language may say twice in a row. */
  doubled: z.array(z.string()).default([]),
  /** Texts that are the same as in English, and words by which English left in a text is recognised. */
  sameAsEnglish: z.array(z.string()).default([]),
  englishWords: z.array(z.string()).default([]),
  /** What the specification says word for word. */
  specified: z.record(z.string(), z.string()).default({}),
})

const sharedSchema = z.strictObject({
  /** Terms that are written alike in every language. */
  verbatim: z.array(z.string()),
  pairs: z.array(z.tuple([z.string(), z.string()])),
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

function keys() {
  return z.array(z.string()).default([])
}

/** Whether a key is one of these; `*` stands for one step of it. */
export function isAmong(key: string, patterns: string[]): boolean {
  return patterns.some((pattern) => {
    const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')
    return expression(`^${source}$`).test(key)
  })
}

const expressions = new Map<string, RegExp>()

/** The regular expression of a rule, made once. */
export function expression(source: string, flags = 'u'): RegExp {
  const name = `${flags} ${source}`
  const known = expressions.get(name) ?? new RegExp(source, flags)
  expressions.set(name, known)
  return known
}
