import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeSigningKey } from '@/lib/attestations/log/signing-key'
import { disclosureParts, disclosuresSchema } from '@/lib/brand/disclosures'
import { parseEnv } from '@/lib/env'
import { checkClock } from '../../scripts/doctor/clock'
import { checkDisclosures } from '../../scripts/doctor/disclosures'
import { checkNode, checkPermissions } from '../../scripts/doctor/files'
import { judgeCheck } from '../../scripts/doctor/health'
import { checkMail } from '../../scripts/doctor/mail'
import { checkModel } from '../../scripts/doctor/model'
import { checkReceivers, checkSiteUrl } from '../../scripts/doctor/network'
import { checkReportLog, checkSigningKey } from '../../scripts/doctor/report-log'
import { checkSettings } from '../../scripts/doctor/settings'
import { allDisclosures } from '../support/disclosing-brand'
import { makeScratchFolder } from '../support/scratch'

const secret = 'q7Jw2xYt9Zb4Kd8Rm5Vh3Nc6Pf1Lg0Ts'

const mail = { SMTP_ALLOW_PLAINTEXT: 'true', LEADS_TO: 'sales@halcrest.example', LEADS_FROM: 'site@halcrest.example' }

function envWith(settings: Record<string, string>) {
  return parseEnv({ APP_SECRET: secret, ...settings })
}

async function listen(server: { listen: (port: number, host: string, done: () => void) => unknown }) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.unstubAllEnvs()
})

describe('mail', () => {
  async function checkLogin(user: string) {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        username === 'site' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    })
    server.on('error', () => undefined)
    await listen(server)
    closers.push(() => server.close())
    const { port } = server.server.address() as AddressInfo
    return checkWith(`smtp://${user}@127.0.0.1:${port}`)
  }

  // The transport takes its address from the environment, as it does in the site.
  async function checkWith(url: string) {
    vi.resetModules()
    for (const [name, value] of Object.entries({ SMTP_URL: url, ...mail })) vi.stubEnv(name, value)
    const check = (await import('../../scripts/doctor/mail')).checkMail
    return check(envWith({ SMTP_URL: url, ...mail }))
  }

  it('is well with the right log-in', async () => {
    expect(await checkLogin('site:p%40ss')).toEqual([expect.objectContaining({ state: 'ok' })])
  })

  it('tells a refused log-in, and never the password', async () => {
    const findings = await checkLogin('site:wr0ng')
    expect(findings).toEqual([
      expect.objectContaining({ state: 'error', says: expect.stringContaining('refuses the log-in (SMTP 535') }),
    ])
    expect(JSON.stringify(findings)).not.toContain('wr0ng')
  })

  it('tells a server that is not there', async () => {
    const server = createServer()
    await listen(server)
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const [finding] = await checkWith(`smtp://127.0.0.1:${port}`)
    expect(finding).toMatchObject({ state: 'error', advice: expect.stringContaining('host and port') })
  })

  it('tells that nobody is told of leads', async () => {
    expect(await checkMail(envWith({}))).toMatchObject([{ state: 'warning', about: 'Delivery' }])
  })
})

describe('the language model', () => {
  const key = 'model-key-0123456789'

  async function check(status: number, body: unknown, settings: Record<string, string> = {}) {
    const asked: unknown[] = []
    const server = createServer(({ method, url, headers }, response) => {
      asked.push({ method, url, key: headers.authorization })
      response.writeHead(status, { 'Content-Type': 'application/json', Location: '/elsewhere' })
      response.end(JSON.stringify(body))
    })
    await listen(server)
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const model = { CHATBOT_MODEL_URL: `http://127.0.0.1:${port}/v1/`, CHATBOT_MODEL: 'small', CHATBOT_MODEL_KEY: key }
    return { asked, findings: await checkModel(envWith({ ...model, ...settings })) }
  }

  it.each([
    [200, { data: [{ id: 'small' }] }, 'ok', 'has small'],
    [200, { data: [{ id: 'large' }] }, 'warning', 'does not list small'],
    [200, 'hello', 'warning', 'not with a list'],
    [404, {}, 'warning', 'answers 404'],
    [302, {}, 'warning', 'answers 302'],
    [401, {}, 'error', 'refuses the key'],
  ])('whose server answers %i with %j is %s', async (status, body, state, says) => {
    const { asked, findings } = await check(status, body)
    expect(findings).toMatchObject([{ state, says: expect.stringContaining(says) }])
    expect(asked).toEqual([{ method: 'GET', url: '/v1/models', key: `Bearer ${key}` }])
    expect(JSON.stringify(findings)).not.toContain(key)
  })

  it('whose server is not there is an error', async () => {
    const settings = { CHATBOT_MODEL_URL: 'http://127.0.0.1:9/v1' }
    expect((await check(200, {}, settings)).findings).toMatchObject([{ state: 'error' }])
  })

  it('is not asked where the site’s own assistant answers nobody', async () => {
    for (const [name, value] of [
      ['CHATBOT_URL', 'https://bot.example'],
      ['CHATBOT_ENABLED', 'false'],
    ] as const) {
      const { asked, findings } = await check(200, {}, { [name]: value })
      expect(findings).toMatchObject([{ state: 'warning' }])
      expect(asked).toEqual([])
    }
    expect(await checkModel(envWith({}))).toEqual([])
  })
})

