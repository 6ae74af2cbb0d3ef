import { z } from 'zod'
import { findAddressProblem } from './database/address'
import languages from './languages.json' with { type: 'json' }
import { parseJson } from './text'

const locales = Object.keys(languages) as (keyof typeof languages)[]
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

// An empty value is unset, so that `KEY=` in .env falls back to the default.
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().trim().optional())

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const secretAdvice = 'must be a secret of 32 characters or more, such as `openssl rand -base64 32` prints'
const webhookAdvice =
  'must be 24 bytes or more in base64, such as `openssl rand -base64 32` prints; whsec_ may stand in front of it'

const count = z.coerce.number<string | undefined>().int().positive({ error: 'must be a whole number above 0' })

/** A schema with what `npm run settings` prints: the type of the value in words, and what the setting does. */
const setting = <Schema extends z.ZodType>(type: string, description: string, schema: Schema) =>
  schema.meta({ type, description })
const link = (description: string) => setting('http(s) address', description, text.pipe(webAddress.optional()))
const words = (description: string, type = 'text') => setting(type, description, text)
const limit = (standard: number, description: string) =>
  setting('whole number above 0', description, text.pipe(count.default(standard)))
const flag = (description: string, standard: 'true' | 'false' = 'false') => {
  const schema = z.enum(['true', 'false'], { error: 'must be true or false' }).default(standard)
  return setting(
    'true or false',
    description,
    text.pipe(schema).transform((value) => value === 'true'),
  )
}

const pages = {
  SITE_URL: setting(
    'http(s) address',
    'The public address, without a path. Search engines and links in mails use it.',
    text.pipe(webAddress.default('http://localhost:3000')).transform(withoutSlash),
  ),
  NOINDEX: flag('true for a staging site: search engines must not index it.'),
  SHARE_IMAGE_URL: link('An image for link previews instead of the brand’s own, 1200 x 630 pixels.'),
  BRAND: words(
    'The brand: a folder in brands/, or a path (docs/brands.md). Empty: the fictional default company.',
    'name or path',
  ),
  SITE_FACTS: setting(
    'JSON object',
    'Company facts that replace those in the brand’s brand.json, such as `{"email":"desk@acme.example","links":{"shop":"https://shop.acme.example"}}`.',
    text.transform(jsonObject),
  ),
  SITE_TAG_MANAGER_URL: link('The script of a tag manager. Empty: nothing about a visit leaves the browser.'),
  LEADS_CONTEXT: flag(
    'Whether a lead records where its visitor came from: the first page and its utm_ parameters, the referring site, the page of the form, time zone and language of the browser. The form tells visitors so.',
    'true',
  ),
}

const server = {
  HOST: words(
    'The address to listen on, such as 127.0.0.1 behind a proxy on this machine. Empty: all addresses.',
    'address or name',
  ),
  PORT: setting('port number', 'The port to listen on.', text.pipe(z.string().default('3000'))),
  TRUSTED_PROXY_HOPS: setting(
    'whole number',
    'How many of your reverse proxies are in front of the site; each adds one address to X-Forwarded-For. Above 0, only the proxy may reach the site’s port: anybody else could send any address.',
    text.pipe(z.coerce.number<string | undefined>().int().min(0, { error: 'must be 0 or more' }).default(0)),
  ),
  KEEP_ALIVE_SECONDS: setting(
    'whole number above 0',
    'How long an idle connection stays open, in seconds: longer than the proxy or load balancer in front of the site keeps it, or its requests meet a closed connection. Empty: 620 behind a proxy, otherwise 10.',
    text.pipe(count.optional()),
  ),
  MAX_CONNECTIONS_PER_CLIENT: limit(500, 'Open connections from one client; not counted behind your proxy.'),
  LOG_LEVEL: setting(
    levels.join(', '),
    'Log lines of this level and the following ones are written.',
    text.pipe(z.enum(levels).default('info')),
  ),
  DATABASE_URL: setting(
    'file: and a path, or a postgresql:// address',
    'Where leads and reports are stored: file: and a path for SQLite, or postgresql://user:password@host:5432/database. Percent-encode the password, or set it as PGPASSWORD.',
    text.pipe(
      z
        .string()
        .default('file:./data/site.db')
        .refine((url) => !findAddressProblem(url), { error: ({ input }) => findAddressProblem(String(input)) }),
    ),
  ),
  FILES_FOLDER: words(
    'Where uploaded report files are stored; all processes of the site share it. Empty: `files` beside the SQLite database, or `data/files`.',
  ),
  BACKUP_FOLDER: words(
    'Where `npm run db:backup` writes: an existing folder, best on another disk. Empty: `backups` beside the database.',
  ),
}

