import { daySeconds, hourSeconds, minuteSeconds } from './durations'
import { allLocales, isDraft } from './i18n/routing'
import {
  addressType,
  apiSetting,
  flagSetting,
  linkSetting,
  numberSetting,
  optionalSetting,
  rateLimitSetting,
  requiredSetting,
  textSetting,
} from './setting-kinds'
import {
  mailAddress,
  readChoice,
  readDatabaseAddress,
  readFlag,
  readJsonObject,
  readLinks,
  readMailbox,
  readMailboxes,
  readMailServer,
  readMatch,
  readNumber,
  readOrigin,
  readPairs,
  readRoles,
  readWebhookSecret,
} from './setting-values'

// Excludes draft languages, because mails in them would be empty.
const locales = allLocales.filter((locale) => !isDraft(locale))
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export const defaultAddress = 'http://localhost:3000'

const pages = {
  SITE_URL: requiredSetting({
    type: addressType,
    defaultValue: defaultAddress,
    description:
      'The public address, without a path. Search engines and links in mails use it.',
    read: readOrigin,
  }),
  NOINDEX: flagSetting(
    'true asks search engines not to index the site. Set it for a staging site.',
  ),
  SHARE_IMAGE_URL: linkSetting(
    'An image for link previews, 1200 x 630 pixels, instead of the brand’s own.',
  ),
  BRAND: textSetting(
    'The brand: the name of a folder in brands/, or the path of a folder elsewhere (docs/brands.md). Empty: the fictional default company.',
    'name or path',
  ),
  SITE_FACTS: optionalSetting({
    type: 'a JSON object',
    description:
      'Company facts that replace those in the brand’s brand.json, such as `{"email":"desk@acme.example","links":{"shop":"https://shop.acme.example"}}`.',
    read: readJsonObject,
  }),
  SITE_TAG_MANAGER_URL: linkSetting(
    'The address of a tag manager’s script. Empty: no tag manager, and nothing about a visit is sent to anyone else.',
  ),
  CHATBOT_MODEL_PROVIDER: textSetting(
    'The company that runs the language model at CHATBOT_MODEL_URL. The assistant tells visitors its name.',
    'name',
  ),
  LEADS_CONTEXT: flagSetting(
    'Whether to record where a lead’s visitor came from: landing page and its utm_ parameters, referring site, form page, time zone and browser language. The form tells visitors about this.',
    { isOnByDefault: true },
  ),
}

const server = {
  HOST: optionalSetting({
    type: 'an address or a name without a port',
    description:
      'The address to listen on, such as 127.0.0.1 behind a proxy on this machine. Empty: all addresses.',
    read: readMatch(/^(?!.*\/)(?![^:]+:\d+$)/),
  }),
  PORT: numberSetting(3000, 'The port to listen on.', { max: 65_535 }),
  TRUSTED_PROXY_HOPS: numberSetting(
    0,
    'The number of reverse proxies in front of the site, each of which adds one address to X-Forwarded-For. If it is above 0, let only the proxy reach the site’s port, because anyone else could claim any address.',
    { min: 0, max: 99 },
  ),
  KEEP_ALIVE_SECONDS: optionalSetting({
    type: 'a whole number from 1 to 86400',
    description:
      'How long an idle connection stays open, in seconds. Must exceed the idle timeout of the proxy or load balancer in front of the site, which could otherwise send a request into a closed connection. Empty: 620 behind a proxy, otherwise 10.',
    read: readNumber(1, 86_400),
  }),
  MAX_CONNECTIONS_PER_CLIENT: numberSetting(
    500,
    'The maximum number of open connections per client. This limit is not enforced behind a proxy (TRUSTED_PROXY_HOPS).',
  ),
  LOG_LEVEL: requiredSetting({
    type: levels.join(', '),
    defaultValue: 'info',
    description: 'The lowest level of messages that the site logs.',
    read: readChoice(levels),
  }),
  DATABASE_URL: requiredSetting({
    type: 'file: and a path, or a postgresql:// address',
    defaultValue: 'file:./data/site.db',
    description:
      'Where leads and reports are stored: file: and a path for SQLite, or postgresql://user:password@host:5432/database. Percent-encode the password, or set it as PGPASSWORD.',
    read: readDatabaseAddress,
  }),
  CHAIN_RPC_URL: optionalSetting({
    type: 'http(s) addresses, comma-separated',
    description:
      'Nodes of the tokens’ blockchain. The site asks them in this order until one answers, and shows the tokens outstanding next to the attested ounces. Visitors never see these addresses, so they may contain keys. Empty: the site reads no blockchain.',
    read: readLinks,
  }),
  CHAIN_ID: numberSetting(
    137,
    'The chain id (EIP-155) that the nodes in CHAIN_RPC_URL must report. 137 is Polygon.',
  ),
  BACKUP_FOLDER: textSetting(
    'The folder in which `npm run db:backup` stores backups. The folder must exist, and is best on another disk. Empty: `backups` next to the database.',
  ),
}