describe('webhook', () => {
  async function check(status: number, headers: Record<string, string> = {}) {
    const methods: (string | undefined)[] = []
    const server = createServer((request, response) => {
      methods.push(request.method)
      response.writeHead(status, headers).end()
    })
    await listen(server)
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const settings = { LEADS_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`, LEADS_WEBHOOK_SECRET: 'QUJD'.repeat(8) }
    const [answered] = await checkReceivers(envWith(settings))
    return { methods, answered }
  }

  it.each([
    [204, 'ok'],
    [405, 'ok'],
    [404, 'warning'],
    [503, 'warning'],
    [302, 'error'],
  ])('that answers %i is %s, and gets no lead', async (status, state) => {
    const { methods, answered } = await check(status, status === 302 ? { Location: '/elsewhere' } : {})
    expect(answered?.finding).toMatchObject({ state, about: 'Webhook' })
    expect(methods).toEqual(['OPTIONS'])
  })

  it('tells the time there, which may be another', async () => {
    const { answered } = await check(204, { Date: new Date(Date.now() - 3_600_000).toUTCString() })
    expect(checkClock([answered?.clock], undefined)).toMatchObject({
      state: 'error',
      says: expect.stringMatching(/^(3599|360\d) s ahead of that of 127\.0\.0\.1:\d+\.$/),
    })
    expect(checkClock([(await check(204)).answered?.clock], undefined)).toMatchObject({ state: 'ok' })
  })

  it('that nobody set is not checked', async () => {
    expect(await checkReceivers(envWith({}))).toEqual([])
  })

  it('is one of several that may take leads, each checked by its own setting', async () => {
    const form = '/submissions/v3/integration/submit/1/12345678-90ab-cdef-1234-567890abcdef'
    const settings = {
      LEADS_HUBSPOT_URL: `http://127.0.0.1:9${form}`,
      LEADS_SALESFORCE_URL: 'http://127.0.0.1:9/servlet/servlet.WebToLead?oid=00D000000000001',
      LEADS_SLACK_URL: 'http://127.0.0.1:9/services/only-for-tests-secret',
    }
    expect(await checkMail(envWith(settings))).toEqual([])
    const found = (await checkReceivers(envWith(settings))).map(({ finding }) => finding)
    expect(found.map(({ state, about }) => [state, about])).toEqual([
      ['error', 'HubSpot'],
      ['error', 'Salesforce'],
      ['error', 'Slack'],
    ])
    expect(JSON.stringify(found)).not.toContain('only-for-tests-secret')
  })
})

it('finds a clock that is behind the newest lead', () => {
  expect(checkClock([], new Date(Date.now() + 3_600_000))).toMatchObject({ state: 'error' })
  expect(checkClock([], new Date())).toMatchObject({ state: 'ok' })
})

it('asks for a public address, and one that answers', async () => {
  expect((await checkSiteUrl(envWith({}))).finding.state).toBe('warning')
  const away = await checkSiteUrl(envWith({ SITE_URL: 'https://site.invalid' }))
  expect(away.finding).toMatchObject({ state: 'error', says: expect.stringContaining('does not answer') })
})

it.each([
  ['this site, without https', 200, (address: string) => `<link rel="canonical" href="${address}/"/>`, 'is not https'],
  ['a build for another', 200, () => '<link rel="canonical" href="https://old.example/"/>', 'https://old.example/'],
  ['something else', 200, () => 'It works!', 'not with a page of this site'],
  ['an error', 502, () => '', 'answers 502'],
])('tells what answers at the public address: %s', async (_, status, page, says) => {
  // An address that is not taken for this machine's own, and leads to it all the same.
  let address = ''
  const server = createServer((_request, response) => response.writeHead(status).end(page(address)))
  await listen(server)
  closers.push(() => server.close())
  address = `http://0.0.0.0:${(server.address() as AddressInfo).port}`
  const { finding, clock } = await checkSiteUrl(envWith({ SITE_URL: address }))
  expect(finding.says).toContain(says)
  expect(finding.state).toBe(says === 'is not https' ? 'warning' : 'error')
  expect(clock?.server).toBe(new URL(address).host)
})

it.skipIf(process.platform === 'win32')('tells who may read settings and leads', () => {
  const folder = makeScratchFolder('doctor-')
  const [settings, data] = [join(folder, '.env'), join(folder, 'data')]
  const database = join(data, 'site.db')
  const states = () => checkPermissions(settings, database).map(({ state }) => state)
  expect(states()).toEqual(['warning', 'warning'])
  mkdirSync(data, { mode: 0o755 })
  for (const file of [settings, database]) writeFileSync(file, '', { mode: 0o644 })
  expect(states()).toEqual(['error', 'error'])
  expect(checkPermissions(settings, database)[0]?.advice).toBe(`chmod 600 ${settings}`)
  chmodSync(settings, 0o600)
  chmodSync(data, 0o700)
  expect(states()).toEqual(['ok', 'ok'])
})

