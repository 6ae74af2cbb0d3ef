// What .env.example and docs/settings.md say about the settings of lib/env.ts: `npm run settings` writes both.
import type { Env } from '@/lib/env'

/** When a change in .env takes effect; `command`: each command reads it. */
type Effect = 'reload' | 'restart' | 'build' | 'command'

type Group = { title: string; effect: Effect; about: Partial<Record<keyof Env, string>> }

export const settingGroups: Group[] = [
  {
    title: 'Address and pages',
    effect: 'build',
    about: {
      SITE_URL: 'The public address, without a path. Search engines and links in mails get it.',
      NOINDEX: 'true for a staging site: nothing of it may be indexed.',
      SHARE_IMAGE_URL: 'An image that link previews show instead of the drawn one of each page, 1200 x 630 pixels.',
    },
  },
  {
    title: 'Server',
    effect: 'restart',
    about: {
      HOST: 'The address to listen on, such as 127.0.0.1 behind a proxy on the same machine. Empty: every address of this machine.',
      PORT: 'The port to listen on.',
      TRUSTED_PROXY_HOPS:
        'How many reverse proxies of yours stand before the site; each adds one address to X-Forwarded-For. Above 0, let nobody but the proxy reach the site’s port: who else does could then write any address there.',
      DATABASE_URL:
        'Where leads and reports are kept: file: and a path for SQLite, or postgresql://user:password@host:5432/database (docs/operations.md).',
      FILES_FOLDER:
        'Where the uploaded files of reports are kept, the same for all processes of the site. Empty: `files` beside the SQLite database, or `data/files`.',
    },
  },
  {
    title: 'Connections and log',
    effect: 'reload',
    about: {
      MAX_CONNECTIONS: 'Open connections altogether.',
      MAX_CONNECTIONS_PER_CLIENT: 'Open connections from one client; not counted behind a proxy of yours.',
      LOG_LEVEL: 'Which lines are logged: those of this level and of the ones after it.',
    },
  },
  {
    title: 'Metrics and traces',
    effect: 'restart',
    about: {
      METRICS_PORT:
        'A port of this machine’s own (127.0.0.1) where Prometheus reads /metrics without a key, such as 9464. Empty: only at /metrics of the site, with an operator’s key.',
      OTEL_EXPORTER_OTLP_ENDPOINT:
        'Where traces of requests are sent (OTLP over HTTP), such as http://127.0.0.1:4318. Empty: no SDK of OpenTelemetry is loaded. Its other settings, OTEL_*, may be set beside these.',
      OTEL_SERVICE_NAME: 'The name that the site has in traces.',
    },
  },
  {
    title: 'Backups',
    effect: 'command',
    about: {
      BACKUP_FOLDER:
        'Where `npm run db:backup` writes: a folder that is there, best on another disk. Empty: `backups` beside the database.',
      BACKUP_KEEP: 'How many backups are kept.',
      BACKUP_KEEP_DAYS: 'For how many days a backup is kept. The last one stays in any case.',
    },
  },
  {
    title: 'Secrets and operators',
    effect: 'reload',
    about: {
      APP_SECRET:
        'Signs what the site gives to browsers and wants back unchanged, and hides whom limits count. The first start writes one.',
      OPERATOR_KEYS:
        'Who may read leads and publish reports: a name is a-z, 0-9 or -, a key has 32 characters or more. The first start adds `operator`. `npm run operator -- add NAME`, `list` and `revoke NAME` change this line.',
      ATTESTATIONS_SIGNING_KEY:
        'The file of the key that signs the log of reports: `npm run attestations -- keygen FILE` makes one. Empty: the log is chained, but not signed.',
      OPERATOR_TOTP:
        'Who signs in on a page with a one-time code beside the key, and the secret of their authenticator app. `npm run operator -- totp NAME` and `no-totp NAME` change this line. Keys that machines send need no code.',
      ATTESTATIONS_OPEN: 'true lets every visitor add, delete and restore reports without a key.',
    },
  },
  {
    title: 'Leads',
    effect: 'reload',
    about: {
      SMTP_URL:
        'The mail server that takes the leads: smtp://user:password@host:587, which needs STARTTLS, or smtps:// for port 465. Needs LEADS_TO and LEADS_FROM.',
      SMTP_ALLOW_PLAINTEXT:
        'true sends in clear, password included, where the server has no STARTTLS: for a relay on this machine only.',
      LEADS_TO: 'Who gets the leads by mail.',
      LEADS_FROM: 'The sender of these mails.',
      LEADS_ACKNOWLEDGE: 'true sends the visitor a short acknowledgement.',
      LEADS_LANGUAGE: 'The language of what sales are sent: mails, digests, and messages to the services below.',
      LEADS_DIGEST:
        'false sends no daily digest of new, quarantined and undelivered leads and of unanswered questions.',
      LEADS_WEBHOOK_URL:
        'A webhook that takes the leads, signed (https://www.standardwebhooks.com/). Needs LEADS_WEBHOOK_SECRET.',
      LEADS_WEBHOOK_SECRET:
        'The secret of its signatures, such as `openssl rand -base64 32` prints; whsec_ may stand in front of it.',
      LEADS_HUBSPOT_URL:
        'A HubSpot form that takes the leads: https://api.hsforms.com/submissions/v3/integration/submit/PORTAL/FORM, or what HubSpot names for an account in the EU. It needs the fields email, firstname, lastname, company, phone and message, none of them required.',
      LEADS_SALESFORCE_URL:
        'Salesforce Web-to-Lead: https://webto.salesforce.com/servlet/servlet.WebToLead?encoding=UTF-8&oid=00D…, with the id of your organisation.',
      LEADS_SLACK_URL:
        'An incoming webhook of Slack, or of Mattermost or Teams, to whose channel leads and digests are posted. Whoever knows this address can write there.',
      LEADS_RETENTION_DAYS: 'Leads are deleted after so many days. Empty: never.',
    },
  },
  {
    title: 'Where leads come from',
    effect: 'build',
    about: {
      LEADS_CONTEXT:
        'Whether a lead says where its visitor came from: the first page and its utm_ parameters, the site before it, the page of the form, time zone and language of the browser. The form says so; with false nothing of it is kept.',
    },
  },
  {
    title: 'Limits of the contact form',
    effect: 'reload',
    about: {
      LIMIT_CONTACT_PER_CLIENT: 'Messages from one client in 10 minutes, and four times as many in a day.',
      LIMIT_CONTACT_PER_EMAIL: 'Messages from one e-mail address in an hour.',
      LIMIT_CONTACT_GLOBAL: 'Messages from everybody in an hour. What comes beyond that is stored, but quarantined.',
      LIMIT_CONTACT_FLOOD: 'Messages beyond that in an hour, and as many that look like spam. More are refused.',
      LIMIT_CONTACT_PER_OPERATOR: 'Messages in an hour from a server that sends leads with an operator’s key.',
    },
  },
  {
    title: 'Limits for operators',
    effect: 'reload',
    about: {
      LIMIT_OPERATOR_PER_CLIENT: 'Wrong operator keys from one client in 15 minutes.',
      LIMIT_ATTESTATIONS_PER_CLIENT: 'Changes to the list of reports from one client in 10 minutes.',
    },
  },
  {
    title: 'Assistant',
    effect: 'reload',
    about: {
      CHATBOT_ENABLED: 'false hides the assistant on the contact page.',
      CHATBOT_URL:
        'Another assistant with the same API answers instead: at /api/chatbot/status, /api/chatbot/chat and /api/chatbot/end-session below this address (/api/openapi.json describes them).',
      CHATBOT_MODEL_URL:
        'A language model that words the answers of the site’s own assistant from its facts: the address of any server with the API of OpenAI, up to /v1 (docs/operations.md says what is sent there). Needs CHATBOT_MODEL; without effect where CHATBOT_URL is set.',
      CHATBOT_MODEL: 'The name of the model on that server.',
      CHATBOT_MODEL_KEY: 'The key that it wants. Empty: none is sent.',
      CHATBOT_MODEL_OPTIONS:
        'What else a request says. Empty: `{"temperature":0,"max_tokens":400}`. Models that reason want others, such as `{"max_completion_tokens":1500,"reasoning_effort":"low"}`.',
      CHATBOT_MODEL_TIMEOUT_MS: 'How long a visitor waits for the model before the site’s own wording is shown.',
      CHATBOT_MODEL_DAILY_CALLS:
        'Questions put to the model in 24 hours, by all processes together. Beyond that the site’s own wording is shown.',
      LIMIT_CHAT_PER_SESSION: 'Questions in one conversation in a minute.',
      LIMIT_CHAT_PER_CLIENT: 'Questions from one client in a minute.',
      LIMIT_CHAT_GLOBAL: 'Questions from everybody in a minute.',
      LIMIT_CHAT_RECORDED_PER_CLIENT:
        'Questions and answers of one client that are recorded in a day. Beyond that the assistant answers and keeps nothing.',
      LIMIT_CHAT_RECORDED_GLOBAL: 'The same of everybody.',
      LIMIT_CHAT_LEADS_PER_CLIENT:
        'Requests of one client for contact in the chat, and additions to them, sent on in a day.',
      LIMIT_CHAT_LEADS_GLOBAL: 'The same of everybody.',
    },
  },
  {
    title: 'Brand: the company’s facts come from its folder where these are empty',
    effect: 'build',
    about: {
      BRAND:
        'The brand: a folder of brands/, or the path of one (docs/brands.md). Empty: the fictional company of this repository.',
      SITE_BRAND: 'The company’s name.',
      SITE_PRODUCT: 'The product’s name.',
      SITE_PHONE_NORTH_AMERICA: 'The telephone number for North America.',
      SITE_PHONE_WORLDWIDE: 'The telephone number for everybody else.',
      SITE_FOUNDED: 'The year of founding; no attestation report may be from before it.',
      SITE_EMAIL: 'The company’s e-mail address.',
      SITE_OFFICES:
        'The offices, as `[{"city":{"en":"…","fr":"…","es":"…"},"street":"…","region":"…","postalCode":"…","country":"CA"}]`.',
      SITE_SHOP_URL: 'The shop.',
      SITE_PRICES_URL: 'The page of prices.',
      SITE_PRIVACY_URL: 'The privacy statement.',
      SITE_TERMS_URL: 'The terms of use.',
      SITE_TAG_MANAGER_URL: 'The script of a tag manager. Empty: nothing about a visit leaves the browser.',
    },
  },
]

/** When a change of a setting takes effect. */
export function effectOf(name: keyof Env): Effect {
  return settingGroups.find(({ about }) => name in about)?.effect ?? 'restart'
}