const operators = {
  APP_SECRET: setting(
    'secret of 32 characters or more',
    'Signs what the site gives to browsers, and hides whom rate limits count. The first start writes one.',
    text.pipe(z.string({ error: secretAdvice }).min(32, { error: secretAdvice })),
  ),
  OPERATOR_KEYS: setting(
    'name:key pairs, comma-separated',
    'Who may read leads and publish reports. A name is a-z, 0-9 or -; a key has 32 characters or more. `npm run operator` changes this line.',
    text.transform(namedKeys('key')),
  ),
  OPERATOR_TOTP: setting(
    'name:secret pairs, comma-separated',
    'Operators who sign in with a one-time code beside the key, and the secrets of their authenticator apps. Their keys are refused as bearer tokens. `npm run operator -- totp NAME` changes this line.',
    text.transform(namedKeys('secret')),
  ),
  MACHINE_KEYS: setting(
    'name:key pairs, comma-separated',
    'Keys for programs: accepted as bearer tokens, never for signing in. `npm run operator -- add NAME --machine` adds one.',
    text.transform(namedKeys('key')),
  ),
  ATTESTATIONS_SIGNING_KEY: words(
    'The file with the key that signs the report log: `npm run attestations -- keygen FILE` makes one. Empty: the log is chained, but not signed.',
    'path',
  ),
  ATTESTATIONS_OPEN: flag('true lets every visitor add, delete and restore reports without a key.'),
}

const leads = {
  SMTP_URL: setting(
    'smtp:// or smtps:// address',
    'The mail server for leads: smtp://user:password@host:587, which needs STARTTLS, or smtps:// for port 465. Needs LEADS_TO and LEADS_FROM.',
    text.pipe(z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional()),
  ),
  SMTP_ALLOW_PLAINTEXT: flag(
    'true sends mail and password unencrypted if the server lacks STARTTLS: only for a relay on this machine.',
  ),
  LEADS_TO: setting('e-mail addresses, comma-separated', 'Who receives leads by mail.', mailboxes(true)),
  LEADS_FROM: setting(
    'e-mail address',
    'The sender of these mails, such as `Website <site@acme.example>`.',
    mailboxes(false),
  ),
  LEADS_ACKNOWLEDGE: flag('true sends the visitor a short acknowledgement.'),
  LEADS_LANGUAGE: setting(
    locales.join(', '),
    'The language of mails, digests and messages to sales.',
    text.pipe(z.enum(locales, { error: `must be ${locales.join(', ')}` }).default('en')),
  ),
  LEADS_DIGEST: flag(
    'false sends no daily digest of new, quarantined and undelivered leads and unanswered questions.',
    'true',
  ),
  LEADS_WEBHOOK_URL: link(
    'A webhook for leads, signed (https://www.standardwebhooks.com/). Needs LEADS_WEBHOOK_SECRET.',
  ),
  LEADS_WEBHOOK_SECRET: setting(
    '24 bytes or more in base64',
    'The secret of its signatures, such as `openssl rand -base64 32` prints.',
    text.pipe(z.string().refine(isWebhookSecret, { error: webhookAdvice }).optional()),
  ),
  LEADS_HUBSPOT_URL: address(
    (url) => /\/submissions\/v3\/integration\/submit\/\d+\/[\da-f-]{36}$/i.test(new URL(url).pathname),
    'must end with /submissions/v3/integration/submit/PORTAL/FORM, a number and the form’s id',
    'A HubSpot form for leads: https://api.hsforms.com/submissions/v3/integration/submit/PORTAL/FORM. It needs the fields email, firstname, lastname, company, phone and message, none of them required.',
  ),
  LEADS_SALESFORCE_URL: address(
    (url) => /[?&](oid|orgId)=00D[A-Za-z\d]{12}([A-Za-z\d]{3})?(&|$)/.test(url),
    'must name the organisation: …/servlet/servlet.WebToLead?encoding=UTF-8&oid=00D…',
    'Salesforce Web-to-Lead: https://webto.salesforce.com/servlet/servlet.WebToLead?encoding=UTF-8&oid=00D…',
  ),
  LEADS_SLACK_URL: link(
    'An incoming webhook of Slack or Mattermost for leads and digests. Anybody who knows it can post there.',
  ),
  LEADS_RETENTION_DAYS: setting(
    'whole number above 0',
    'Delivered leads are deleted after so many days. Empty: never.',
    text.pipe(count.optional()),
  ),
}

