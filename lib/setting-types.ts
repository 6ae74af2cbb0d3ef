// What the settings in lib/env.ts are made of. `type` says in words what a value is, for docs/settings.md.
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseJson } from '@/lib/parse-json'
import languages from './languages.json' with { type: 'json' }
import { isTimeZone } from './time-zone'

export const locales = Object.keys(languages) as (keyof typeof languages)[]

// An empty value means "unset", so that `KEY=` in a .env file falls back to the default.
export const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().trim().optional())

export const operators = text.transform((value, context) => {
  const pairs = (value ?? '').split(',').filter(Boolean)
  return pairs.map((pair) => {
    const [name = '', key = ''] = pair.trim().split(':')
    if (/^[a-z0-9-]{1,32}$/.test(name) && key.length >= 32) return { name, key }
    context.addIssue({
      code: 'custom',
      message: 'must be name:key pairs, comma-separated; a name is a-z, 0-9 or -, a key has 32 characters or more',
    })
    return z.NEVER
  })
})

export const secondFactors = text.transform((value, context) => {
  const pairs = (value ?? '').split(',').filter(Boolean)
  return pairs.map((pair) => {
    const [name = '', secret = ''] = pair.trim().split(':')
    // RFC 4226 section 4: 128 bits at least, which are 26 digits of base32.
    if (/^[a-z0-9-]{1,32}$/.test(name) && /^[A-Z2-7]{26,}$/.test(secret)) return { name, secret }
    context.addIssue({
      code: 'custom',
      message: 'must be name:secret pairs, comma-separated, as `npm run operator -- totp NAME` writes them',
    })
    return z.NEVER
  })
})

export const secretAdvice = 'must be a secret of 32 characters or more, such as `openssl rand -base64 32` prints'
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
export const webAddressType = { type: 'http(s) address' }
export const link = text.pipe(webAddress.optional()).meta(webAddressType)
export const databaseAddress = z
  .string()
  .regex(/^(file:|postgres(ql)?:\/\/)/, { error: 'must start with file: or postgresql://' })
export const hubspotForm = text.pipe(
  webAddress
    .refine((url) => /\/submissions\/v3\/integration\/submit\/\d+\/[\da-f-]{36}$/i.test(new URL(url).pathname), {
      error: 'must end with /submissions/v3/integration/submit/PORTAL/FORM, a number and the form’s id',
    })
    .optional(),
)
export const webToLead = text.pipe(
  webAddress
    .refine((url) => /[?&](oid|orgId)=00D[A-Za-z\d]{12}([A-Za-z\d]{3})?(&|$)/.test(url), {
      error: 'must name the organisation: …/servlet/servlet.WebToLead?encoding=UTF-8&oid=00D…',
    })
    .optional(),
)
export const languageAdvice = `must be ${locales.join(', ')}`
export const flag = text
  .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'))
  .transform((value) => value === 'true')
  .meta({ type: 'true or false' })
export const year = z.string().regex(/^\d{4}$/, { error: 'must be a year' })
export const phone = z
  .string()
  .regex(/^\+[0-9][0-9 ().-]{6,24}$/, { error: 'must be a number in international form, +…' })

export const webhookSecret = z.string().refine(isWebhookSecret, {
  error:
    'must be 24 bytes or more in base64, such as `openssl rand -base64 32` prints; whsec_ may stand in front of it',
})

const filled = z.string({ error: 'must be text' }).trim().min(1, { error: 'must not be empty' })
const maybeEmpty = z.string({ error: 'must be text, which may be empty' })

const office = z.strictObject({
  city: z
    .partialRecord(z.enum(locales), filled)
    .refine((names) => names.en !== undefined, { error: 'must have the English name, en' }),
  street: filled,
  region: maybeEmpty,
  postalCode: maybeEmpty,
  country: z
    .string({ error: 'must be text' })
    .regex(/^[A-Z]{2}$/, { error: 'must be a country in two capital letters (ISO 3166-1), such as CA' }),
  timeZone: z
    .string({ error: 'must be text' })
    .refine(isTimeZone, { error: 'must be a time zone of the IANA database, such as America/Toronto' })
    .optional(),
})

export const officeList = z.array(office).nonempty({ error: 'must have one office or more' })

export const offices = text.transform((value, context) => {
  if (value === undefined) return undefined
  const result = officeList.safeParse(parseJson(value))
  if (result.success) return result.data
  context.addIssue({
    code: 'custom',
    message: `must be a JSON list of { city: { ${locales.join(', ')} }, street, region, postalCode, country (two letters) }`,
  })
  return z.NEVER
})

export const count = z.coerce.number<string | undefined>().int().positive({ error: 'must be a whole number above 0' })
export const countType = { type: 'whole number above 0' }
export const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

// It is sent a key and what visitors ask: in clear only where no public network lies between.
const modelAddress = text
  .pipe(webAddress.refine(isHttpsOrPrivate, { error: 'must be https, or http within a private network' }).optional())
  .transform((url) => url?.replace(/\/+$/, ''))

// What is said of a request besides these is the operator's to choose.
const fixedOptions = ['messages', 'model', 'n', 'stream', 'stream_options', 'tools']

const modelOptions = text.transform((value, context) => {
  if (value === undefined) return undefined
  const parsed = z.record(z.string(), z.json()).safeParse(parseJson(value))
  if (parsed.success && !fixedOptions.some((name) => name in parsed.data)) return parsed.data
  context.addIssue({ code: 'custom', message: `must be a JSON object without ${fixedOptions.join(', ')}` })
  return z.NEVER
})

// A browser waits for 15 s.
const timeoutAdvice = 'must be 500 to 14000 milliseconds'
const timeout = z.coerce.number<string | undefined>({ error: timeoutAdvice }).int({ error: timeoutAdvice })
const modelTimeout = timeout.min(500, { error: timeoutAdvice }).max(14_000, { error: timeoutAdvice }).default(6000)

export function limit(standard: number) {
  return text.pipe(count.default(standard)).meta(countType)
}

export const modelSettings = {
  CHATBOT_MODEL_URL: modelAddress.meta({ type: 'https address, or http within a private network' }),
  CHATBOT_MODEL: text,
  CHATBOT_MODEL_KEY: text,
  CHATBOT_MODEL_OPTIONS: modelOptions.meta({ type: 'JSON object' }),
  CHATBOT_MODEL_TIMEOUT_MS: text.pipe(modelTimeout).meta({ type: 'milliseconds, 500 to 14000' }),
  CHATBOT_MODEL_DAILY_CALLS: limit(1000),
}

function isHttpsOrPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') return true
  if (ipaddr.isValid(host))
    return ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(host).range())
  // Names of containers have no dot; RFC 6761, RFC 6762 and ICANN keep the others out of the public DNS.
  return !host.includes('.') || /\.(localhost|internal|local)$/.test(host)
}

// As standardwebhooks.com has it. Node's decoder skips invalid base64, and would sign with a weaker secret.
function isWebhookSecret(value: string): boolean {
  const secret = value.replace(/^whsec_/, '')
  const [, digits = '', padding = ''] = secret.match(/^([A-Za-z0-9+/]+)(={0,2})$/) ?? []
  const isWhole = padding ? secret.length % 4 === 0 : digits.length % 4 !== 1
  return isWhole && Buffer.from(digits, 'base64').length >= 24
}
