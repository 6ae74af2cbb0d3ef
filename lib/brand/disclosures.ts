import { z } from 'zod'
import languages from '../languages.json' with { type: 'json' }
import { hasValidChecksum } from './contract-address'

type Language = keyof typeof languages

const codes = Object.keys(languages) as Language[]
const missing = `is missing: words are needed in each language of the site (${codes.join(', ')})`

const line = z.string({ error: 'must be text' }).trim().min(1, { error: 'must not be empty' })
const inOneLanguage = z
  .string({ error: ({ input }) => (input === undefined ? missing : 'must be text') })
  .trim()
  .min(1, { error: missing })

/** What is words: the same in each language of the site. */
const words = z.strictObject(Object.fromEntries(codes.map((code) => [code, inOneLanguage])) as Texts, {
  error: ({ code }) => (code === 'unrecognized_keys' ? undefined : `must be words by language (${codes.join(', ')})`),
})

type Texts = Record<Language, typeof inOneLanguage>

const https = z.url({ protocol: /^https$/, error: 'must be an https:// address' })
const isEmail = (value: string) => z.email().safeParse(value).success
const contact = z
  .string({ error: 'must be text' })
  .refine((value) => isEmail(value) || https.safeParse(value).success, {
    error: 'must be an e-mail address or an https:// address',
  })

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regions.of(code) !== undefined
const country = z
  .string({ error: 'must be text' })
  .refine(isCountry, { error: 'must be a country in two capital letters (ISO 3166-1), such as CA' })
const currency = z
  .string({ error: 'must be text' })
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), {
    error: 'must be a currency in three capital letters (ISO 4217), such as USD',
  })
const timeZone = z.string({ error: 'must be text' }).refine(isTimeZone, {
  error: 'must be a time zone of the IANA database, such as America/Toronto',
})

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const day = z.enum(days, { error: `must be one of ${days.join(', ')}` })
const time = z
  .string({ error: 'must be text' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:00' })
const yes = z.literal(true, { error: 'must be true, or be left out' })
const flag = z.boolean({ error: 'must be true or false' })

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, { error: 'must be a list' }).nonempty({ error: 'must not be an empty list' })
}

/** An object of which at least one part is set. */
function some<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .strictObject(shape)
    .partial()
    .refine((value) => Object.keys(value).length > 0, { error: 'must not be empty' })
}

const token = z.strictObject({
  metal: z.enum(['gold', 'silver'], { error: 'must be gold or silver' }),
  network: line,
  chainId: z.int({ error: 'must be a whole number' }).positive({ error: 'must be above 0' }),
  address: z
    .string({ error: 'must be text' })
    .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be 0x and 40 hexadecimal digits' })
    .refine(hasValidChecksum, { error: 'has a wrong checksum (EIP-55): copy it from the explorer' }),
  explorer: https.refine((url) => url.includes('{address}'), { error: 'must have {address} in it' }),
})

const parts = {
  legalEntity: z.strictObject({
    name: line,
    form: words.optional(),
    registration: line.optional(),
    register: words.optional(),
    address: words.optional(),
  }),
  regulation: z.strictObject({ regulator: words, licence: words.optional(), url: https.optional() }),
  jurisdictions: some({ served: list(country), terms: words, excluded: list(country) }),
  attestor: z.strictObject({ firm: line, standard: line.optional(), url: https.optional() }),
  vaults: list(z.strictObject({ operator: line, city: words, country })),
  title: some({ allocated: yes, segregated: yes, bankruptcyRemote: yes, terms: words }),
  barStandard: words,
  insurance: words,
  tokens: list(token),
  tokenCustody: some({ provider: line, reports: words, reportsUrl: https, ownCustodian: flag }),
  counterparty: words,
  priceSource: words,
  currencies: list(currency),
  settlementTime: words,
  redemption: some({ minimum: words, lots: words, form: words, time: words, cost: words }),
  fees: list(words),
  hours: z.strictObject({ from: day, to: day, open: time, close: time, timeZone }),
  onboarding: some({ documents: list(words), duration: words }),
  contacts: some({ complaints: contact, privacy: contact }),
  riskNotice: words,
}

/** The part `disclosures` of a brand's facts. Its errors are clauses that follow the path of what is wrong. */
export const disclosuresSchema = z.strictObject(parts).partial()

export type Disclosures = z.output<typeof disclosuresSchema>
export type DisclosurePart = keyof Disclosures
export type Day = (typeof days)[number]

export const disclosureParts = Object.keys(parts) as DisclosurePart[]

/** Every day from one to another, both included. */
export function daysBetween(from: Day, to: Day): Day[] {
  const first = days.indexOf(from)
  const count = ((days.indexOf(to) - first + days.length) % days.length) + 1
  return [...days, ...days].slice(first, first + count)
}

/** Whether a name is of the IANA database, such as America/Toronto. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]\w+\/|^UTC$/.test(name)
  } catch {
    return false
  }
}
