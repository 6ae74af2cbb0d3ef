import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { changeEnvironment, EnvError, env, parseEnv } from '@/lib/env'
import { checkSettingsFile } from '@/lib/env-file'
import { readBuildSettings } from '@/scripts/settings'
import { exampleFile, settingsPage } from '@/scripts/settings-page'

const secrets = { APP_SECRET: 's'.repeat(32) }
const mail = { SMTP_URL: 'smtp://localhost', LEADS_TO: 'sales@bank.example', LEADS_FROM: 'site@bank.example' }
const form = '12345678-90ab-cdef-1234-567890abcdef'
const webhook = { LEADS_WEBHOOK_URL: 'https://crm.example/' }

describe('the environment', () => {
  it('takes an empty value as unset, and ignores variables of the shell', () => {
    const env = parseEnv({ ...secrets, SITE_URL: '', DATABASE_URL: '', OPERATOR_KEYS: '', BRAND: '', SITE_URI: 'x' })
    const defaults = { SITE_URL: 'http://localhost:3000', DATABASE_URL: 'file:./data/site.db', OPERATOR_KEYS: [] }
    expect(env).toMatchObject(defaults)
    expect([env.BRAND, Object.isFrozen(env)]).toEqual([undefined, true])
  })

  it('forgets a setting that is no longer set', () => {
    for (const ATTESTATIONS_SIGNING_KEY of ['/etc/site/log.pem', undefined]) {
      changeEnvironment({ ATTESTATIONS_SIGNING_KEY })
      expect(env.ATTESTATIONS_SIGNING_KEY).toBe(ATTESTATIONS_SIGNING_KEY)
    }
  })

  it('names every bad setting in one sentence, and repeats no secret', () => {
    const keys = { OPERATOR_KEYS: 'alice:short-secret' }
    const parse = () => parseEnv({ SITE_URL: 'halcrest', DATABASE_URL: 'mysql://x', SITE_FACTS: '[]', ...keys })
    expect(parse).toThrow(EnvError)
    expect(parse).toThrow(/^(?!.*short-secret).*SITE_URL.*SITE_FACTS.*DATABASE_URL.*OPERATOR_KEYS.*\.$/)
  })

  it('has settings that need another build when they change', () => {
    vi.stubEnv('LEADS_CONTEXT', 'false')
    vi.stubEnv('PORT', '3001')
    const built = readBuildSettings()
    vi.unstubAllEnvs()
    expect(built).toContainEqual(['LEADS_CONTEXT', 'false'])
    expect(built.map(([name]) => name)).not.toContain('PORT')
  })

  it('reads keys by name', () => {
    const key = 'k'.repeat(32)
    const env = parseEnv({ ...secrets, OPERATOR_KEYS: `alice:${key}, bob:${key}`, MACHINE_KEYS: `crm:${key}` })
    const named = (...names: string[]) => names.map((name) => ({ name, key }))
    expect([env.OPERATOR_KEYS, env.MACHINE_KEYS]).toEqual([named('alice', 'bob'), named('crm')])
  })

  it.each<[settings: Record<string, string>, message: RegExp]>([
    [{ SMTP_URL: 'smtp://localhost' }, /LEADS_TO is needed with SMTP_URL; LEADS_FROM is needed with SMTP_URL/],
    [{ ...mail, LEADS_TO: 'sales at bank' }, /LEADS_TO must be e-mail addresses, comma-separated/],
    [{ ...mail, LEADS_FROM: 'a@bank.example, b@bank.example' }, /LEADS_FROM must be one/],
    [{ ...mail, LEADS_FROM: 'Website <site>' }, /LEADS_FROM must be one/],
    [webhook, /LEADS_WEBHOOK_SECRET is needed/],
    [{ ...webhook, LEADS_WEBHOOK_SECRET: '!'.repeat(40) }, /LEADS_WEBHOOK_SECRET must be 24 bytes or more in base64/],
    [{ ...webhook, LEADS_WEBHOOK_SECRET: Buffer.alloc(23, 1).toString('base64') }, /24 bytes or more/],
    [{ ...webhook, LEADS_WEBHOOK_SECRET: `${'A'.repeat(20)}==${'A'.repeat(20)}` }, /24 bytes or more/],
    [{ LEADS_HUBSPOT_URL: `https://app.hubspot.com/forms/1/${form}` }, /must end with/],
    [{ LEADS_SALESFORCE_URL: 'https://webto.salesforce.com/servlet/servlet.WebToLead' }, /must name the organisation/],
    [{ LEADS_SLACK_URL: 'hooks.slack.example/services/T0' }, /must be an http\(s\) address/],
    [{ LEADS_LANGUAGE: 'de' }, /must be en, fr, es/],
    [{ LEADS_DIGEST: 'daily' }, /must be true or false/],
    [{ LIMIT_CHAT_GLOBAL: 'many' }, /LIMIT_CHAT_GLOBAL/],
  ])('refuses %j without repeating secrets', (settings, message) => {
    expect(() => parseEnv({ ...secrets, ...settings })).toThrow(message)
    const { LEADS_WEBHOOK_SECRET: secret = 'no secret' } = settings
    expect(() => parseEnv({ ...secrets, ...settings })).not.toThrow(secret)
  })

  it.each<Record<string, string>>([
    { ...mail, LEADS_TO: 'sales@bank.example, "Desk, Paris" <desk@bank.example>', LEADS_FROM: 'Site <niño@müller.de>' },
    { ...webhook, LEADS_WEBHOOK_SECRET: Buffer.alloc(24, 255).toString('base64') },
    { ...webhook, LEADS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}` },
    { LEADS_HUBSPOT_URL: `https://api-eu1.hsforms.com/submissions/v3/integration/submit/1/${form}` },
    { LEADS_SALESFORCE_URL: 'https://webto.salesforce.com/servlet/servlet.WebToLead?orgId=00D000000000001EAA' },
  ])('takes %j', (settings) => {
    expect(parseEnv({ ...secrets, ...settings })).toMatchObject(settings)
  })

  it('replaces single facts of the brand', async () => {
    const facts = { email: 'desk@acme.example', phones: { worldwide: '+44 20 7946 0000' } }
    vi.stubEnv('SITE_FACTS', JSON.stringify(facts))
    vi.resetModules()
    const { site } = await import('@/lib/site')
    expect(site).toMatchObject({ brand: 'Halcrest', email: facts.email })
    expect(site.phones).toMatchObject({ northAmerica: expect.stringContaining('+1'), worldwide: '+44 20 7946 0000' })
    vi.stubEnv('SITE_FACTS', '{"email":"nowhere"}')
    vi.resetModules()
    await expect(import('@/lib/site')).rejects.toThrow(/SITE_FACTS\) are wrong: email: must be an e-mail address/)
  })
})

