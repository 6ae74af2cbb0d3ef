import 'server-only'
import { z } from 'zod'
import {
  count,
  countType,
  databaseAddress,
  flag,
  hubspotForm,
  languageAdvice,
  levels,
  limit,
  link,
  locales,
  modelSettings,
  offices,
  operators,
  phone,
  secondFactors,
  secretAdvice,
  text,
  webAddress,
  webAddressType,
  webhookSecret,
  webToLead,
  year,
} from './setting-types'

const schema = z.object({
  SITE_URL: text
    .pipe(webAddress.default('http://localhost:3000'))
    .transform((url) => url.replace(/\/+$/, ''))
    .meta(webAddressType),
  NOINDEX: flag,
  SHARE_IMAGE_URL: link,
  DATABASE_URL: text
    .pipe(databaseAddress.default('file:./data/site.db'))
    .meta({ type: 'file: and a path, or a postgresql:// address' }),
  FILES_FOLDER: text,
  BACKUP_FOLDER: text,
  BACKUP_KEEP: limit(30),
  BACKUP_KEEP_DAYS: limit(30),
  APP_SECRET: text
    .pipe(z.string({ error: secretAdvice }).min(32, { error: secretAdvice }))
    .meta({ type: 'secret of 32 characters or more' }),
  OPERATOR_KEYS: operators.meta({ type: 'name:key pairs, comma-separated' }),
  OPERATOR_TOTP: secondFactors.meta({ type: 'name:secret pairs, comma-separated' }),
  ATTESTATIONS_OPEN: flag,
  ATTESTATIONS_SIGNING_KEY: text.meta({ type: 'path' }),
  DEMO: flag,
  NODE_ENV: text,
  LOG_LEVEL: text.pipe(z.enum(levels).default('info')).meta({ type: levels.join(', ') }),
  TRUSTED_PROXY_HOPS: text
    .pipe(z.coerce.number<string | undefined>().int().min(0, { error: 'must be 0 or more' }).default(0))
    .meta({ type: 'whole number' }),
  // Both are read by scripts/place.mjs.
  HOST: text.meta({ type: 'address or name' }),
  PORT: text.pipe(z.string().default('3000')).meta({ type: 'port number' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: link,
  OTEL_SERVICE_NAME: text.pipe(z.string().default('site')),
  METRICS_PORT: text
    .pipe(z.coerce.number<string | undefined>().int().min(1).max(65535, { error: 'must be a port number' }).optional())
    .meta({ type: 'port number' }),
  MAX_CONNECTIONS: limit(2000),
  MAX_CONNECTIONS_PER_CLIENT: limit(500),
  LIMIT_CONTACT_PER_CLIENT: limit(5),
  LIMIT_CONTACT_PER_EMAIL: limit(3),
  LIMIT_CONTACT_GLOBAL: limit(300),
  LIMIT_CONTACT_FLOOD: limit(3000),
  LIMIT_CONTACT_PER_OPERATOR: limit(600),
  LIMIT_OPERATOR_PER_CLIENT: limit(5),
  LIMIT_ATTESTATIONS_PER_CLIENT: limit(60),
  SMTP_URL: text
    .pipe(z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional())
    .meta({ type: 'smtp:// or smtps:// address' }),
  SMTP_ALLOW_PLAINTEXT: flag,
  LEADS_TO: text,
  LEADS_FROM: text,
  LEADS_ACKNOWLEDGE: flag,
  LEADS_LANGUAGE: text
    .pipe(z.enum(locales, { error: languageAdvice }).default('en'))
    .meta({ type: locales.join(', ') }),
  LEADS_DIGEST: text
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'))
    .transform((value) => value === 'true')
    .meta({ type: 'true or false' }),
  LEADS_WEBHOOK_URL: link,
  LEADS_WEBHOOK_SECRET: text.pipe(webhookSecret.optional()).meta({ type: '24 bytes or more in base64' }),
  LEADS_HUBSPOT_URL: hubspotForm.meta(webAddressType),
  LEADS_SALESFORCE_URL: webToLead.meta(webAddressType),
  LEADS_SLACK_URL: link,
  LEADS_CONTEXT: text
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'))
    .meta({ type: 'true or false' }),
  LEADS_RETENTION_DAYS: text.pipe(count.optional()).meta(countType),
  CHATBOT_ENABLED: text
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'))
    .meta({ type: 'true or false' }),
  CHATBOT_URL: link.transform((url) => url?.replace(/\/+$/, '')).meta(webAddressType),
  ...modelSettings,
  LIMIT_CHAT_PER_SESSION: limit(20),
  LIMIT_CHAT_PER_CLIENT: limit(60),
  LIMIT_CHAT_GLOBAL: limit(600),
  LIMIT_CHAT_RECORDED_PER_CLIENT: limit(500),
  LIMIT_CHAT_RECORDED_GLOBAL: limit(20_000),
  LIMIT_CHAT_LEADS_PER_CLIENT: limit(20),
  LIMIT_CHAT_LEADS_GLOBAL: limit(300),
  BRAND: text.meta({ type: 'name or path' }),
  SITE_BRAND: text,
  SITE_PRODUCT: text,
  SITE_FOUNDED: text.pipe(year.optional()).meta({ type: 'year' }),
  SITE_PHONE_NORTH_AMERICA: text.pipe(phone.optional()).meta({ type: 'international number' }),
  SITE_PHONE_WORLDWIDE: text.pipe(phone.optional()).meta({ type: 'international number' }),
  SITE_EMAIL: text.pipe(z.email({ error: 'must be an e-mail address' }).optional()).meta({ type: 'e-mail address' }),
  SITE_OFFICES: offices.meta({ type: 'JSON list' }),
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
  .refine((env) => !env.CHATBOT_MODEL_URL || env.CHATBOT_MODEL, {
    path: ['CHATBOT_MODEL'],
    error: 'is needed with CHATBOT_MODEL_URL',
  })
  .refine((env) => env.CHATBOT_MODEL_URL || !(env.CHATBOT_MODEL || env.CHATBOT_MODEL_KEY), {
    path: ['CHATBOT_MODEL_URL'],
    error: 'is needed with CHATBOT_MODEL or CHATBOT_MODEL_KEY',
  })

export type Env = Readonly<z.output<typeof schema>>

/** What each setting is, in words; `text` where there is no more to say. */
export const settingTypes = Object.entries(schema.shape).map(([name, setting]) => {
  return { name: name as keyof Env, type: String(setting.meta()?.type ?? 'text') }
})

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

const current = { ...parseEnv(process.env) }

/** The settings of this process. A reload changes them: read them where they are used, not when a file is loaded. */
export const env: Env = current

const unset = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, undefined]))
const listeners: (() => void)[] = []

// The server and Next's bundles have modules of their own in one process: each reads the settings again.
const holder = globalThis as { readSettingsAgain?: (() => void)[] }
holder.readSettingsAgain ??= []
holder.readSettingsAgain.push(() => {
  Object.assign(current, unset, parseEnv(process.env))
  for (const listener of listeners) listener()
})

/** Calls back after each change of the settings. */
export function onSettingsChange(listener: () => void): void {
  listeners.push(listener)
}

/** The environment that the settings are parsed from. */
export function environment(): Record<string, string | undefined> {
  return { ...process.env }
}

/** Changes the environment everywhere in this process; `undefined` unsets. The result must have been parsed before. */
export function changeEnvironment(changes: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  for (const readAgain of holder.readSettingsAgain ?? []) readAgain()
}
