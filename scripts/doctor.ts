// `npm run doctor`: what is wrong with this installation and how to fix it. Exit code 1 if there is an error.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Env } from '@/lib/env'
import { checkSettingsFile } from '@/lib/env-file'
import type { Check } from '@/lib/health/response-schema'
import { areLeadsOnlyStored, guessableSecrets, hasOwnBrand, isProxyEvaded } from '@/lib/health/settings-checks'
import { checkDisclosures, checkReportFiles, error, type Finding, ok, printFindings, warning } from './findings'

const usage = `Usage: npm run doctor [-- --send-test]
  --send-test  send one test mail and one test webhook event to the receivers of leads`

const { sendTest, help } = readArguments()
if (help) console.log(usage)
else printFindings(await examine())

function readArguments() {
  try {
    const options = { 'send-test': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    const { values } = parseArgs({ options })
    return { sendTest: values['send-test'], help: values.help }
  } catch (cause) {
    console.error(`${(cause as Error).message}\n${usage}`)
    process.exit(1)
  }
}

async function examine(): Promise<Finding[]> {
  const file = examineFile('.env')
  const env = await loadSettings()
  if ('state' in env) return [...file, env]
  const { log } = await import('@/lib/log')
  log.level = 'silent'
  const found = [...file, ...examineSettings(env), await examineBrand(env), ...(await examineSite())]
  if (sendTest) found.push(...(await sendTests()))
  await (await import('@/lib/database/client')).closeDatabase()
  return found
}

function examineFile(file: string): Finding[] {
  if (!existsSync(file))
    return [warning('Settings', `there is no ${file}.`, '`npm start` writes one with new secrets.')]
  const { errors, warnings } = checkSettingsFile(readFileSync(file, 'utf8'))
  const advice = `Correct ${file}: docs/settings.md lists every setting.`
  return [
    ...errors.map((says) => error('Settings', `${says}.`.replace('?.', '?'), advice)),
    ...warnings.map((says) => warning('Settings', `${says}.`, advice)),
    ...checkPermissions('Settings', file, 'the keys in it'),
  ]
}

/** Windows has no such permissions. */
function checkPermissions(about: string, file: string, content: string): Finding[] {
  const isPrivate = process.platform === 'win32' || (statSync(file).mode & 0o077) === 0
  if (isPrivate) return [ok(about, `only its owner can read ${file}.`)]
  return [error(about, `other users of this machine can read ${file}, and ${content}.`, `chmod 600 ${file}`)]
}

async function loadSettings(): Promise<Env | Finding> {
  try {
    return (await import('@/lib/env')).env
  } catch (cause) {
    if ((cause as Error).name !== 'EnvError') throw cause
    return error('Settings', (cause as Error).message, 'Correct .env: docs/settings.md lists every setting.')
  }
}

function examineSettings(env: Env): Finding[] {
  const guessable = guessableSecrets(env).map(({ setting, operator }) => setting ?? `the key of ${operator}`)
  const checks: [about: string, isWrong: boolean, says: string, advice: string, level?: typeof error][] = [
    [
      'Secrets',
      guessable.length > 0,
      `easy to guess: ${guessable.join(', ')}.`,
      '`openssl rand -base64 32` prints a secret, `npm run operator -- add NAME` a key.',
      error,
    ],
    [
      'Operators',
      env.OPERATOR_KEYS.length === 0,
      'there are none, so nobody can read leads.',
      '`npm run operator -- add NAME`',
    ],
    ['Attestations', env.ATTESTATIONS_OPEN, 'every visitor can change the reports.', 'Remove ATTESTATIONS_OPEN=true.'],
    [
      'Proxy',
      isProxyEvaded(env),
      'proxies are trusted, and the site listens on more than this machine’s own address.',
      'Set HOST=127.0.0.1, or let nobody but the proxy reach the port.',
    ],
    [
      'Address',
      !env.SITE_URL.startsWith('https:'),
      `SITE_URL is ${env.SITE_URL}.`,
      'Set SITE_URL to the public https address.',
    ],
    [
      'Brand',
      !hasOwnBrand(env),
      'pages show the fictional Halcrest.',
      '`npm run brand -- new NAME`, then BRAND=NAME in .env.',
    ],
    [
      'Mail',
      env.SMTP_ALLOW_PLAINTEXT,
      'mail may be sent unencrypted.',
      'Remove SMTP_ALLOW_PLAINTEXT unless the relay is on this machine.',
    ],
    [
      'Delivery',
      areLeadsOnlyStored(env),
      'leads are stored, but nobody is told.',
      'Set SMTP_URL with LEADS_TO and LEADS_FROM, LEADS_WEBHOOK_URL, or another receiver.',
    ],
  ]
  return checks.map(([about, isWrong, says, advice, level = warning]) =>
    isWrong ? level(about, says, advice) : ok(about, 'as it should be.'),
  )
}

async function examineBrand(env: Env): Promise<Finding> {
  try {
    const { site } = await import('@/lib/site')
    return checkDisclosures(site.disclosures, !hasOwnBrand(env))
  } catch (cause) {
    return error('Brand', (cause as Error).message, '`npm run brand -- check` lists what is wrong.')
  }
}

const advice: Record<Check['name'], string> = {
  database_writable: 'Check that the database is there, writable by this user and on a disk with space.',
  migrations: '`npm run db:migrate`',
  disk_space: 'Free space on the disk of DATABASE_URL.',
  oldest_undelivered_lead: 'Open the console’s list of undelivered leads: each shows its last error.',
  assistant_upstream: 'Check CHATBOT_URL, or remove it: the site’s own assistant then answers.',
}

/** What /readyz finds, the files that it has no time for, and who can read the database. */
async function examineSite(): Promise<Finding[]> {
  const { recentChecks } = await import('@/lib/health/checks')
  const { databaseFile } = await import('@/lib/database/client')
  const checks = await recentChecks()
  const found = checks.map(({ name, ok: succeeds, required, value, unit }) => {
    const says = `${value ?? 'unknown'} ${unit ?? ''}`.trim()
    return succeeds ? ok(name, says) : (required ? error : warning)(name, says, advice[name])
  })
  const file = databaseFile()
  if (file && existsSync(file)) found.push(...checkPermissions('Database', file, 'every lead in it'))
  if (checks.some(({ ok: succeeds, required }) => required && !succeeds)) return found
  const { listReports } = await import('@/lib/attestations/store')
  const { filesFolder } = await import('@/lib/attestations/files')
  return [...found, await checkReportFiles(await listReports(), filesFolder())]
}

async function sendTests(): Promise<Finding[]> {
  const { sendTest: send } = await import('@/lib/leads/delivery/deliver')
  const sent = await send()
  if (sent.length === 0)
    return [error('Test', 'there is no mail server and no webhook.', 'Set SMTP_URL or LEADS_WEBHOOK_URL.')]
  return sent.map(({ channel, error: failure }) =>
    failure
      ? error('Test', `${channel}: ${failure}`, 'Correct the settings of this receiver.')
      : ok('Test', `${channel}: sent.`),
  )
}
