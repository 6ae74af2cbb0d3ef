import 'server-only'
import { z } from 'zod'
import { parseJson } from '@/lib/parse-json'
import languages from './languages.json' with { type: 'json' }

const locales = Object.keys(languages) as (keyof typeof languages)[]

// An empty value means "unset", so that `KEY=` in a .env file falls back to the default.
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().trim().optional())

const operators = text.transform((value, context) => {
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

const secretAdvice = 'must be a secret of 32 characters or more, such as `openssl rand -base64 32` prints'
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const link = text.pipe(webAddress.optional())
const databaseAddress = z.string().startsWith('file:', { error: 'must start with file:' })
const flag = text
  .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'))
  .transform((value) => value === 'true')
const year = z.string().regex(/^\d{4}$/, { error: 'must be a year' })
const phone = z.string().regex(/^\+[0-9][0-9 ().-]{6,24}$/, { error: 'must be a number in international form, +…' })

const webhookSecret = z.string().refine(isWebhookSecret, {
  error:
    'must be 24 bytes or more in base64, such as `openssl rand -base64 32` prints; whsec_ may stand in front of it',
})

const office = z.strictObject({
  city: z.partialRecord(z.enum(locales), z.string().min(1)).refine((names) => names.en !== undefined),
  street: z.string().min(1),
  region: z.string(),
  postalCode: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/),
})

const offices = text.transform((value, context) => {
  if (value === undefined) return undefined
  const result = z.array(office).nonempty().safeParse(parseJson(value))
  if (result.success) return result.data
  context.addIssue({
    code: 'custom',
    message: `must be a JSON list of { city: { ${locales.join(', ')} }, street, region, postalCode, country (two letters) }`,
  })
  return z.NEVER
})

const count = z.coerce.number<string | undefined>().int().positive({ error: 'must be a whole number above 0' })

function limit(standard: number) {
  return text.pipe(count.default(standard))
}

const schema = z.object({
  SITE_URL: text.pipe(webAddress.default('http://localhost:3000')).transform((url) => url.replace(/\/+$/, '')),
  NOINDEX: flag,
  SHARE_IMAGE_URL: link,
  DATABASE_URL: text.pipe(databaseAddress.default('file:./data/site.db')),
  APP_SECRET: text.pipe(z.string({ error: secretAdvice }).min(32, { error: secretAdvice })),
  OPERATOR_KEYS: operators,
  ATTESTATIONS_OPEN: flag,
  DEMO: flag,
  NODE_ENV: text,
  LOG_LEVEL: text.pipe(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info')),
  TRUSTED_PROXY_HOPS: text.pipe(
    z.coerce.number<string | undefined>().int().min(0, { error: 'must be 0 or more' }).default(0),
  ),
  // Read by scripts/place.mjs.
  HOST: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: link,
  OTEL_SERVICE_NAME: text.pipe(z.string().default('site')),
  METRICS_PORT: text.pipe(
    z.coerce.number<string | undefined>().int().min(1).max(65535, { error: 'must be a port number' }).optional(),
  ),
  MAX_CONNECTIONS: limit(2000),
  MAX_CONNECTIONS_PER_CLIENT: limit(500),
  LIMIT_CONTACT_PER_CLIENT: limit(5),
  LIMIT_CONTACT_PER_EMAIL: limit(3),
  LIMIT_CONTACT_GLOBAL: limit(300),
  LIMIT_CONTACT_FLOOD: limit(3000),
  LIMIT_CONTACT_PER_OPERATOR: limit(600),
  LIMIT_OPERATOR_PER_CLIENT: limit(5),
  LIMIT_ATTESTATIONS_PER_CLIENT: limit(60),
  SMTP_URL: text.pipe(z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional()),
  SMTP_ALLOW_PLAINTEXT: flag,
  LEADS_TO: text,
  LEADS_FROM: text,
  LEADS_ACKNOWLEDGE: flag,
  LEADS_WEBHOOK_URL: link,
  LEADS_WEBHOOK_SECRET: text.pipe(webhookSecret.optional()),
  LEADS_RETENTION_DAYS: text.pipe(count.optional()),
  CHATBOT_ENABLED: text.pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).default('true')),
  CHATBOT_URL: link.transform((url) => url?.replace(/\/+$/, '')),
  LIMIT_CHAT_PER_SESSION: limit(20),
  LIMIT_CHAT_PER_CLIENT: limit(60),
  LIMIT_CHAT_GLOBAL: limit(600),
  LIMIT_CHAT_RECORDED_PER_CLIENT: limit(500),
  LIMIT_CHAT_RECORDED_GLOBAL: limit(20_000),
  LIMIT_CHAT_LEADS_PER_CLIENT: limit(20),
  LIMIT_CHAT_LEADS_GLOBAL: limit(300),
  SITE_BRAND: text,
  SITE_PRODUCT: text,
  SITE_FOUNDED: text.pipe(year.optional()),
  SITE_PHONE_NORTH_AMERICA: text.pipe(phone.optional()),
  SITE_PHONE_WORLDWIDE: text.pipe(phone.optional()),
  SITE_EMAIL: text.pipe(z.email({ error: 'must be an e-mail address' }).optional()),
  SITE_OFFICES: offices,
  SITE_SHOP_URL: link,
  SITE_PRICES_URL: link,
  SITE_PRIVACY_URL: link,
  SITE_TERMS_URL: link,
  SITE_TAG_MANAGER_URL: link,
})

const complete = schema
  .refine((env) => !env.SMTP_URL || env.LEADS_TO, { path: ['LEADS_TO'], error: 'is needed with SMTP_URL' })
  .refine((env) => !env.SMTP_URL || env.LEADS_FROM, { path: ['LEADS_FROM'], error: 'is needed with SMTP_URL' })
  .refine((env) => !env.LEADS_WEBHOOK_URL || env.LEADS_WEBHOOK_SECRET, {
    path: ['LEADS_WEBHOOK_SECRET'],
    error: 'is needed with LEADS_WEBHOOK_URL',
  })

export type Env = Readonly<z.output<typeof schema>>

/** Its message is one sentence that names every bad key. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/** Checks environment variables and returns them with defaults. Throws EnvError. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = complete.safeParse(source)
  if (result.success) return Object.freeze(result.data)
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new EnvError(`The environment (.env) is wrong: ${[...new Set(problems)].join('; ')}.`)
}

// As standardwebhooks.com has it. Node's decoder skips invalid base64, and would sign with a weaker secret.
function isWebhookSecret(value: string): boolean {
  const secret = value.replace(/^whsec_/, '')
  const [, digits = '', padding = ''] = secret.match(/^([A-Za-z0-9+/]+)(={0,2})$/) ?? []
  const isWhole = padding ? secret.length % 4 === 0 : digits.length % 4 !== 1
  return isWhole && Buffer.from(digits, 'base64').length >= 24
}

export const env = parseEnv(process.env)
