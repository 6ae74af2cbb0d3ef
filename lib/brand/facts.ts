import { isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod'
import { findRoute, productPage } from '@/lib/routes'
import {
  isRecord,
  mapValues,
  mergeTexts,
  type OwnTexts,
  parseJson,
} from '@/lib/text'
import { claimsSchema } from './claims'
import { disclosuresSchema, line, locales, textByLanguage } from './disclosures'
import type { BrandFiles } from './folder.mjs'

const maybeEmpty = z.string('must be text; it may be empty').default('')
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an http(s) address',
})
const phone = z
  .string()
  .regex(
    /^\+[0-9][0-9 ().-]{6,24}$/,
    'must be a number in international form, +…',
  )

const timeOfDay = z
  .string('must be text')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time, such as 09:00')

const placeError = 'must be a place, not a number or an e-mail address'

function isPlace(text: string): boolean {
  return /\p{L}/u.test(text) && !text.includes('@')
}

const office = z.strictObject({
  city: textByLanguage.refine(
    (city) => Object.values(city).every(isPlace),
    placeError,
  ),
  street: line.refine(isPlace, placeError),
  region: maybeEmpty,
  postalCode: maybeEmpty,
  country: z
    .string('must be text')
    .refine(
      (code) => isSupportedCountry(code),
      'must be a two-letter country code in capitals (ISO 3166-1), such as CA',
    ),
  timeZone: z
    .string('must be text')
    .refine(
      isTimeZone,
      'must be a time zone of the IANA database, such as America/Toronto',
    )
    .optional(),
  /** The hours from Monday to Friday, in the office's time zone. */
  hours: z.strictObject({ opens: timeOfDay, closes: timeOfDay }).optional(),
})

const year = z
  .int('must be a year')
  .min(1000, 'must be a year')
  .refine(
    (year) => year <= new Date().getFullYear(),
    'must not be in the future',
  )

const pathName = z
  .string('must be text')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'must consist of lower-case letters, digits and hyphens, such as direct-reserve',
  )
  .refine(
    (path) => `/${path}` === productPage || isFree(path),
    'must not be the address of another page',
  )

// Allows at most 18 decimals, as in the reports' figures
// (lib/attestations/decimal.ts).
const decimals = z
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(18, 'must be 18 or less')
  .default(18)

const reserved = [...locales, 'api', 'operator', 'healthz', 'metrics', 'readyz']

function isFree(path: string): boolean {
  return !findRoute(`/${path}`) && !reserved.includes(path)
}

/**
 * The facts of a company, from `brand.json` in its folder. If a link is
 * omitted, whatever depends on it is omitted from the site.
 */
const schema = z.strictObject({
  /** The paths of the values that `npm run brand -- new` made up. */
  placeholders: z.array(line).default([]),
  name: line,
  product: line,
  founded: year,
  email: z.email('must be an e-mail address'),
  phones: z
    .strictObject({
      northAmerica: phone.optional(),
      worldwide: phone.optional(),
    })
    .refine(
      ({ northAmerica, worldwide }) => northAmerica || worldwide,
      'must contain northAmerica, worldwide or both',
    ),
  offices: z.array(office).nonempty('must have one office or more'),
  links: z
    .strictObject({
      shop: webAddress.optional(),
      prices: webAddress.optional(),
      privacy: webAddress.optional(),
      terms: webAddress.optional(),
      meeting: webAddress.optional(),
    })
    .default({}),
  /** How the site reads the tokens' blockchain and links to it. */
  chain: z
    .strictObject({
      explorer: webAddress.optional(),
      decimals: z
        .strictObject({ gold: decimals, silver: decimals })
        .prefault({}),
    })
    .prefault({}),
  /**
   * Whether the home page's quotation is shown as made up, shown without a
   * label, or hidden.
   */
  testimonial: z
    .enum(['illustrative', 'genuine', 'hidden'])
    .default('illustrative'),
  attestor: line.optional(),
  /**
   * The last segment of the product page's path. Its former segments redirect
   * to it.
   */
  productPath: pathName.optional(),
  formerProductPaths: z.array(pathName).default([]),
  /**
   * The claims in the shared texts that the company confirms. All others are
   * left out.
   */
  claims: claimsSchema.default({}),
  disclosures: disclosuresSchema.default({
    examples: false,
    rows: [],
    parties: [],
  }),
})

export type BrandFacts = z.output<typeof schema>

/**
 * The message is one sentence that names the file and all its problems;
 * `problems` lists them one by one.
 */
export class BrandError extends Error {
  override name = 'BrandError'
  readonly problems: string[]

  constructor(sentence: string, problems: string[] = []) {
    super(
      problems.length > 0 ? `${sentence}: ${problems.join('; ')}.` : sentence,
    )
    this.problems = problems.length > 0 ? problems : [sentence]
  }
}

export function parseFacts(
  text: string | undefined,
  file: string,
  changes: object = {},
): BrandFacts {
  if (text === undefined)
    throw new BrandError(
      `There is no ${file}: BRAND must be the name of a folder in brands/, or a path.`,
    )
  const { success, data, error } = schema.safeParse(
    mergeTexts(Object(parseBrandFile(text, file)), changes),
  )
  if (success) return data
  throw new BrandError(`Invalid brand facts in ${file}`, describeIssues(error))
}

export function parseBrandFile(text: string, file: string): unknown {
  const json = parseJson(text)
  if (json === undefined)
    throw new BrandError(
      `${file} is not valid JSON: check its commas, quotation marks and brackets.`,
    )
  if (text.includes('\uFFFD'))
    throw new BrandError(
      `${file} is not UTF-8, so characters are lost: save it as UTF-8.`,
    )
  return json
}

export function parseTexts({
  folder,
  messages,
}: BrandFiles): Partial<Record<string, OwnTexts>> {
  return mapValues(messages, (text, locale) => {
    const tree = parseJson(text)
    if (isRecord(tree)) return tree as OwnTexts
    throw new BrandError(
      `${folder}/messages/${locale}.json is not a valid catalog: npm run copy shows where.`,
    )
  })
}

export function describeIssues({ issues }: z.ZodError): string[] {
  const problems = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys')
      return [`${issue.path.join('.')}: ${issue.message}`]
    return issue.keys.map(
      (key) =>
        `${[...issue.path, key].join('.')} is not a known key; check its spelling`,
    )
  })
  return [...new Set(problems)]
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]\w+\/|^UTC$/.test(name)
  } catch {
    return false
  }
}
