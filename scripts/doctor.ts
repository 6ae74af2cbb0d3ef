// `npm run doctor`: what is wrong with this installation and how to fix it.
// Exits with 1 if there is an error. `-- --send-test` sends a test message to
// each receiver of leads.
import { existsSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Check } from '@/lib/health/response-schema'
import { guessableSecrets, settingsChecks } from '@/lib/health/settings-checks'
import { parseSettings } from '@/lib/parse-settings'
import type { Env } from '@/lib/settings'
import { keysOf } from '@/lib/text'
import messages from '@/messages/en.json' with { type: 'json' }
import { checkChain } from './chain-findings'
import { failWith } from './commands'
import {
  checkDisclosures,
  checkReportFiles,
  type Finding,
  found,
  printFindings,
} from './findings'
import settingFindings from './setting-findings.json' with { type: 'json' }
import { findSettingProblems } from './setting-problems'
import { readSettings } from './settings'

const advice: Record<Check['name'], string> = {
  database_writable:
    'docs/operations.md lists the codes of both databases and what to do (SiteNotReady).',
  migrations: '`npm run db:migrate`',
  disk_space: 'Free space on the disk of DATABASE_URL.',
  oldest_undelivered_lead:
    'Open the console’s list of undelivered leads: each shows its last error.',
  assistant_upstream:
    'Check CHATBOT_URL, or remove it so that the site’s own assistant answers.',
}
const settingsAdvice = 'Correct .env: docs/settings.md lists every setting.'

try {
  const { values } = parseArgs({
    options: { 'send-test': { type: 'boolean' } },
  })
  printFindings(await examine({ sendsTests: values['send-test'] }))
} catch (error) {
  failWith(error)
}

async function examine({ sendsTests = false }): Promise<Finding[]> {
  const file = examineSettingsFile()
  const env = parseSettings(readSettings()).settings
  if (!env) return file
  const { log } = await import('@/lib/log')
  log.level = 'silent'
  const brand = await examineBrand(env)
  const findings = [...file, ...examineSettings(env), brand]
  // Stops here, because the other checks need the brand's facts.
  if (brand.about === 'Brand') return findings
  findings.push(
    ...(await examineSite()),
    ...(await examineMailLogin(env)),
    ...(await checkChain(env)),
  )
  if (sendsTests) findings.push(...(await sendTests(env)))
  await (await import('@/lib/database/client')).closeDatabase()
  return findings
}

function examineSettingsFile(): Finding[] {
  const { errors, warnings } = findSettingProblems()
  const findings = [
    ...errors.map((sentence) =>
      found.error('Settings', sentence, settingsAdvice),
    ),
    ...warnings.map((sentence) =>
      found.warning('Settings', sentence, settingsAdvice),
    ),
  ]
  if (existsSync('.env'))
    return [
      ...findings,
      ...checkPermissions('Settings', '.env', 'the keys in it'),
    ]
  return [
    ...findings,
    found.warning(
      'Settings',
      'there is no .env.',
      '`npm start` writes one with new secrets.',
    ),
  ]
}

/** Skips Windows, which has no such permissions. */
function checkPermissions(
  about: string,
  file: string,
  content: string,
): Finding[] {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0)
    return []
  return [
    found.error(
      about,
      `other users of this machine can read ${file}, and ${content}.`,
      `chmod 600 ${file}`,
    ),
  ]
}

function examineSettings(env: Env): Finding[] {
  const guessable = guessableSecrets(env).map(
    ({ setting, operator }) => setting ?? `the key of ${operator}`,
  )
  const warnings = keysOf(settingsChecks)
    .filter((name) => settingsChecks[name](env))
    .map((name) => settingFindings[name])
  const secrets =
    '`openssl rand -base64 32` prints a secret, `npm run operator -- add NAME` a key.'
  const findings = [
    guessable.length > 0 &&
      found.error(
        'Secrets',
        `easy to guess: ${guessable.join(', ')}.`,
        secrets,
      ),
    !env.SITE_URL.startsWith('https:') &&
      found.warning(
        'Address',
        `SITE_URL is ${env.SITE_URL}.`,
        'Set SITE_URL to the public https address.',
      ),
    ...warnings.map(({ about, sentence, advice }) =>
      found.warning(about, sentence, advice),
    ),
  ]
  return findings.filter((finding) => finding !== false)
}

async function examineBrand(env: Env): Promise<Finding> {
  try {
    const { site } = await import('@/lib/site')
    if (site.placeholders.length > 0)
      return found.error(
        'Brand',
        `brand.json still has placeholders: ${site.placeholders.join(', ')}.`,
        'Write your own values, then remove their keys from "placeholders".',
      )
    return checkDisclosures(site, settingsChecks.fictional(env))
  } catch (error) {
    return found.error(
      'Brand',
      (error as Error).message,
      '`npm run brand -- check` lists what is wrong.',
    )
  }
}

/**
 * Checks what /readyz checks, who can read the database, and the report files,
 * for which /readyz has no time.
 */
async function examineSite(): Promise<Finding[]> {
  const { readChecks } = await import('@/lib/health/checks')
  const { databaseFile } = await import('@/lib/database/client')
  const checks = await readChecks()
  // Leaves out checks without a value, because another finding explains why
  // they have none.
  const answered = checks.filter(({ value }) => value !== undefined)
  const findings = answered.map(
    ({ name, ok, required, reason, value = 'unknown', unit = '' }) => {
      const sentence = reason ?? `${value} ${unit}`.trim()
      return ok
        ? found.ok(name, sentence)
        : (required ? found.error : found.warning)(name, sentence, advice[name])
    },
  )
  const file = databaseFile()
  if (file && existsSync(file))
    findings.push(...checkPermissions('Database', file, 'every lead in it'))
  if (checks.some(({ name, ok }) => name === 'database_writable' && !ok))
    return findings
  const { listReports } = await import('@/lib/attestations/report-store')
  return [...findings, await checkReportFiles(await listReports())]
}

/**
 * Requests a real access token, if the site uses one to log in to its mail
 * server.
 */
async function examineMailLogin({ DELIVERIES }: Env): Promise<Finding[]> {
  const { accessToken, usesOauth } = await import('@/lib/leads/delivery/oauth')
  if (!DELIVERIES || !usesOauth()) return []
  const { errorCode } = await import('@/lib/outbox/failure')
  const failure = await accessToken().then(() => undefined, errorCode)
  if (!failure)
    return [found.ok('Mail', 'the token server issued an access token.')]
  return [
    found.error(
      'Mail',
      `no access token: ${failure}.`,
      await explained(failure),
    ),
  ]
}

/** Returns the sentence that the console shows next to a failed delivery. */
async function explained(failure: string): Promise<string> {
  const { explainFailure } = await import('@/lib/outbox/failure')
  return messages.OperatorLeads.errors[explainFailure(failure).kind]
}

async function sendTests({ DELIVERIES }: Env): Promise<Finding[]> {
  if (!DELIVERIES)
    return [
      found.error(
        'Test',
        'nothing was sent: DELIVERIES is off.',
        settingFindings.deliveriesOff.advice,
      ),
    ]
  const { sendTest } = await import('@/lib/leads/delivery/test-message')
  const sent = await sendTest()
  if (sent.length === 0)
    return [
      found.error(
        'Test',
        'no receiver of leads is configured.',
        settingFindings.onlyStored.advice,
      ),
    ]
  return Promise.all(
    sent.map(async ({ channel, error }) =>
      error
        ? found.error('Test', `${channel}: ${error}.`, await explained(error))
        : found.ok('Test', `${channel}: sent.`),
    ),
  )
}
