import { describe, expect, it } from 'vitest'
import { EnvError, parseEnv } from '@/lib/env'

const secrets = { APP_SECRET: 's'.repeat(32) }

describe('the environment', () => {
  it('takes an empty value as unset', () => {
    const env = parseEnv({ ...secrets, SITE_URL: '', DATABASE_URL: '', OPERATOR_KEYS: '', SITE_BRAND: '' })
    expect(env).toMatchObject({
      SITE_URL: 'http://localhost:3000',
      DATABASE_URL: 'file:./data/site.db',
      OPERATOR_KEYS: [],
    })
    expect(env.SITE_BRAND).toBeUndefined()
  })

  it('passes over a setting that is none, such as one of an earlier version', () => {
    expect(() => parseEnv({ ...secrets, LIMIT_OPERATOR_GLOBAL: 'none' })).not.toThrow()
  })

  it('names every bad key in one sentence', () => {
    const wrong = { SITE_URL: 'halcrest', DATABASE_URL: 'mysql://x', OPERATOR_KEYS: 'alice', SITE_OFFICES: '[{}]' }
    expect(() => parseEnv(wrong)).toThrow(EnvError)
    expect(() => parseEnv(wrong)).toThrow(
      /^[^\n]*SITE_URL[^\n]*DATABASE_URL[^\n]*OPERATOR_KEYS[^\n]*SITE_OFFICES[^\n]*\.$/,
    )
  })

  it('never repeats a secret in its complaint', () => {
    expect(() => parseEnv({ OPERATOR_KEYS: 'alice:short-secret' })).toThrow(/^(?!.*short-secret)/)
  })

  it('reads operators by name and key', () => {
    const key = 'k'.repeat(32)
    expect(parseEnv({ ...secrets, OPERATOR_KEYS: `alice:${key}, bob:${key}` }).OPERATOR_KEYS).toEqual([
      { name: 'alice', key },
      { name: 'bob', key },
    ])
  })

  it('asks for what belongs together', () => {
    expect(() => parseEnv({ ...secrets, SMTP_URL: 'smtp://localhost' })).toThrow(/LEADS_TO.*LEADS_FROM/)
    expect(() => parseEnv({ ...secrets, LEADS_WEBHOOK_URL: 'https://crm.example/' })).toThrow(/LEADS_WEBHOOK_SECRET/)
  })

  it.each([
    ['no base64', '!'.repeat(40)],
    ['base64url', 'webhook-secret_0123456789-0123456789'],
    ['a sentence', 'only for tests, and longer than thirty-two characters'],
    ['base64 of 23 bytes', Buffer.alloc(23, 1).toString('base64')],
    ['base64 cut short', `${Buffer.alloc(24, 1).toString('base64')}A`],
    ['padded in the middle', `${'A'.repeat(20)}==${'A'.repeat(20)}`],
    ['a prefix and little more', 'whsec_bGl0dGxl'],
  ])('refuses a webhook secret that is %s, without repeating it', (_, secret) => {
    const webhook = { LEADS_WEBHOOK_URL: 'https://crm.example/', LEADS_WEBHOOK_SECRET: secret }
    expect(() => parseEnv({ ...secrets, ...webhook })).toThrow(
      /LEADS_WEBHOOK_SECRET must be 24 bytes or more in base64/,
    )
    expect(() => parseEnv({ ...secrets, ...webhook })).not.toThrow(secret)
  })

  it.each([
    Buffer.alloc(24, 255).toString('base64'),
    `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    Buffer.alloc(32, 1).toString('base64').replace('=', ''),
  ])('takes the webhook secret %s', (secret) => {
    const webhook = { LEADS_WEBHOOK_URL: 'https://crm.example/', LEADS_WEBHOOK_SECRET: secret }
    expect(parseEnv({ ...secrets, ...webhook }).LEADS_WEBHOOK_SECRET).toBe(secret)
  })

  it.each([
    ['LEADS_HUBSPOT_URL', 'https://app.hubspot.com/forms/1/12345678-90ab-cdef-1234-567890abcdef', /must end with/],
    ['LEADS_SALESFORCE_URL', 'https://webto.salesforce.com/servlet/servlet.WebToLead', /must name the organisation/],
    ['LEADS_SLACK_URL', 'hooks.slack.example/services/T0', /must be an http\(s\) address/],
    ['LEADS_LANGUAGE', 'de', /must be en, fr, es/],
    ['LEADS_DIGEST', 'daily', /must be true or false/],
  ])('refuses %s=%s, without repeating it', (name, value, says) => {
    expect(() => parseEnv({ ...secrets, [name]: value })).toThrow(says)
    expect(() => parseEnv({ ...secrets, [name]: value })).not.toThrow(value)
  })

  it.each([
    [{ CHATBOT_MODEL_URL: 'https://models.example/v1' }, /CHATBOT_MODEL is needed with CHATBOT_MODEL_URL/],
    [{ CHATBOT_MODEL: 'small' }, /CHATBOT_MODEL_URL is needed/],
    [{ CHATBOT_MODEL_KEY: 'songbird' }, /CHATBOT_MODEL_URL is needed/],
    [{ CHATBOT_MODEL_URL: 'http://models.example/v1', CHATBOT_MODEL: 'small' }, /CHATBOT_MODEL_URL must be https/],
    [{ CHATBOT_MODEL_URL: 'http://8.8.8.8/v1', CHATBOT_MODEL: 'small' }, /CHATBOT_MODEL_URL must be https/],
    [{ CHATBOT_MODEL_TIMEOUT_MS: '60000' }, /CHATBOT_MODEL_TIMEOUT_MS must be 500 to 14000/],
    [{ CHATBOT_MODEL_DAILY_CALLS: '0' }, /CHATBOT_MODEL_DAILY_CALLS must be/],
    [{ CHATBOT_MODEL_OPTIONS: '{"model":"other"}' }, /CHATBOT_MODEL_OPTIONS must be a JSON object without/],
    [{ CHATBOT_MODEL_OPTIONS: '[1]' }, /CHATBOT_MODEL_OPTIONS must be a JSON object/],
  ])('refuses %j', (settings, says) => {
    expect(() => parseEnv({ ...secrets, ...settings } as Record<string, string>)).toThrow(says)
    expect(() => parseEnv({ ...secrets, ...settings } as Record<string, string>)).not.toThrow('songbird')
  })

  it.each([
    'https://models.example/v1/',
    'http://localhost:11434/v1',
    'http://127.0.0.1:8080/v1',
    'http://[::1]:8080/v1',
    'http://10.1.2.3/v1',
    'http://[fd00::1]/v1',
    'http://ollama:11434/v1',
    'http://models.internal/v1',
  ])('takes a language model at %s', (url) => {
    const { CHATBOT_MODEL_URL } = parseEnv({ ...secrets, CHATBOT_MODEL_URL: url, CHATBOT_MODEL: 'small' })
    expect(CHATBOT_MODEL_URL).toBe(url.replace(/\/$/, ''))
  })

  it('takes the addresses that HubSpot and Salesforce give', () => {
    const given = {
      LEADS_HUBSPOT_URL:
        'https://api-eu1.hsforms.com/submissions/v3/integration/submit/1234567/12345678-90ab-cdef-1234-567890abcdef',
      LEADS_SALESFORCE_URL:
        'https://webto.salesforce.com/servlet/servlet.WebToLead?encoding=UTF-8&orgId=00D000000000001EAA',
    }
    expect(parseEnv({ ...secrets, ...given })).toMatchObject(given)
  })

  it('cannot be changed', () => {
    expect(Object.isFrozen(parseEnv(secrets))).toBe(true)
  })
})
