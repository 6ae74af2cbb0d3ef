// The editor shows the site with sample data: what is done there reaches neither the company's database nor anybody else.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { fail, run } from '../../commands.mjs'

const folder = resolve('.cache/edit-samples')

/** The sample databases: what the editor shows first, one without data, and one with a single report. */
export const sampleDatabases = {
  full: `file:${folder}/site.db`,
  empty: `file:${folder}/empty.db`,
  one: `file:${folder}/one.db`,
  /** Not there: the site's database is away. */
  away: `file:${folder}/away/site.db`,
}

const unlimited = '100000'

// Whatever would lead out of this computer is off; an empty value is the default.
const settings = {
  DATABASE_URL: sampleDatabases.full,
  FILES_FOLDER: '',
  OPERATOR_KEYS: `editor:${randomBytes(32).toString('base64url')}`,
  OPERATOR_TOTP: '',
  ATTESTATIONS_OPEN: '',
  ATTESTATIONS_SIGNING_KEY: '',
  DEMO: '',
  TRUSTED_PROXY_HOPS: '',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  METRICS_PORT: '',
  SMTP_URL: '',
  LEADS_ACKNOWLEDGE: '',
  LEADS_CONTEXT: '',
  LEADS_WEBHOOK_URL: '',
  LEADS_WEBHOOK_SECRET: '',
  LEADS_HUBSPOT_URL: '',
  LEADS_SALESFORCE_URL: '',
  LEADS_SLACK_URL: '',
  CHATBOT_ENABLED: '',
  CHATBOT_URL: '',
  CHATBOT_MODEL_URL: '',
  CHATBOT_MODEL: '',
  CHATBOT_MODEL_KEY: '',
  SITE_TAG_MANAGER_URL: '',
  LIMIT_CONTACT_PER_CLIENT: unlimited,
  LIMIT_CONTACT_PER_EMAIL: unlimited,
  LIMIT_CONTACT_GLOBAL: unlimited,
  LIMIT_OPERATOR_PER_CLIENT: unlimited,
  LIMIT_ATTESTATIONS_PER_CLIENT: unlimited,
  LIMIT_CHAT_PER_SESSION: unlimited,
  LIMIT_CHAT_PER_CLIENT: unlimited,
  LIMIT_CHAT_GLOBAL: unlimited,
  LIMIT_CHAT_LEADS_PER_CLIENT: unlimited,
  LIMIT_CHAT_LEADS_GLOBAL: unlimited,
}

/** Before anything reads the settings. What visitors asked in vain is still read from the company's own database. */
export function chooseSamples() {
  process.env.QUESTIONS_DATABASE_URL ??= process.env.DATABASE_URL || 'file:./data/site.db'
  Object.assign(process.env, settings)
  rmSync(folder, { recursive: true, force: true })
}

/** Once the project is set up. */
export async function fillSamples() {
  if ((await run(process.execPath, ['--import', 'tsx', 'scripts/edit/states/fill-samples.ts'])) !== 0)
    fail('The sample data could not be made: see above.')
}