describe('settings', () => {
  const facts = ['SITE_BRAND', 'SITE_EMAIL']
  const stateOf = (settings: Record<string, string>, about: string) =>
    checkSettings(envWith(settings), facts).find((finding) => finding.about === about)

  it('are told by name where the facts are the fictional ones', () => {
    expect(stateOf({ SITE_BRAND: 'Real' }, 'Company facts')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('SITE_EMAIL'),
    })
    expect(stateOf({ SITE_BRAND: 'Real', SITE_EMAIL: 'a@b.example' }, 'Company facts')?.state).toBe('ok')
  })

  it.each([`change-me-${'x1y2z3w4'.repeat(4)}`, 'a'.repeat(40), 'my-very-long-secret-that-i-made-up-myself'])(
    'are refused a secret such as %s, which is not repeated',
    (made) => {
      const finding = stateOf({ APP_SECRET: made, OPERATOR_KEYS: `alice:${made}` }, 'Secrets')
      expect(finding).toMatchObject({ state: 'error', says: expect.stringContaining('APP_SECRET, the key of alice') })
      expect(JSON.stringify(finding)).not.toContain(made)
      expect(stateOf({}, 'Secrets')?.state).toBe('ok')
    },
  )

  it('are told where nobody may read leads, and everybody may change reports', () => {
    expect(stateOf({}, 'Operators')?.state).toBe('warning')
    expect(stateOf({ ATTESTATIONS_OPEN: 'true' }, 'Attestations')?.state).toBe('warning')
  })

  it('are told where a trusted proxy can be passed by', () => {
    expect(stateOf({ TRUSTED_PROXY_HOPS: '1' }, 'Proxy')?.state).toBe('warning')
    expect(stateOf({ TRUSTED_PROXY_HOPS: '1', HOST: '127.0.0.1' }, 'Proxy')?.state).toBe('ok')
  })
})

it('takes what would lose a lead for an error, and what waits for a warning', () => {
  expect(judgeCheck({ name: 'database_writable', ok: false, required: true }).state).toBe('error')
  expect(judgeCheck({ name: 'disk_space', ok: false, required: false, value: 1, unit: 'bytes free' })).toMatchObject({
    state: 'warning',
    says: 'it is nearly full (1 bytes free).',
  })
})

it('knows which Node is too old', () => {
  expect([checkNode('20.18.0').state, checkNode().state]).toEqual(['error', 'ok'])
})

describe('disclosures', () => {
  it('that are missing are listed, with the reason why buyers ask for them', () => {
    const { state, says, advice } = checkDisclosures({})
    expect([state, says]).toEqual(['warning', '20 of 20 parts are not set, and appear nowhere.'])
    for (const part of disclosureParts)
      expect(advice).toMatch(new RegExp(`\\n +- ${part} \\([a-z ]+\\): [a-z].{20,}\\.`))
  })

  it('that are set are not among them', () => {
    const { insurance, ...others } = disclosuresSchema.parse(allDisclosures)
    expect(checkDisclosures(others).advice).toContain('- insurance (insurance): a loss in the vault')
    expect(checkDisclosures(others).advice?.match(/\n/g)).toHaveLength(1)
    expect(checkDisclosures({ ...others, insurance })).toMatchObject({ state: 'ok', says: 'every part is set.' })
  })
})

describe('the log of reports', () => {
  const log = { head: { sequence: 0, hash: '', key_id: null, signature: null }, entries: [] }

  it('is an error where it does not fit, and a warning where changes are not in it', () => {
    expect(checkReportLog({ log, signed: 0, pending: 0 })).toMatchObject({ state: 'ok' })
    expect(checkReportLog({ log, signed: 0, pending: 2 })).toMatchObject({ state: 'warning' })
    const difference = 'Entry 1: its signature is wrong.'
    expect(checkReportLog({ log, signed: 0, pending: 2, difference })).toMatchObject({
      state: 'error',
      says: difference,
    })
  })

  it('has a key that only its owner reads, or none', async () => {
    const file = join(makeScratchFolder('signing-key-'), 'key.pem')
    const stateOf = async () => (await checkSigningKey(file)).map(({ state }) => state)
    expect(await checkSigningKey(undefined)).toEqual([])
    expect(await stateOf()).toEqual(['error'])
    writeFileSync(file, makeSigningKey().pem, { mode: 0o600 })
    expect(await stateOf()).toEqual(['ok'])
    chmodSync(file, 0o644)
    expect(await stateOf()).toEqual(['error'])
    writeFileSync(file, generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
    })
    chmodSync(file, 0o600)
    expect(await stateOf()).toEqual(['error'])
  })
})
