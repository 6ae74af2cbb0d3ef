import { spawnSync } from 'node:child_process'
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { guessableSecrets, settingsChecks } from '@/lib/health/settings-checks'
import { checkDisclosures } from '@/scripts/findings'
import { defaultBrand, otherBrand } from '../support/brands'
import { catalog } from '../support/catalog'
import { expectTexts } from '../support/expect-texts'
import { makeScratchFolder } from '../support/scratch'
import { webhookSettings } from '../support/sinks'

const secret = 'q7Jw2xYt9Zb4Kd8Rm5Vh3Nc6Pf1Lg0Ts'

/**
 * Runs the doctor in a folder whose .env file has these lines, with the given
 * settings in its environment.
 */
function examine(
  settings: Record<string, string>,
  file = '',
  mode = 0o600,
  ...options: string[]
) {
  const cwd = makeScratchFolder('doctor-')
  writeFileSync(join(cwd, '.env'), file)
  chmodSync(join(cwd, '.env'), mode)
  for (const name of ['brands', 'messages', 'prisma', 'package.json'])
    symlinkSync(resolve(name), join(cwd, name))
  const env = {
    ...process.env,
    TSX_TSCONFIG_PATH: resolve('tsconfig.json'),
    APP_SECRET: secret,
    ...settings,
  }
  const command = [
    '--import',
    resolve('node_modules/tsx/dist/esm/index.mjs'),
    resolve('scripts/doctor.ts'),
    ...options,
  ]
  return spawnSync(process.execPath, command, { cwd, env, encoding: 'utf8' })
}

it('the doctor reports problems with the settings and how to fix them', () => {
  const file = 'SMTP_URI=smtp://mail.example\nOTHER=1\n<<<<<<< HEAD\n'
  const { status, stdout, stderr } = examine(
    { ATTESTATIONS_OPEN: 'true', TRUSTED_PROXY_HOPS: '1' },
    file,
    0o644,
  )
  expect([status, stderr]).toEqual([1, ''])

  const warnings = [
    'Attestations',
    'Proxy',
    'Address',
    'Brand',
    'Delivery',
  ].map((about) => `warning  ${about}: `)
  expectTexts(stdout, [
    'error    Settings: SMTP_URI is not a setting: did you mean SMTP_URL?\n         → Correct .env',
    'error    Settings: line 3 of .env does not have the form NAME=value.',
    'warning  Settings: OTHER is not a setting',
    'error    Settings: other users of this machine can read .env',
    ...warnings,
    'ok       database_writable: ',
  ])
})

it.each([
  [
    'SITE_URL',
    'nonsense',
    /^error {4}Settings: SITE_URL must be an http\(s\) address[^\n]+\.\n {9}→ Correct \.env/m,
  ],
  [
    'SITE_URL',
    'https://site.example/shop',
    /^error {4}Settings: SITE_URL must end after the host, because the site cannot have a path\.$/m,
  ],
  [
    'PORT',
    '99999',
    /^error {4}Settings: PORT must be a whole number from 1 to 65535\.$/m,
  ],
  [
    'ATTESTATIONS_SIGNING_KEY',
    'none.pem',
    /^error {4}Settings: ATTESTATIONS_SIGNING_KEY must be the path of an Ed25519 key/m,
  ],
  [
    'BACKUP_FOLDER',
    'none',
    /^warning {2}Settings: BACKUP_FOLDER must be an existing folder: ENOENT/m,
  ],
  [
    'SMTP_OAUTH_KEY_FILE',
    'package.json',
    /^error {4}Settings: SMTP_OAUTH_KEY_FILE must be the JSON key of a service account: it lacks client_email/m,
  ],
  [
    'BRAND',
    'acme',
    /^error {4}Settings: BRAND must be the name of a folder in brands\/, or a path: ENOENT/m,
  ],
  [
    'DATABASE_URL',
    'file:missing.db',
    /^error {4}database_writable: The database is missing, or was replaced .* \(SQLITE_READONLY_DBMOVED\)/m,
  ],
])(
  'the doctor reports the problem with %s=%s and its fix without a stack trace',
  (name, value, finding) => {
    const { status, stdout, stderr } = examine({ [name]: value })

    expect([status, stdout, stderr]).toEqual([
      1,
      expect.stringMatching(finding),
      '',
    ])
  },
)

it('the doctor reports an address or brand that differs from the build’s', () => {
  const BUILT_WITH = '{"SITE_URL":"https://site.example","BRAND":"acme"}'
  const build = 'but this release was built with'

  const unset = examine({ BUILT_WITH, SITE_URL: '' }).stdout
  const other = examine({ BUILT_WITH, BRAND: 'halcrest' }).stdout
  const same = examine({ BUILT_WITH, SITE_URL: 'https://Site.example/' }).stdout

  expect(unset).toContain(
    `SITE_URL is not set, ${build} https://site.example: set it to this value.`,
  )
  expect(other).toContain(`BRAND is halcrest, ${build} acme: build it again.`)
  expect(same).not.toContain(build)
})