const limits = {
  LIMIT_CONTACT_PER_CLIENT: limit(5, 'Messages from one client in 10 minutes, and four times as many in a day.'),
  LIMIT_CONTACT_PER_EMAIL: limit(3, 'Messages from one e-mail address in an hour.'),
  LIMIT_CONTACT_GLOBAL: limit(300, 'Messages from everybody in an hour. Further ones are stored, but quarantined.'),
  LIMIT_OPERATOR_PER_CLIENT: limit(5, 'Wrong operator keys from one client in 15 minutes.'),
  LIMIT_ATTESTATIONS_PER_CLIENT: limit(60, 'Changes to the reports from one client in 10 minutes.'),
  LIMIT_CHAT_PER_SESSION: limit(20, 'Questions in one conversation in a minute.'),
  LIMIT_CHAT_PER_CLIENT: limit(60, 'Questions from one client in a minute.'),
  LIMIT_CHAT_GLOBAL: limit(600, 'Questions from everybody in a minute. Beyond them the assistant is unavailable.'),
}

const assistant = {
  CHATBOT_ENABLED: flag('false hides the assistant on the contact page.', 'true'),
  CHATBOT_URL: setting(
    'http(s) address',
    'Another assistant with the same API (/api/openapi.json) answers instead, at /api/chatbot/… below this address.',
    text.pipe(webAddress.optional()).transform(withoutSlash),
  ),
}

/** Set by commands and tests only, so they are neither in .env.example nor in docs/settings.md. */
const internal = {
  DEMO: flag('Set by `npm run demo`.'),
  NODE_ENV: words('Set by commands.'),
  MAX_CONNECTIONS: limit(2000, 'Open connections altogether.'),
  LIMIT_CONTACT_PER_OPERATOR: limit(600, 'Messages in an hour that a program sends with an operator’s key.'),
  LIMIT_CHAT_RECORDED_PER_CLIENT: limit(500, 'Recorded questions of one client in a day.'),
  LIMIT_CHAT_RECORDED_GLOBAL: limit(20_000, 'Recorded questions of everybody in a day.'),
  LIMIT_CHAT_LEADS_PER_CLIENT: limit(20, 'Deliveries of one client’s conversations in a day.'),
  LIMIT_CHAT_LEADS_GLOBAL: limit(300, 'Deliveries of everybody’s conversations in a day.'),
}

export const settingGroups = [
  { title: 'Pages (a change needs a build, which `npm start` makes)', settings: pages },
  { title: 'Server and storage', settings: server },
  { title: 'Secrets and operators', settings: operators },
  { title: 'Leads', settings: leads },
  { title: 'Rate limits', settings: limits },
  { title: 'Assistant', settings: assistant },
]

