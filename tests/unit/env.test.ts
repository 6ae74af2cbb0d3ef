import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { EnvError, env, parseEnv } from '@/lib/env'
import { checkSettingsFile } from '@/lib/env-file'
import { parseSettings } from '@/lib/parse-settings'
import { buildSettingNames } from '@/lib/settings'
import { readText } from '@/lib/text-file.mjs'
import { readBuildSettings, restoreBuildSettings } from '@/scripts/settings'
import { exampleFile, settingsPage } from '@/scripts/settings-page'
import { setForTest } from '../support/settings'

const secrets = { APP_SECRET: 's'.repeat(32) }
const mail = {
  SMTP_URL: 'smtp://localhost',
  LEADS_TO: 'sales@bank.example',
  LEADS_FROM: 'site@bank.example',
}
const oauth = {
  SMTP_OAUTH_URL: 'https://login.example/token',
  SMTP_OAUTH_CLIENT_ID: 'application',
  SMTP_OAUTH_CLIENT_SECRET: 'secret~1',
}
const key = 'k'.repeat(32)
const form = '12345678-90ab-cdef-1234-567890abcdef'
const webhook = { LEADS_WEBHOOK_URL: 'https://crm.example/' }

describe('the environment', () => {
  it('treats a setting with an empty value as unset', () => {
    const env = parseEnv({
      ...secrets,
      SITE_URL: '',
      DATABASE_URL: '',
      OPERATOR_KEYS: '',
      BRAND: '',
    })
    const defaults = {
      SITE_URL: 'http://localhost:3000',
      DATABASE_URL: 'file:./data/site.db',
      OPERATOR_KEYS: [],
    }

    expect(env).toMatchObject(defaults)
    expect(env.BRAND).toBeUndefined()
  })

  it('ignores unknown variables', () => {
    expect(parseEnv({ ...secrets, SITE_URI: 'x' })).not.toHaveProperty(
      'SITE_URI',
    )
  })

  it('cannot be changed once it is parsed', () => {
    expect(Object.isFrozen(parseEnv(secrets))).toBe(true)
  })

  it.each<[settings: Record<string, string>, problems: string[]]>([
    [{ SMTP_URL: '""' }, []],
    [{ OPERATOR_TOTP: "''" }, []],
    [{ ...mail, LEADS_TO: '""' }, ['LEADS_TO is needed with SMTP_URL']],
    [{ ...mail, LEADS_FROM: ' ' }, ['LEADS_FROM is needed with SMTP_URL']],
  ])(
    'treats a setting of mere quotation marks as unset in %j',
    (set, problems) => {
      expect(parseSettings({ ...secrets, ...set }).problems).toEqual(problems)
    },
  )

  it('unsets a setting that is removed', () => {
    for (const ATTESTATIONS_SIGNING_KEY of ['/etc/site/log.pem', undefined]) {
      setForTest({ ATTESTATIONS_SIGNING_KEY })
      expect(env.ATTESTATIONS_SIGNING_KEY).toBe(ATTESTATIONS_SIGNING_KEY)
    }
  })

  it('reports every invalid setting in one sentence without secrets', () => {
    const keys = { OPERATOR_KEYS: 'alice:short-secret' }
    const parse = () =>
      parseEnv({
        SITE_URL: 'halcrest',
        DATABASE_URL: 'mysql://x',
        SITE_FACTS: '[]',
        ...keys,
      })

    expect(parse).toThrow(EnvError)
    expect(parse).toThrow(
      /^(?!.*short-secret).*SITE_URL.*SITE_FACTS.*DATABASE_URL.*OPERATOR_KEYS.*\.$/,
    )
  })

  it('lists the settings that require a new build', () => {
    vi.stubEnv('LEADS_CONTEXT', 'false')
    vi.stubEnv('PORT', '3001')

    const built = readBuildSettings()

    expect(built).toContainEqual(['LEADS_CONTEXT', 'false'])
    expect(built.map(([name]) => name)).not.toContain('PORT')
  })

  it('of a release has its build’s settings where its own are empty', () => {
    vi.stubEnv('NOINDEX', 'true')
    vi.stubEnv('LEADS_CONTEXT', 'false')
    const script = restoreBuildSettings()

    vi.stubEnv('NOINDEX', '""')
    vi.stubEnv('LEADS_CONTEXT', '"true"')
    runInThisContext(script)

    expect(process.env).toMatchObject({
      NOINDEX: 'true',
      LEADS_CONTEXT: '"true"',
    })
  })

  it('of an image build includes every setting of the pages', () => {
    const image = readText('Dockerfile') ?? ''
    const taken = [...image.matchAll(/^ARG (.+)$/gm)].map(([, names = '']) =>
      names.split(' ').toSorted(),
    )
    const passed = [...image.matchAll(/ (\w+)=\$\1\b/g)].map(([, name]) => name)
    const names = buildSettingNames.filter((name) => name !== 'DEMO').toSorted()

    expect(taken).toEqual([names, names])
    expect(passed.toSorted()).toEqual(names)
  })

  it('contains the keys of operators and machines with their names', () => {
    const env = parseEnv({
      ...secrets,
      OPERATOR_KEYS: `alice:${key}a, bob:${key}b`,
      MACHINE_KEYS: `crm:${key}c`,
    })

    expect(env.OPERATOR_KEYS).toEqual([
      { name: 'alice', key: `${key}a` },
      { name: 'bob', key: `${key}b` },
    ])
    expect(env.MACHINE_KEYS).toEqual([{ name: 'crm', key: `${key}c` }])
  })

  // Expects each message to name the setting first, then the problem or its
  // fix.
  it.each<[settings: Record<string, string>, message: RegExp]>([
    [
      { SITE_URL: 'site.example' },
      /^SITE_URL must be an http\(s\) address, such as https:/,
    ],
    [
      { SITE_URL: 'https://site.example/fr' },
      /^SITE_URL must end after the host/,
    ],
    [
      { SITE_URL: 'https://site.example?a=b' },
      /^SITE_URL must end after the host/,
    ],
    [
      { SITE_URL: 'https://u:secret@site.example' },
      /^SITE_URL must not contain a user name or password/,
    ],
    [
      { SITE_URL: 'https://site.example # public' },
      /^SITE_URL must be .*, without a comment in its line/,
    ],
    [{ PORT: '0' }, /^PORT must be a whole number from 1 to 65535/],
    [{ PORT: '99999' }, /^PORT must be a whole number/],
    [{ PORT: '3000.5' }, /^PORT must be a whole number/],
    [{ PORT: 'tcp://10.0.0.1:80' }, /^PORT must be a whole number/],
    [
      { HOST: 'localhost:3000' },
      /^HOST must be an address or a name without a port/,
    ],
    [
      { HOST: 'http://localhost' },
      /^HOST must be an address or a name without a port/,
    ],
    [
      { TRUSTED_PROXY_HOPS: 'true' },
      /^TRUSTED_PROXY_HOPS must be a whole number from 0 to 99/,
    ],
    [
      { LOG_LEVEL: 'verbose' },
      /^LOG_LEVEL must be debug, info, warn, error, silent/,
    ],
    [
      { SMTP_URL: 'smtp://localhost' },
      /^LEADS_TO is needed with SMTP_URL; LEADS_FROM is needed with SMTP_URL/,
    ],
    [
      { ...mail, SMTP_URL: 'mail.bank.example:587' },
      /^SMTP_URL must have the form smtp:\/\/user:password@host:587,/,
    ],
    [
      { ...mail, SMTP_URL: 'smtp://u:s%cret@host' },
      /^SMTP_URL must write "%" in the password as %25/,
    ],
    [
      { ...mail, SMTP_URL: 'smtp://u:s%ffcret@host' },
      /^SMTP_URL must write "%" in the password as %25/,
    ],
    [
      { ...mail, SMTP_URL: 'smtp://u:s#cret@host' },
      /^SMTP_URL must have the form .* "#", "\/" and "\?" in the password written as %23/,
    ],
    [
      { ...mail, SMTP_URL: 'smtp://u:s/cret@host:587' },
      /^SMTP_URL must have the form /,
    ],
    [
      { ...mail, SMTP_URL: 'smtp://host:465' },
      /^SMTP_URL must begin with smtps:\/\/ for port 465/,
    ],
    [
      { ...mail, SMTP_URL: 'smtps://host:587' },
      /^SMTP_URL must begin with smtp:\/\/ for port 587/,
    ],
    [
      { ...mail, ...oauth, SMTP_URL: 'smtp://smtp.office365.com' },
      /^SMTP_URL must name the mailbox when OAuth is used/,
    ],
    [
      { ...mail, ...oauth, SMTP_URL: 'smtp://a%40bank.example:cret@host' },
      /^SMTP_URL must not contain a password when OAuth is used/,
    ],
    [
      {
        ...mail,
        ...oauth,
        SMTP_URL: 'smtp://a@bank.example@host',
        SMTP_OAUTH_KEY_FILE: 'key.json',
      },
      /^SMTP_OAUTH_KEY_FILE contains the token address/,
    ],
    [
      { ...oauth, SMTP_OAUTH_CLIENT_SECRET: '' },
      /^SMTP_URL is needed with SMTP_OAUTH_URL; SMTP_OAUTH_CLIENT_SECRET is needed/,
    ],
    [
      { ...oauth, SMTP_OAUTH_URL: '' },
      /^SMTP_OAUTH_URL is needed with SMTP_OAUTH_CLIENT_ID/,
    ],
    [
      { ...mail, ...oauth, SMTP_OAUTH_URL: 'http://login.example/token' },
      /^SMTP_OAUTH_URL must begin with https/,
    ],
    [
      { ...mail, LEADS_TO: 'sales at bank' },
      /^LEADS_TO must be e-mail addresses, comma-separated/,
    ],
    [
      { ...mail, LEADS_TO: 'Doe, John <john@bank.example>' },
      /a name with a comma needs quotation marks/,
    ],
    [
      { ...mail, LEADS_TO: 'mailto:sales@bank.example' },
      /^LEADS_TO must be e-mail addresses/,
    ],
    [
      { ...mail, LEADS_TO: 'sales@bank..example' },
      /^LEADS_TO must be e-mail addresses/,
    ],
    [
      { ...mail, LEADS_TO: 'sales@acme' },
      /^LEADS_TO must be e-mail addresses, comma-separated, such as sales@/,
    ],
    [
      { ...mail, LEADS_TO: 'Desk <desk@bank.example>, Sales <sales@bank>' },
      /^LEADS_TO must be e-mail addresses/,
    ],
    [{ ...mail, LEADS_FROM: 'site@bank' }, /^LEADS_FROM must be one e-mail/],
    [
      { OPERATOR_EMAILS: 'anna:anna@bank' },
      /^OPERATOR_EMAILS .* pair 1 is invalid: an address must look like/,
    ],
    [
      { OPERATOR_EMAILS: 'anna:Anna <anna@bank.example>' },
      /^OPERATOR_EMAILS .* pair 1 is invalid: an address must look like/,
    ],
    [
      { ...mail, LEADS_FROM: 'a@bank.example, b@bank.example' },
      /^LEADS_FROM must be one/,
    ],
    [{ ...mail, LEADS_FROM: 'Website <site>' }, /^LEADS_FROM must be one/],
    [webhook, /^LEADS_WEBHOOK_SECRET is needed/],
    [
      { ...webhook, LEADS_WEBHOOK_SECRET: '!'.repeat(40) },
      /^LEADS_WEBHOOK_SECRET must be 24 bytes or more in base64/,
    ],
    [
      {
        ...webhook,
        LEADS_WEBHOOK_SECRET: Buffer.alloc(23, 1).toString('base64'),
      },
      /24 bytes or more/,
    ],
    [
      {
        ...webhook,
        LEADS_WEBHOOK_SECRET: `${'A'.repeat(20)}==${'A'.repeat(20)}`,
      },
      /24 bytes or more/,
    ],
    [
      { LEADS_HUBSPOT_URL: `https://app.hubspot.com/forms/1/${form}` },
      /must be an address that ends with/,
    ],
    [
      {
        LEADS_SALESFORCE_URL:
          'https://webto.salesforce.com/servlet/servlet.WebToLead',
      },
      /names the organization/,
    ],
    [
      { LEADS_SLACK_URL: 'hooks.slack.example/services/T0' },
      /must be an http\(s\) address/,
    ],
    [
      { LEADS_SLACK_URL: 'http://hooks.slack.example/T0' },
      /^LEADS_SLACK_URL must begin with https:\/\/ outside a pr/,
    ],
    [
      { LEADS_SLACK_URL: 'https://acme.slack.com/archives/C0123' },
      /^LEADS_SLACK_URL must be .*, not of a channel/,
    ],
    [
      { LEADS_SLACK_URL: 'https://teams.microsoft.com/l/channel/19%3A1' },
      /^LEADS_SLACK_URL must be .*, not of a channel/,
    ],
    [
      {
        ...webhook,
        LEADS_WEBHOOK_URL: 'https://crm.example/hook # sales',
        LEADS_WEBHOOK_SECRET: Buffer.alloc(24, 1).toString('base64'),
      },
      /^LEADS_WEBHOOK_URL must be .*, without a comment in its line/,
    ],
    [{ LEADS_LANGUAGE: 'xx' }, /^LEADS_LANGUAGE must be en, fr, es/],
    [{ LEADS_DIGEST: 'daily' }, /^LEADS_DIGEST must be true or false/],
    [
      { CHATBOT_MODEL_URL: 'https://models.example/v1' },
      /^CHATBOT_MODEL is needed with CHATBOT_MODEL_URL; CHATBOT_MODEL_PROVIDER is needed with CHATBOT_MODEL_URL/,
    ],
    [
      {
        CHATBOT_MODEL: 'large',
        CHATBOT_MODEL_PROVIDER: 'Acme',
        CHATBOT_MODEL_URL: 'https://models.example/v1/chat/completions/',
      },
      /^CHATBOT_MODEL_URL must end before \/chat\/completions, which the site/,
    ],
    [
      { CHATBOT_URL: 'https://bot.example/api/chatbot' },
      /^CHATBOT_URL must end before \/api\/chatbot, which the site adds/,
    ],
    [
      { CHATBOT_URL: 'https://bot.example/?version=2' },
      /^CHATBOT_URL must .* have no parameters/,
    ],
    [
      { LEADS_RETENTION_DAYS: '1e9' },
      /^LEADS_RETENTION_DAYS must be a whole number from 1 to 36500/,
    ],
    [
      { LIMIT_CHAT_GLOBAL: '0' },
      /^LIMIT_CHAT_GLOBAL must be a whole number from 1/,
    ],
    [
      { LIMIT_CHAT_GLOBAL: '1.000' },
      /^LIMIT_CHAT_GLOBAL must be a whole number from 1/,
    ],
    [
      { OPERATOR_KEYS: `alice:${key},al:${key.slice(1)}` },
      /^OPERATOR_KEYS .* pair 2 is invalid: names use a-z/,
    ],
    [
      { OPERATOR_KEYS: `alice:${key}\n${key}` },
      /^OPERATOR_KEYS .* pair 1 is invalid: .* on one line/,
    ],
    [
      { OPERATOR_KEYS: `alice:${key};bob:${key}` },
      /^OPERATOR_KEYS .* pair 1 is invalid/,
    ],
    [
      { OPERATOR_KEYS: `alice:${key},alice:${key}x` },
      /^OPERATOR_KEYS must have only one pair for alice/,
    ],
    [
      { OPERATOR_KEYS: `alice:${key} # since May` },
      /^OPERATOR_KEYS .* pair 1 is invalid/,
    ],
    [
      { OPERATOR_KEYS: `alice:${key},bob:${key}` },
      /^OPERATOR_KEYS gives bob the key of alice, but everyone needs their own/,
    ],
    [
      { OPERATOR_KEYS: `alice:${key}`, MACHINE_KEYS: `crm:${key}` },
      /^MACHINE_KEYS gives crm the key of alice/,
    ],
    [
      { OPERATOR_ROLES: 'alice:sales,bob:accounts' },
      /^OPERATOR_ROLES .* pair 2 is invalid: the roles are sales, compliance, admin/,
    ],
    [
      { OPERATOR_ROLES: 'alcie:sales' },
      /^OPERATOR_ROLES names alcie, who has no key in OPERATOR_KEYS or MACHINE_KEYS/,
    ],
    [
      { OPERATOR_TOTP: 'alice:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' },
      /^OPERATOR_TOTP is no longer used, .* add a passkey on the overview page/,
    ],
    [
      { CHATBOT_URL: 'http://localhost:3000/' },
      /^CHATBOT_URL must not be the site itself/,
    ],
  ])('refuses %j without repeating secrets', (settings, message) => {
    const { LEADS_WEBHOOK_SECRET: secret = 'cret' } = settings

    const problems = parseSettings({ ...secrets, ...settings }).problems.join(
      '; ',
    )

    expect(problems).toMatch(message)
    expect(problems.replaceAll('secret', '')).not.toContain(secret)
    expect(problems).not.toContain(key)
  })

  it.each<[name: string, value: string, read: unknown]>([
    ['SITE_URL', 'https://Site.Example:443/', 'https://site.example'],
    ['SITE_URL', 'https://müller.example', 'https://xn--mller-kva.example'],
    ['SITE_URL', "'https://site.example'", 'https://site.example'],
    ['SITE_URL', '“https://site.example”', 'https://site.example'],
    ['SITE_URL', ' \u200bhttps://site.example\u00a0', 'https://site.example'],
    ['SITE_FACTS', '\'{"name":"O"}\'', { name: 'O' }],
    ['NOINDEX', 'TRUE', true],
    ['NOINDEX', 'yes', true],
    ['LEADS_DIGEST', '0', false],
    ['LOG_LEVEL', 'WARN', 'warn'],
    ['LEADS_LANGUAGE', 'FR', 'fr'],
    ['PORT', '"8080"', 8080],
    [
      'LEADS_TO',
      'a@bank.example; Desk <b@bank.example>;',
      'a@bank.example, Desk <b@bank.example>',
    ],
    ['LEADS_TO', 'root@localhost', 'root@localhost'],
    [
      'LEADS_SLACK_URL',
      'http://chat.internal/hooks/1',
      'http://chat.internal/hooks/1',
    ],
    [
      'LEADS_SLACK_URL',
      'https://hooks.slack.com/services/T0/B0/x',
      'https://hooks.slack.com/services/T0/B0/x',
    ],
    [
      'OPERATOR_KEYS',
      ` alice : ${key}:x ,`,
      [{ name: 'alice', key: `${key}:x` }],
    ],
    ['APP_SECRET', `"${key}"`, key],
  ])('understands %s=%s', (name, value, read) => {
    expect(parseEnv({ ...secrets, [name]: value })).toMatchObject({
      [name]: read,
    })
  })

  it('contains the roles of operators and machines', () => {
    const env = parseEnv({
      ...secrets,
      OPERATOR_KEYS: `alice:${key}`,
      MACHINE_KEYS: `crm:${key}x`,
      OPERATOR_ROLES: 'alice : sales + admin, crm:compliance,',
    })

    expect(env.OPERATOR_ROLES).toEqual([
      { name: 'alice', roles: ['sales', 'admin'] },
      { name: 'crm', roles: ['compliance'] },
    ])
  })

  it('accepts any percent-encoded password in a mail server’s address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (password) => {
        const SMTP_URL = `smtp://user:${encodeURIComponent(password.toWellFormed())}@mail.bank.example:587`

        expect(parseEnv({ ...secrets, ...mail, SMTP_URL }).SMTP_URL).toBe(
          SMTP_URL,
        )
      }),
    )
  })

  it('reports all problems at once, including those between settings', () => {
    const { problems } = parseSettings({
      ...secrets,
      PORT: 'x',
      SMTP_URL: 'smtp://mail.example',
      LEADS_FROM: 'nowhere',
    })

    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'LEADS_TO',
      'PORT',
      'LEADS_FROM',
    ])
  })

  it.each<Record<string, string>>([
    {
      ...mail,
      LEADS_TO: 'sales@bank.example, "Desk, Paris" <desk@bank.example>',
      LEADS_FROM: 'Site <niño@müller.de>',
    },
    {
      ...webhook,
      LEADS_WEBHOOK_SECRET: Buffer.alloc(24, 255).toString('base64'),
    },
    {
      ...webhook,
      LEADS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    },
    {
      LEADS_HUBSPOT_URL: `https://api-eu1.hsforms.com/submissions/v3/integration/submit/1/${form}`,
    },
    {
      LEADS_SALESFORCE_URL:
        'https://webto.salesforce.com/servlet/servlet.WebToLead?orgId=00D000000000001EAA',
    },
  ])('accepts %j', (settings) => {
    expect(parseEnv({ ...secrets, ...settings })).toMatchObject(settings)
  })

  it('overrides individual facts of the brand with SITE_FACTS', async () => {
    const facts = {
      email: 'desk@acme.example',
      phones: { worldwide: '+44 20 7946 0000' },
    }
    vi.stubEnv('SITE_FACTS', JSON.stringify(facts))
    vi.resetModules()

    const { site } = await import('@/lib/site')

    expect(site).toMatchObject({ brand: 'Halcrest', email: facts.email })
    expect(site.phones).toMatchObject({
      northAmerica: expect.stringContaining('+1'),
      worldwide: '+44 20 7946 0000',
    })
  })

  it('names the invalid fact in SITE_FACTS', async () => {
    vi.stubEnv('SITE_FACTS', '{"email":"nowhere"}')
    vi.resetModules()

    const loading = import('@/lib/site')

    await expect(loading).rejects.toThrow(
      /^Invalid brand facts in .* SITE_FACTS: email: must be an e-mail address/,
    )
  })
})