// Refuses a key that contains a name and a colon after a space or semicolon,
// because these begin the next pair, and a key that contains a comment.
const readKeys = readPairs(
  'key',
  /^(?!.*([;\s][a-z0-9-]{1,32}:|\s#))[^\p{C}]{32,}$/u,
  'names use a-z, 0-9 and -, and keys have at least 32 characters on one line',
)

const operators = {
  APP_SECRET: requiredSetting({
    type: 'a secret of 32 characters or more, such as `openssl rand -base64 32` prints',
    defaultValue: '',
    description:
      'Signs tokens given to browsers, and pseudonymizes clients in rate limits. `npm start` generates it in a checkout, and `npm run operator -- add NAME` in a release without .env.',
    read: readMatch(/^.{32,}$/s),
  }),
  OPERATOR_KEYS: requiredSetting({
    type: 'name:key pairs, comma-separated',
    defaultValue: '',
    description:
      'The operators and their keys. Edited by `npm run operator`. Names use a-z, 0-9 and -. Keys have at least 32 characters.',
    read: readKeys,
  }),
  OPERATOR_ROLES: requiredSetting({
    type: 'name:roles pairs, comma-separated, such as anna:sales,ben:compliance+admin',
    defaultValue: '',
    description:
      'What each operator or machine may do: sales (leads and questions), compliance (reports), admin (operators, erasure, health). A name that is not listed may do everything. Edited by `npm run operator -- roles NAME`.',
    read: readRoles,
  }),
  OPERATOR_EMAILS: requiredSetting({
    type: 'name:address pairs, comma-separated, such as anna:anna@example.com',
    defaultValue: '',
    description:
      'Operators’ e-mail addresses. Operators get a mail when someone assigns them a lead, and one at 7 a.m. if reminders are due. Needs SMTP_URL.',
    read: readPairs(
      'address',
      mailAddress,
      'an address must look like anna@example.com',
    ),
  }),
  MACHINE_KEYS: requiredSetting({
    type: 'name:key pairs, comma-separated',
    defaultValue: '',
    description:
      'Keys for programs: accepted as bearer tokens, never for signing in. `npm run operator -- add NAME --machine` adds one.',
    read: readKeys,
  }),
  ATTESTATIONS_SIGNING_KEY: textSetting(
    'The file with the key that signs the report log. `npm run attestations -- keygen FILE` creates one. Empty: the log is hash-chained, but not signed.',
    'path',
  ),
  REPORTS_FOUR_EYES: requiredSetting({
    type: 'shortfall, true or false',
    defaultValue: 'shortfall',
    description:
      'Which reports a second person must publish: those whose reserves cover less than 100% (shortfall), all (true) or none (false).',
    read: (value) =>
      /^shortfall$/i.test(value) ? ('shortfall' as const) : readFlag(value),
  }),
  ATTESTATIONS_OPEN: flagSetting(
    'true lets anyone add, delete and restore reports without a key.',
  ),
}

const leads = {
  DELIVERIES: requiredSetting({
    type: 'on or off',
    defaultValue: 'on',
    description:
      'off is for a copy of the site, such as a restored backup: the copy sends no lead, acknowledgment, digest, mail to an operator or test message, and requests no access token. Whatever is due waits until the setting is on.',
    read: readFlag,
  }),
  SMTP_URL: optionalSetting({
    type: 'an smtp:// or smtps:// address',
    description:
      'The mail server for leads: smtp://user:password@host:587, which needs STARTTLS, or smtps:// for port 465. Needs LEADS_TO and LEADS_FROM.',
    read: readMailServer,
  }),
  SMTP_ALLOW_PLAINTEXT: flagSetting(
    'true allows sending mail and password unencrypted if the server lacks STARTTLS. Use it only for a relay on this machine.',
  ),
  SMTP_OAUTH_URL: linkSetting(
    'The token endpoint, for logging in to the mail server with OAuth 2.0 instead of a password: https://login.microsoftonline.com/TENANT/oauth2/v2.0/token for Microsoft 365, https://oauth2.googleapis.com/token for Google (docs/operations.md).',
  ),
  SMTP_OAUTH_CLIENT_ID: optionalSetting({
    type: 'an identifier of printable ASCII characters',
    description:
      'The client ID of the application that is registered for SMTP_OAUTH_URL.',
    read: readMatch(/^[!-~]+$/),
  }),
  SMTP_OAUTH_CLIENT_SECRET: optionalSetting({
    type: 'a secret of printable ASCII characters',
    description:
      'The application’s client secret: the value of the secret, not its ID.',
    read: readMatch(/^[!-~]+$/),
  }),
  SMTP_OAUTH_REFRESH_TOKEN: optionalSetting({
    type: 'a token of printable ASCII characters',
    description:
      'The refresh token of a Google account. Empty, as for Microsoft 365: the application logs in with its client ID and secret alone.',
    read: readMatch(/^[!-~]+$/),
  }),
  SMTP_OAUTH_KEY_FILE: textSetting(
    'The JSON key file of a Google service account that may act for the mailbox. Leave the other SMTP_OAUTH settings empty.',
    'path',
  ),
  LEADS_TO: optionalSetting({
    type: 'e-mail addresses, comma-separated, such as sales@acme.example; a name with a comma needs quotation marks',
    description: 'The addresses that receive leads by mail.',
    read: readMailboxes,
  }),
  LEADS_FROM: optionalSetting({
    type: 'one e-mail address, such as site@acme.example',
    description:
      'The sender of all mails, such as `Website <site@acme.example>`.',
    read: readMailbox,
  }),
  LEADS_ACKNOWLEDGE: flagSetting(
    'true sends the visitor a short acknowledgment.',
  ),
  LEADS_LANGUAGE: requiredSetting({
    type: locales.join(', '),
    defaultValue: 'en',
    description: 'The language of mails, digests and messages to sales.',
    read: readChoice(locales),
  }),
  LEADS_DIGEST: flagSetting(
    'false turns off the daily digest of new, quarantined and undelivered leads and unanswered questions.',
    { isOnByDefault: true },
  ),
  LEADS_WEBHOOK_URL: linkSetting(
    'A webhook that receives leads. Requests are signed (https://www.standardwebhooks.com/). Needs LEADS_WEBHOOK_SECRET.',
  ),
  LEADS_WEBHOOK_SECRET: optionalSetting({
    type: '24 bytes or more in base64, such as `openssl rand -base64 32` prints',
    description:
      'The secret that signs requests to the webhook. The secret may begin with whsec_.',
    read: readWebhookSecret,
  }),
  LEADS_HUBSPOT_URL: linkSetting(
    'A HubSpot form for leads: https://api.hsforms.com/submissions/v3/integration/submit/PORTAL/FORM. The form needs the fields email, firstname, lastname, company, phone and message, none of them required, and may have utm_source, utm_medium, utm_campaign, utm_term and utm_content.',
    'an address that ends with /submissions/v3/integration/submit/PORTAL/FORM, where PORTAL is a number and FORM the form’s id',
    /\/submissions\/v3\/integration\/submit\/\d+\/[\da-f-]{36}$/i,
  ),
  LEADS_SALESFORCE_URL: linkSetting(
    'Salesforce Web-to-Lead: https://webto.salesforce.com/servlet/servlet.WebToLead?encoding=UTF-8&oid=00D…',
    'an address that names the organization: …/servlet/servlet.WebToLead?encoding=UTF-8&oid=00D…',
    /[?&](oid|orgId)=00D[A-Za-z\d]{12}([A-Za-z\d]{3})?(&|$)/,
  ),
  LEADS_SLACK_URL: linkSetting(
    'An incoming webhook of Slack or Mattermost, or the webhook of a Microsoft Teams workflow, for leads and digests. Anyone who knows it can post there.',
    'an http(s) address of an incoming webhook, not of a channel',
    /^(?!https?:\/\/((?!hooks\.)[^/]+\.slack\.com|teams\.microsoft\.com)\/)/,
  ),
  LEADS_RETENTION_DAYS: optionalSetting({
    type: 'a whole number from 1 to 36500',
    description:
      'After this many days, the site deletes leads in the stages contacted, won and lost, and leads in quarantine, unless they are waiting for delivery or have a future reminder. Empty: never.',
    read: readNumber(1, 36_500),
  }),
}

const limits = {
  LIMIT_CONTACT_PER_CLIENT: rateLimitSetting({
    defaultValue: 5,
    windowSeconds: 10 * minuteSeconds,
    description:
      'Messages per client in 10 minutes; the daily limit is four times that.',
  }),
  LIMIT_CONTACT_PER_EMAIL: rateLimitSetting({
    defaultValue: 3,
    windowSeconds: hourSeconds,
    description: 'Messages per e-mail address per hour.',
  }),
  LIMIT_CONTACT_GLOBAL: rateLimitSetting({
    defaultValue: 300,
    windowSeconds: hourSeconds,
    description:
      'Messages from all clients per hour. Further messages are stored, but quarantined.',
  }),
  LIMIT_OPERATOR_PER_CLIENT: rateLimitSetting({
    defaultValue: 5,
    windowSeconds: 15 * minuteSeconds,
    description: 'Wrong operator keys allowed per client in 15 minutes.',
  }),
  LIMIT_ATTESTATIONS_PER_CLIENT: rateLimitSetting({
    defaultValue: 60,
    windowSeconds: 10 * minuteSeconds,
    description: 'Changes to the reports allowed per client in 10 minutes.',
  }),
  LIMIT_CHAT_PER_SESSION: rateLimitSetting({
    defaultValue: 20,
    windowSeconds: minuteSeconds,
    description: 'Questions per conversation per minute.',
  }),
  LIMIT_CHAT_PER_CLIENT: rateLimitSetting({
    defaultValue: 60,
    windowSeconds: minuteSeconds,
    description: 'Questions per client per minute.',
  }),
  LIMIT_CHAT_GLOBAL: rateLimitSetting({
    defaultValue: 600,
    windowSeconds: minuteSeconds,
    description:
      'Questions from all clients per minute. Beyond this limit, the assistant says that it is unavailable.',
  }),
}

const assistant = {
  CHATBOT_ENABLED: flagSetting(
    'false hides the assistant on the contact page.',
    { isOnByDefault: true },
  ),
  CHATBOT_URL: apiSetting(
    'The address of another assistant, which answers instead of the site’s own. That assistant must offer the same API (/api/openapi.json) at /api/chatbot/… below this address.',
    '/api/chatbot',
  ),
  CHATBOT_MODEL_URL: apiSetting(
    'The address of an OpenAI-compatible API, such as https://models.acme.example/v1, whose language model chooses which of the site’s texts answer a question. Visitors see nothing that the model writes. Needs CHATBOT_MODEL and CHATBOT_MODEL_PROVIDER.',
    '/chat/completions',
  ),
  CHATBOT_MODEL: textSetting('The name of the language model in its API.'),
  CHATBOT_MODEL_KEY: optionalSetting({
    type: 'a key of printable ASCII characters',
    description: 'The API key, if the model needs one.',
    read: readMatch(/^[!-~]+$/),
  }),
}

/**
 * Settings that only commands and tests set, so they are neither in
 * .env.example nor in docs/settings.md.
 */
const internal = {
  DEMO: flagSetting('Set by `npm run demo`.'),
  FILES_FOLDER: textSetting(
    'The folder in which earlier releases stored report files. Each start imports these files.',
  ),
  MAX_CONNECTIONS: numberSetting(
    2000,
    'The maximum number of open connections in total.',
  ),
  LIMIT_CONTACT_PER_OPERATOR: rateLimitSetting({
    defaultValue: 600,
    windowSeconds: hourSeconds,
    description:
      'Messages per hour that programs send with the key of one machine or operator.',
  }),
  LIMIT_CHAT_RECORDED_PER_CLIENT: rateLimitSetting({
    defaultValue: 500,
    windowSeconds: daySeconds,
    description: 'Questions recorded per client per day.',
  }),
  LIMIT_CHAT_RECORDED_GLOBAL: rateLimitSetting({
    defaultValue: 20_000,
    windowSeconds: daySeconds,
    description: 'Questions recorded per day from all clients.',
  }),
}

export const settingGroups = [
  {
    title:
      'Pages (a change takes effect with the next build, which `npm start` runs)',
    settings: pages,
  },
  { title: 'Server and storage', settings: server },
  { title: 'Secrets and operators', settings: operators },
  { title: 'Leads', settings: leads },
  { title: 'Rate limits', settings: limits },
  { title: 'Assistant', settings: assistant },
]

export const everySetting = {
  ...pages,
  ...server,
  ...operators,
  ...leads,
  ...limits,
  ...assistant,
  ...internal,
}

type Settings = typeof everySetting
type ValueOf<Name extends keyof Settings> = ReturnType<Settings[Name]['read']>

export type Env = {
  readonly [Name in keyof Settings]: Settings[Name]['defaultValue'] extends string
    ? NonNullable<ValueOf<Name>>
    : ValueOf<Name>
}

export type RateLimitName = Extract<keyof Settings, `LIMIT_${string}`>

export function windowSecondsOf(name: RateLimitName): number {
  return everySetting[name].windowSeconds
}

/**
 * Removed settings. If one is set, the site refuses to start and says what to
 * do instead.
 */
export const retiredSettings: Record<string, string> = {
  OPERATOR_TOTP:
    'is no longer used, because passkeys replace one-time codes: remove it, restart, sign in with the key, and add a passkey on the overview page of the console',
}

export const settingNames: readonly string[] = Object.keys(everySetting)

export const buildSettingNames: readonly string[] = [
  ...Object.keys(pages),
  'DEMO',
]