it('the doctor reports why a test delivery failed and how to fix it', () => {
  // Uses port 9, where a request fails at once because fetch() blocks it.
  const { status, stdout } = examine(
    { ...webhookSettings({ port: 9 }) },
    '',
    0o600,
    '--send-test',
  )
  expect(status).toBe(1)

  const sentence = catalog('en').OperatorLeads.errors.unusable
  expect(stdout).toContain(
    `error    Test: webhook: TypeError.\n         → ${sentence}`,
  )
})

it('the doctor explains why the token server gives no access token', () => {
  const { status, stdout } = examine({
    SMTP_URL: 'smtp://site@acme.example@smtp.office365.com:587',
    LEADS_TO: 'sales@acme.example',
    LEADS_FROM: 'site@acme.example',
    SMTP_OAUTH_URL: 'http://127.0.0.1:9/token',
    SMTP_OAUTH_CLIENT_ID: 'application',
    SMTP_OAUTH_CLIENT_SECRET: 'secret~1',
  })
  expect(status).toBe(1)

  const sentence = catalog('en').OperatorLeads.errors.unusable
  expect(stdout).toContain(
    `error    Mail: no access token: OAUTH TypeError.\n         → ${sentence}`,
  )
})

it.each([
  ['doctor --sendtest', /^Unknown option '--sendtest'(?![\s\S]* {4}at )/],
  ['attestations verify /no/such/file', /^ENOENT: [^\n]+\n$/],
  ['attestations verify a b', /^Usage: [\s\S]+$/],
])('the command “%s” fails with a short message', (command, sentence) => {
  const [script, ...args] = command.split(' ')
  const run = ['--import', 'tsx', `scripts/${script}.ts`, ...args]
  const { status, stderr } = spawnSync(process.execPath, run, {
    encoding: 'utf8',
    env: { ...process.env },
  })

  expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)])
})

it.each([
  ['smtp://site%40acme.example:secret@smtp.office365.com:587', true],
  ['smtp://site%40acme.example@smtp.office365.com:587', false],
  ['smtp://site:secret@mail.acme.example:587', false],
])(
  'the doctor finds a password that Microsoft will refuse in %s: %s',
  (SMTP_URL, finds) => {
    const mail = { LEADS_TO: 'a@acme.example', LEADS_FROM: 'b@acme.example' }
    const env = parseEnv({ APP_SECRET: secret, SMTP_URL, ...mail })
    expect(settingsChecks.microsoftPassword(env)).toBe(finds)
  },
)

it('the doctor finds guessable secrets', () => {
  const env = parseEnv({
    APP_SECRET: 'change-me-change-me-change-me-change-me',
    OPERATOR_KEYS: `bob:${'k'.repeat(32)},eve:${secret}`,
  })

  expect(guessableSecrets(env)).toEqual([
    { setting: 'APP_SECRET' },
    { operator: 'bob' },
  ])
})

it.each([
  ['0', '', false],
  ['1', '', true],
  ['1', '0.0.0.0', true],
  ['1', '127.0.0.1', false],
  ['1', '[::1]', false],
])(
  'the doctor says whether clients can bypass the proxy with %s proxies and HOST=%s: %s',
  (hops, host, isEvaded) => {
    expect(
      settingsChecks.proxyBypassed(
        parseEnv({ APP_SECRET: secret, TRUSTED_PROXY_HOPS: hops, HOST: host }),
      ),
    ).toBe(isEvaded)
  },
)

it.each([
  ['https://halcrest.example', '0', true],
  ['https://halcrest.example', '1', false],
  ['http://localhost:3000', '0', false],
])(
  'the doctor warns that visitors share a rate limit at %s with %s proxies: %s',
  (SITE_URL, TRUSTED_PROXY_HOPS, warns) => {
    expect(
      settingsChecks.proxyUntrusted(
        parseEnv({ APP_SECRET: secret, SITE_URL, TRUSTED_PROXY_HOPS }),
      ),
    ).toBe(warns)

    const { stdout } = examine({
      SITE_URL,
      TRUSTED_PROXY_HOPS,
      HOST: '127.0.0.1',
    })
    expect(
      stdout.includes('warning  Proxy: SITE_URL is https, which needs a proxy'),
    ).toBe(warns)
  },
)

it('the doctor reports the made-up facts of a new brand', () => {
  const { stdout } = examine({ SITE_FACTS: '{"placeholders":["email"]}' })

  expect(stdout).toContain(
    'error    Brand: brand.json still has placeholders: email.',
  )
})

const none = { examples: false, rows: [], parties: [] }

it('the doctor reports missing disclosures', () => {
  expect(checkDisclosures({ disclosures: none, claims: {} })).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('legalEntity'),
  })
})

it('the doctor accepts complete disclosures', () => {
  expect(checkDisclosures(otherBrand).state).toBe('ok')
})

it('the doctor reports disclosures that are only examples', () => {
  expect(checkDisclosures(defaultBrand).state).toBe('error')
})

it('the doctor accepts disclosures that are only examples in the demo', () => {
  expect(checkDisclosures(defaultBrand, true).state).toBe('ok')
})