describe('.env', () => {
  it.each([
    ['SMTP_URI=smtp://mail.example', 'SMTP_URI is not a setting: did you mean SMTP_URL?'],
    ['LEADS_T0=sales@bank.example', 'LEADS_T0 is not a setting: did you mean LEADS_TO?'],
    ['PORT: 3000', 'line 1 of .env is not NAME=value'],
  ])('%s is an error', (line, error) => {
    expect(checkSettingsFile(line)).toEqual({ errors: [error], warnings: [] })
  })

  it('warns of other unknown names, and accepts comments, empty settings and values of several lines', () => {
    const known = '# note\n\nexport PORT=3000\nBRAND="a\n  b"\nSITE_URI=\nNODE_EXTRA_CA_CERTS=/etc/ca.pem\n'
    const warnings = ['METRICS_PORT is not a setting, so it has no effect on the site']
    expect(checkSettingsFile(`${known}METRICS_PORT=9464\n`)).toEqual({ errors: [], warnings })
    expect(checkSettingsFile(readFileSync('.env.example', 'utf8'))).toEqual({ errors: [], warnings: [] })
  })

  it.each([
    ['docs/settings.md', settingsPage],
    ['.env.example', exampleFile],
  ])('%s is what `npm run settings` writes', (file, render) => {
    expect(readFileSync(file, 'utf8')).toBe(render())
  })
})