describe('the .env file', () => {
  it.each([
    [
      'SMTP_URI=smtp://mail.example',
      'SMTP_URI is not a setting: did you mean SMTP_URL?',
    ],
    [
      'LEADS_T0=sales@bank.example',
      'LEADS_T0 is not a setting: did you mean LEADS_TO?',
    ],
    [
      'site_url=https://site.example',
      'site_url is not a setting: did you mean SITE_URL?',
    ],
    ['PORT: 3000', 'line 1 of .env does not have the form NAME=value'],
    ['\u00a0PORT=3000', 'line 1 of .env does not have the form NAME=value'],
    [
      'SMTP_URL=smtp://user:pa#ss@host',
      'line 1 of .env is cut off at "#": put its value in quotation marks',
    ],
    [
      "SITE_URL='https://site.example\nPORT=3000",
      "a quotation mark (') in .env is never closed",
    ],
  ])('is refused with %s', (text, error) => {
    expect(checkSettingsFile(text).errors).toContain(error)
  })

  it('causes a warning if it has unknown names', () => {
    const known =
      '# note\n\nexport PORT=3000 # "#"\nBRAND="a\n  b"\nSITE_URI=\nNODE_EXTRA_CA_CERTS=/etc/ca.pem\n'
    const warnings = [
      'METRICS_PORT is not a setting, so it has no effect on the site',
    ]

    expect(checkSettingsFile(`${known}METRICS_PORT=9464\n`)).toEqual({
      errors: [],
      warnings,
    })
  })

  it('may be a copy of .env.example', () => {
    expect(checkSettingsFile(readText('.env.example') ?? '')).toEqual({
      errors: [],
      warnings: [],
    })
  })

  it('is reported if one of its settings has no effect on the environment', () => {
    const { errors } = checkSettingsFile('export PORT=3000\nLOG_LEVEL=warn\n', {
      LOG_LEVEL: 'warn',
    })

    expect(errors).toEqual([
      expect.stringMatching(
        /^PORT in \.env has no effect: save \.env as UTF-8 without BOM, and/,
      ),
    ])
  })

  it('warns only about misspelled settings in the environment', () => {
    const { errors, warnings } = checkSettingsFile('', {
      SMTP_URI: 'x',
      LOGLEVEL: 'warn',
      HOSTNAME: 'a',
      LANG: 'C',
    })
    const of = (name: string, meant: string) =>
      `${name} is not a setting: did you mean ${meant}?`

    expect({ errors, warnings }).toEqual({
      errors: [],
      warnings: [of('SMTP_URI', 'SMTP_URL'), of('LOGLEVEL', 'LOG_LEVEL')],
    })
  })

  it.each([
    ['docs/settings.md', settingsPage],
    ['.env.example', exampleFile],
  ])(
    'is documented in %s, which `npm run settings` generates',
    (file, render) => {
      expect(readText(file)).toBe(render())
    },
  )
})
