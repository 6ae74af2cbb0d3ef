import { z } from 'zod'
import type { TextTree } from '@/lib/map-texts'
import { parseJson } from '@/lib/parse-json'
import { officeList, phone, webAddress } from '@/lib/setting-types'
import { disclosuresSchema } from './disclosures'
import type { BrandFiles } from './folder.mjs'

const line = z.string().trim().min(1, { error: 'must not be empty' })
const year = z.int({ error: 'must be a year' }).min(1000).max(9999)

/** The facts of a company, `brand.json` in its folder. A link that is left out appears nowhere, nor what speaks of it. */
const schema = z.strictObject({
  name: line,
  product: line,
  founded: year,
  email: z.email({ error: 'must be an e-mail address' }),
  phones: z
    .strictObject({ northAmerica: phone.optional(), worldwide: phone.optional() })
    .refine(({ northAmerica, worldwide }) => northAmerica || worldwide, { error: 'must hold one number or both' }),
  offices: officeList,
  links: z
    .strictObject({
      shop: webAddress.optional(),
      prices: webAddress.optional(),
      privacy: webAddress.optional(),
      terms: webAddress.optional(),
    })
    .default({}),
  /** Whether the quotation of the home page is labelled as made up, stands without a label, or is not shown. */
  testimonial: z.enum(['illustrative', 'genuine', 'hidden']).default('illustrative'),
  disclosures: disclosuresSchema.default({}),
})

export type BrandFacts = z.output<typeof schema>

/** Its message is one sentence that names the file and everything that is wrong there; `problems` are these singly. */
export class BrandError extends Error {
  override name = 'BrandError'
  readonly problems: string[]

  constructor(sentence: string, problems: string[] = []) {
    super(problems.length > 0 ? `${sentence}: ${problems.join('; ')}.` : sentence)
    this.problems = problems.length > 0 ? problems : [sentence]
  }
}

/** Checks the text of a `brand.json`; `file` is named in errors. Throws BrandError. */
export function parseFacts(text: string | undefined, file: string): BrandFacts {
  if (text === undefined) throw new BrandError(`There is no ${file}: BRAND names a folder of brands/, or a path.`)
  const json = parseJson(text)
  if (json === undefined) throw new BrandError(`${file} is not JSON: an editor shows the place.`)
  const result = schema.safeParse(json)
  if (result.success) return result.data
  throw new BrandError(`The facts of the brand (${file}) are wrong`, problemsOf(result.error))
}

/** A brand's own texts by language. Throws BrandError for a file that is no catalog; `npm run copy` checks the texts. */
export function parseTexts({ folder, messages }: BrandFiles): Partial<Record<string, TextTree>> {
  const texts = Object.entries(messages).map(([locale, text]) => {
    const tree = parseJson(text)
    const isCatalog = typeof tree === 'object' && tree !== null && !Array.isArray(tree)
    if (!isCatalog)
      throw new BrandError(`${folder}/messages/${locale}.json is no catalog: npm run copy shows the place.`)
    return [locale, tree as TextTree]
  })
  return Object.fromEntries(texts)
}

/** Each problem with its place, such as `offices.0.city`. */
export function problemsOf({ issues }: z.ZodError): string[] {
  return [...new Set(issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`))]
}
