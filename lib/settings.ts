import { z } from 'zod'
import { parseJson } from '@/lib/text'
import languages from './languages.json' with { type: 'json' }

const locales = Object.keys(languages) as (keyof typeof languages)[]
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

// An empty value is unset, so that `KEY=` in .env falls back to the default.
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().trim().optional())

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const secretAdvice = 'must be a secret of 32 characters or more, such as `openssl rand -base64 32` prints'
const webhookAdvice =
  'must be 24 bytes or more in base64, such as `openssl rand -base64 32` prints; whsec_ may stand in front of it'

const count = z.coerce.number<string | undefined>().int().positive({ error: 'must be a whole number above 0' })

/** What `npm run settings` prints: the type of the value in words, and what the setting does. */
const about = (type: string, description: string) => ({ type, description })
const link = (description: string) => text.pipe(webAddress.optional()).meta(about('http(s) address', description))
const words = (description: string, type = 'text') => text.meta(about(type, description))
const limit = (standard: number, description: string) =>
  text.pipe(count.default(standard)).meta(about('whole number above 0', description))
const flag = (description: string, standard: 'true' | 'false' = 'false') =>
  text
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).default(standard))
    .transform((value) => value === 'true')
    .meta(about('true or false', description))

const pages = {
  SITE_URL: text
    .pipe(webAddress.default('http://localhost:3000'))
    .transform(withoutSlash)
    .meta(about('http(s) address', 'The public address, without a path. Search engines and links in mails use it.')),
  NOINDEX: flag('true for a staging site: search engines must not index it.'),
  SHARE_IMAGE_URL: link('An image for link previews instead of the brand’s own, 1200 x 630 pixels.'),
  BRAND: words(
    'The brand: a folder in brands/, or a path (docs/brands.md). Empty: the fictional Halcrest.',
    'name or path',
  ),
  SITE_FACTS: text
    .transform(jsonObject)
    .meta(
      about(
        'JSON object',
        'Company facts that replace those in the brand’s brand.json, such as `{"email":"desk@acme.example","links":{"shop":"https://shop.acme.example"}}`.',
      ),
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
  PORT: text.pipe(z.string().default('3000')).meta(about('port number', 'The port to listen on.')),
  TRUSTED_PROXY_HOPS: text
    .pipe(z.coerce.number<string | undefined>().int().min(0, { error: 'must be 0 or more' }).default(0))
    .meta(
      about(
        'whole number',
        'How many of your reverse proxies are in front of the site; each adds one address to X-Forwarded-For. Above 0, only the proxy may reach the site’s port: anybody else could send any address.',
      ),
    ),
  MAX_CONNECTIONS_PER_CLIENT: limit(500, 'Open connections from one client; not counted behind your proxy.'),
  LOG_LEVEL: text
    .pipe(z.enum(levels).default('info'))
    .meta(about(levels.join(', '), 'Log lines of this level and the following ones are written.')),
  DATABASE_URL: text
    .pipe(
      z
        .string()
        .regex(/^(file:|postgres(ql)?:\/\/)/, { error: 'must start with file: or postgresql://' })
        .default('file:./data/site.db'),
    )
    .meta(
      about(
        'file: and a path, or a postgresql:// address',
        'Where leads and reports are stored: file: and a path for SQLite, or postgresql://user:password@host:5432/database.',
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
  APP_SECRET: text
    .pipe(z.string({ error: secretAdvice }).min(32, { error: secretAdvice }))
    .meta(
      about(
        'secret of 32 characters or more',
        'Signs what the site gives to browsers, and hides whom rate limits count. The first start writes one.',
      ),
    ),
  OPERATOR_KEYS: text
    .transform(namedKeys('key', isKey))
    .meta(
      about(
        'name:key pairs, comma-separated',
        'Who may read leads and publish reports. A name is a-z, 0-9 or -; a key has 32 characters or more. `npm run operator` changes this line.',
      ),
    ),
  OPERATOR_TOTP: text
    .transform(namedKeys('secret', isTotpSecret))
    .meta(
      about(
        'name:secret pairs, comma-separated',
        'Operators who sign in with a one-time code beside the key, and the secrets of their authenticator apps. Their keys are refused as bearer tokens. `npm run operator -- totp NAME` changes this line.',
      ),
    ),
  MACHINE_KEYS: text
    .transform(namedKeys('key', isKey))
    .meta(
      about(
        'name:key pairs, comma-separated',
        'Keys for programs: accepted as bearer tokens, never for signing in. `npm run operator -- add NAME --machine` adds one.',
      ),
    ),
  ATTESTATIONS_SIGNING_KEY: words(
    'The file with the key that signs the report log: `npm run attestations -- keygen FILE` makes one. Empty: the log is chained, but not signed.',
    'path',
  ),
  ATTESTATIONS_OPEN: flag('true lets every visitor add, delete and restore reports without a key.'),
}

const leads = {
  SMTP_URL: text
    .pipe(z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional())
    .meta(
      about(
        'smtp:// or smtps:// address',
        'The mail server for leads: smtp://user:password@host:587, which needs STARTTLS, or smtps:// for port 465. Needs LEADS_TO and LEADS_FROM.',
      ),
    ),
  SMTP_ALLOW_PLAINTEXT: flag(
    'true sends mail and password unencrypted if the server lacks STARTTLS: only for a relay on this machine.',
  ),
  LEADS_TO: mailboxes(true).meta(about('e-mail addresses, comma-separated', 'Who receives leads by mail.')),
  LEADS_FROM: mailboxes(false).meta(
    about('e-mail address', 'The sender of these mails, such as `Website <site@acme.example>`.'),
  ),
  LEADS_ACKNOWLEDGE: flag('true sends the visitor a short acknowledgement.'),
  LEADS_LANGUAGE: text
    .pipe(z.enum(locales, { error: `must be ${locales.join(', ')}` }).default('en'))
    .meta(about(locales.join(', '), 'The language of mails, digests and messages to sales.')),
  LEADS_DIGEST: flag(
    'false sends no daily digest of new, quarantined and undelivered leads and unanswered questions.',
    'true',
  ),
  LEADS_WEBHOOK_URL: link(
    'A webhook for leads, signed (https://www.standardwebhooks.com/). Needs LEADS_WEBHOOK_SECRET.',
  ),
  LEADS_WEBHOOK_SECRET: text
    .pipe(z.string().refine(isWebhookSecret, { error: webhookAdvice }).optional())
    .meta(
      about('24 bytes or more in base64', 'The secret of its signatures, such as `openssl rand -base64 32` prints.'),
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
    'An incoming webhook of Slack, Mattermost or Teams for leads and digests. Anybody who knows it can post there.',
  ),
  LEADS_RETENTION_DAYS: text
    .pipe(count.optional())
    .meta(about('whole number above 0', 'Delivered leads are deleted after so many days. Empty: never.')),
}

const limits = {
  LIMIT_CONTACT_PER_CLIENT: limit(5, 'Messages from one client in 10 minutes, and four times as many in a day.'),
  LIMIT_CONTACT_PER_EMAIL: limit(3, 'Messages from one e-mail address in an hour.'),
  LIMIT_CONTACT_GLOBAL: limit(300, 'Messages from everybody in an hour. Further ones are stored, but quarantined.'),
  LIMIT_OPERATOR_PER_CLIENT: limit(5, 'Wrong operator keys from one client in 15 minutes.'),
  LIMIT_ATTESTATIONS_PER_CLIENT: limit(60, 'Changes to the reports from one client in 10 minutes.'),
  LIMIT_CHAT_PER_SESSION: limit(20, 'Questions in one conversation in a minute.'),
  LIMIT_CHAT_PER_CLIENT: limit(60, 'Questions from one client in a minute.'),
  LIMIT_CHAT_GLOBAL: limit(600, 'Questions from everybody in a minute.'),
}

const assistant = {
  CHATBOT_ENABLED: flag('false hides the assistant on the contact page.', 'true'),
  CHATBOT_URL: text
    .pipe(webAddress.optional())
    .transform(withoutSlash)
    .meta(
      about(
        'http(s) address',
        'Another assistant with the same API (/api/openapi.json) answers instead, at /api/chatbot/… below this address.',
      ),
    ),
}

/** Set by commands and tests only, so they are neither in .env.example nor in docs/settings.md. */
const internal = {
  DEMO: flag('Set by `npm run demo`.'),
  NODE_ENV: words('Set by commands.'),
  MAX_CONNECTIONS: limit(2000, 'Open connections altogether.'),
  LIMIT_CONTACT_FLOOD: limit(3000, 'Messages beyond LIMIT_CONTACT_GLOBAL in an hour, and as many that look like spam.'),
  LIMIT_CONTACT_PER_OPERATOR: limit(600, 'Messages in an hour that a program sends with an operator’s key.'),
  LIMIT_CHAT_RECORDED_PER_CLIENT: limit(500, 'Recorded questions of one client in a day.'),
  LIMIT_CHAT_RECORDED_GLOBAL: limit(20_000, 'Recorded questions of everybody in a day.'),
  LIMIT_CHAT_LEADS_PER_CLIENT: limit(20, 'Deliveries of one client’s conversations in a day.'),
  LIMIT_CHAT_LEADS_GLOBAL: limit(300, 'Deliveries of everybody’s conversations in a day.'),
}

/** The settings by topic, in the order of docs/settings.md. */
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

type Context = Parameters<Parameters<typeof text.transform>[0]>[1]

function namedKeys<Kind extends 'key' | 'secret'>(kind: Kind, isValid: (value: string) => boolean) {
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
        if (/^[a-z0-9-]{1,32}$/.test(name) && isValid(secret))
          return { name, [kind]: secret } as { name: string } & Record<Kind, string>
        context.addIssue({ code: 'custom', message: advice })
        return z.NEVER
      })
}

function isKey(value: string): boolean {
  return value.length >= 32
}

// RFC 4226 section 4: 128 bits at least, which are 26 digits of base32.
function isTotpSecret(value: string): boolean {
  return /^[A-Z2-7]{26,}$/.test(value)
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
  return text.pipe(webAddress.refine(isValid, { error }).optional()).meta(about('http(s) address', description))
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