const all = z.object({ ...pages, ...server, ...operators, ...leads, ...limits, ...assistant, ...internal })

/** The whole environment; the refinements name the setting that another one needs. */
export const settingsSchema = all.superRefine((env, context) => {
  const needs: [set: unknown, needed: keyof typeof env, because: string][] = [
    [env.SMTP_URL, 'LEADS_TO', 'SMTP_URL'],
    [env.SMTP_URL, 'LEADS_FROM', 'SMTP_URL'],
    [env.LEADS_WEBHOOK_URL, 'LEADS_WEBHOOK_SECRET', 'LEADS_WEBHOOK_URL'],
  ]
  for (const [set, needed, because] of needs)
    if (set && !env[needed]) context.addIssue({ code: 'custom', path: [needed], message: `is needed with ${because}` })
})

export type Env = Readonly<z.output<typeof all>>

export const settingNames: readonly string[] = Object.keys(all.shape)

export const buildSettingNames: readonly string[] = [...Object.keys(pages), 'DEMO']

type Context = Parameters<Parameters<typeof text.transform>[0]>[1]

// RFC 4226 section 4: a one-time secret has at least 128 bits, which are 26 digits of base32.
const secretPatterns = { key: /^.{32,}$/, secret: /^[A-Z2-7]{26,}$/ }

function namedKeys<Kind extends 'key' | 'secret'>(kind: Kind) {
  const advice =
    kind === 'key'
      ? 'must be name:key pairs, comma-separated; a name is a-z, 0-9 or -, a key has 32 characters or more'
      : 'must be name:secret pairs, comma-separated, as `npm run operator -- totp NAME` writes them'
  return (value: string | undefined, context: Context) =>
    (value ?? '')
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', secret = ''] = pair.trim().split(':')
        if (/^[a-z0-9-]{1,32}$/.test(name) && secretPatterns[kind].test(secret))
          return { name, [kind]: secret } as { name: string } & Record<Kind, string>
        context.addIssue({ code: 'custom', message: advice })
        return z.NEVER
      })
}

function jsonObject(value: string | undefined, context: Context) {
  if (value === undefined) return undefined
  const parsed = z.record(z.string(), z.json()).safeParse(parseJson(value))
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom', message: 'must be a JSON object' })
  return z.NEVER
}

/** Mail addresses with or without a name, such as `Sales <sales@acme.example>`. */
function mailboxes(isList: boolean) {
  const advice = isList ? 'must be e-mail addresses, comma-separated' : 'must be one e-mail address'
  const isMailbox = (part: string) => {
    const [, quoted, bare] = part.trim().match(/^(?:"[^"]*"\s*|[^<>"@]*)<([^<>\s]+)>$|^([^<>\s"]+)$/) ?? []
    return /^[^\s@"]+@[^\s@"]+$/u.test(quoted ?? bare ?? '')
  }
  const areMailboxes = (value: string) => {
    const parts = value.match(/(?:"[^"]*"|[^,"])+/g) ?? []
    return (isList || parts.length === 1) && parts.every(isMailbox)
  }
  return text.pipe(z.string().refine(areMailboxes, { error: advice }).optional())
}

function address(isValid: (url: string) => boolean, error: string, description: string) {
  return setting('http(s) address', description, text.pipe(webAddress.refine(isValid, { error }).optional()))
}

function withoutSlash<Url extends string | undefined>(url: Url): Url {
  return url?.replace(/\/+$/, '') as Url
}

// As in standardwebhooks.com. Node's decoder skips invalid base64, and would sign with a weaker secret.
function isWebhookSecret(value: string): boolean {
  const secret = value.replace(/^whsec_/, '')
  const [, digits = '', padding = ''] = secret.match(/^([A-Za-z0-9+/]+)(={0,2})$/) ?? []
  const isWhole = padding ? secret.length % 4 === 0 : digits.length % 4 !== 1
  return isWhole && Buffer.from(digits, 'base64').length >= 24
}
