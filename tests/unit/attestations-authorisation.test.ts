import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { POST as restore } from '@/app/api/attestations/[id]/restore/route'
import { DELETE as withdraw } from '@/app/api/attestations/[id]/route'
import { POST as add } from '@/app/api/attestations/route'
import { GET as leads } from '@/app/api/contact/route'
import { GET as session, POST as signIn, DELETE as signOut } from '@/app/api/operator/session/route'
import { parseEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { isOperatorName, secretsIn, setSecret } from '@/lib/operator/env-file'
import { hashSecret } from '@/lib/operator/keys'
import { revokeKey, revokeSessions } from '@/lib/operator/store'
import { cookieOf, freshReport, keys, siteRequest, withId } from '../support/attestations'

const wrongKey = 'wrong-key-0123456789-0123456789-abcdef'
const minuteMs = 60_000

function open(key: string, client?: string) {
  return signIn(siteRequest('POST', '/api/operator/session', { body: { key }, client }))
}

async function sessionCookie(key = keys.alice): Promise<string> {
  const response = await open(key)
  expect(response.status).toBe(200)
  return cookieOf(response)
}

type Bearing = Parameters<typeof siteRequest>[2]

/** Every route that changes something, with what it answers to somebody who may. */
const changes = [
  {
    name: 'POST /api/attestations',
    allowed: 201,
    send: (bearing: Bearing) => add(siteRequest('POST', '/api/attestations', { body: freshReport(), ...bearing })),
  },
  {
    name: 'DELETE /api/attestations/{id}',
    allowed: 200,
    async send(bearing: Bearing) {
      const id = await reportId()
      return withdraw(siteRequest('DELETE', `/api/attestations/${id}`, { body: {}, ...bearing }), withId(id))
    },
  },
  {
    name: 'POST /api/attestations/{id}/restore',
    allowed: 200,
    async send(bearing: Bearing) {
      const id = await reportId()
      await withdraw(siteRequest('DELETE', `/api/attestations/${id}`, { key: keys.alice }), withId(id))
      return restore(siteRequest('POST', `/api/attestations/${id}/restore`, { body: {}, ...bearing }), withId(id))
    },
  },
]

async function reportId(): Promise<string> {
  const response = await add(siteRequest('POST', '/api/attestations', { key: keys.alice, body: freshReport() }))
  return (await response.json()).id
}

afterEach(() => {
  vi.useRealTimers()
})

function travel(milliseconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

async function idleSession(minutes: number) {
  const cookie = await sessionCookie()
  travel(minutes * minuteMs)
  return { cookie }
}

/** Every way to bear authority, with the answer: a status, or undefined for "allowed". */
const bearers: [name: string, status: number | undefined, bearing: () => Bearing | Promise<Bearing>][] = [
  ['no key', 401, () => ({})],
  ['a wrong key', 401, () => ({ key: wrongKey })],
  ['an empty key', 401, () => ({ headers: { Authorization: 'Bearer ' } })],
  ['a valid key', undefined, () => ({ key: keys.alice })],
  ['a valid key in another scheme', 401, () => ({ headers: { Authorization: `Basic ${keys.alice}` } })],
  ['a valid key from another site', 403, () => ({ key: keys.alice, headers: { 'Sec-Fetch-Site': 'cross-site' } })],
  [
    'a valid key from a foreign origin, by a browser that says no more',
    403,
    () => ({ key: keys.alice, headers: { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' } }),
  ],
  ['a session', undefined, async () => ({ cookie: await sessionCookie() })],
  ['a session beside another cookie', undefined, async () => ({ cookie: `theme=dark; ${await sessionCookie()}` })],
  ['an invented session', 401, () => ({ cookie: `operator=${randomUUID()}` })],
  [
    'a session under the name for https',
    401,
    async () => ({ cookie: (await sessionCookie()).replace('operator', '__Host-operator') }),
  ],
  ['a session idle for 20 minutes', 401, () => idleSession(20)],
  ['a session idle for 19 minutes', undefined, () => idleSession(19)],
  [
    'a session 8 hours old, though never idle',
    401,
    async () => {
      const cookie = await sessionCookie()
      for (let quarter = 0; quarter < 32; quarter++) {
        travel(15 * minuteMs)
        const answer = await leads(siteRequest('GET', '/api/contact', { cookie }))
        expect(answer.status).toBe(quarter < 31 ? 200 : 401)
      }
      return { cookie }
    },
  ],
  [
    'a session signed out of',
    401,
    async () => {
      const cookie = await sessionCookie()
      await signOut(siteRequest('DELETE', '/api/operator/session', { cookie, body: {} }))
      return { cookie }
    },
  ],
  [
    'a revoked session',
    401,
    async () => {
      const cookie = await sessionCookie(keys.bob)
      expect(await revokeSessions({ operator: 'bob' })).toBeGreaterThan(0)
      return { cookie }
    },
  ],
  [
    'a session from another site',
    403,
    async () => ({ cookie: await sessionCookie(), headers: { 'Sec-Fetch-Site': 'cross-site' } }),
  ],
  [
    'a session from a sibling subdomain',
    403,
    async () => ({ cookie: await sessionCookie(), headers: { 'Sec-Fetch-Site': 'same-site' } }),
  ],
  [
    'a session and a form of another type',
    415,
    async () => ({ cookie: await sessionCookie(), headers: { 'Content-Type': 'text/plain' } }),
  ],
]

// All of them ask the same function: the first is tried with every bearer.
const essential = ['no key', 'a valid key', 'a session', 'a session from another site']

describe.each(changes)('$name', ({ name, allowed, send }) => {
  const tried = bearers.filter(([bearer]) => name === changes[0]?.name || essential.includes(bearer))

  it.each(tried)(`with %s answers %s (undefined: ${allowed})`, async (_, status, bearing) => {
    const response = await send(await bearing())
    expect(response.status).toBe(status ?? allowed)
  })

  it('with a session that does not say where it comes from answers 403', async () => {
    const cookie = await sessionCookie()
    const headers = { 'Sec-Fetch-Site': undefined }
    const request = siteRequest('POST', '/api/attestations', { cookie, body: freshReport(), headers })
    expect((await add(request)).status).toBe(403)
  })
})

it('GET /api/contact is open to a key and to a session, and to nobody else, and logs who read', async () => {
  const written = vi.spyOn(log, 'info')
  const answer = async (bearing: Bearing) => (await leads(siteRequest('GET', '/api/contact', bearing))).status
  expect(await answer({ key: keys.bob })).toBe(200)
  expect(written).toHaveBeenCalledWith(expect.objectContaining({ operator: 'bob' }), 'leads read')
  expect(await answer({ cookie: await sessionCookie() })).toBe(200)
  expect(await answer({})).toBe(401)
  expect(await answer({ key: wrongKey })).toBe(401)
})

describe('signing in', () => {
  it('ends the session that the browser had before', async () => {
    const before = await sessionCookie()
    const request = siteRequest('POST', '/api/operator/session', { body: { key: keys.alice }, cookie: before })
    expect((await signIn(request)).status).toBe(200)
    const answer = await session(siteRequest('GET', '/api/operator/session', { cookie: before }))
    expect(await answer.json()).toEqual({ operator: null, open: false })
  })

  it('gives a cookie that scripts cannot read and other sites cannot send, and names the operator', async () => {
    const response = await open(keys.alice)
    const set = response.headers.get('set-cookie')
    expect(set).toMatch(/^operator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ operator: 'alice' })
    const who = async (cookie?: string) =>
      (await session(siteRequest('GET', '/api/operator/session', { cookie }))).json()
    expect(await who(cookieOf(response))).toEqual({ operator: 'alice', open: false })
    expect(await who()).toEqual({ operator: null, open: false })
  })

  it('is refused to another site', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const request = siteRequest('POST', '/api/operator/session', { body: { key: keys.alice }, headers })
    expect((await signIn(request)).status).toBe(403)
    expect((await signOut(siteRequest('DELETE', '/api/operator/session', { headers }))).status).toBe(403)
  })

  it('is refused to a client after five wrong keys, and logged without the keys', async () => {
    const warn = vi.spyOn(log, 'warn')
    const client = randomUUID()
    for (let attempt = 0; attempt < 5; attempt++) expect((await open(wrongKey, client)).status).toBe(401)
    const refused = await open(`${wrongKey}x`, client)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    const bearer = siteRequest('POST', '/api/attestations', { key: wrongKey, client, body: freshReport() })
    expect((await add(bearer)).status).toBe(429)
    expect((await open(wrongKey)).status).toBe(401)
    expect(warn).toHaveBeenCalledTimes(8)
    expect(warn).toHaveBeenCalledWith({ client, operator: null }, 'operator key wrong')
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/-key-/)
  })

  it('is given for a right key whatever wrong ones were sent before, by its client and by many others', async () => {
    const client = randomUUID()
    for (let attempt = 0; attempt < 10; attempt++) await open(wrongKey, client)
    for (let attempt = 0; attempt < 30; attempt++) expect((await open(wrongKey)).status).toBe(401)
    expect((await open(keys.alice)).status).toBe(200)
    expect((await open(keys.alice, client)).status).toBe(200)
    const bearer = siteRequest('POST', '/api/attestations', { key: keys.alice, client, body: freshReport() })
    expect((await add(bearer)).status).toBe(201)
  })

  it('limits guesses sent all at once, and does not count right keys', async () => {
    const client = randomUUID()
    const guesses = await Promise.all(Array.from({ length: 30 }, () => open(wrongKey, client)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
    const other = randomUUID()
    const right = await Promise.all(Array.from({ length: 30 }, () => open(keys.alice, other)))
    expect(right.every(({ status }) => status === 200)).toBe(true)
  })
})

describe('other configurations', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  async function configured(environment: Record<string, string>) {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
    const [list, operator] = await Promise.all([
      import('@/app/api/attestations/route'),
      import('@/app/api/operator/session/route'),
    ])
    return { add: list.POST, signIn: operator.POST }
  }

  const request = (bearing: Bearing = {}) =>
    siteRequest('POST', '/api/attestations', { body: freshReport(), ...bearing })

  it('answers 503 where there are no operators', async () => {
    const { add, signIn } = await configured({ OPERATOR_KEYS: '' })
    const response = await add(request())
    expect([response.status, await response.json()]).toEqual([503, { error: { code: 'not_configured' } }])
    expect((await signIn(siteRequest('POST', '/api/operator/session', { body: { key: 'x' } }))).status).toBe(503)
  })

  it('lets anyone change the list where it is open, but no other site', async () => {
    const { add } = await configured({ OPERATOR_KEYS: '', ATTESTATIONS_OPEN: 'true' })
    expect((await add(request())).status).toBe(201)
    expect((await add(request({ headers: { 'Sec-Fetch-Site': 'cross-site' } }))).status).toBe(403)
  })

  it('keeps the session of an operator at work alive where the list is open', async () => {
    const cookie = await sessionCookie()
    const { add } = await configured({ ATTESTATIONS_OPEN: 'true' })
    for (let change = 0; change < 2; change++) {
      travel(15 * minuteMs)
      expect((await add(request({ cookie }))).status).toBe(201)
    }
    expect((await leads(siteRequest('GET', '/api/contact', { cookie }))).status).toBe(200)
  })

  it('limits changes by one client', async () => {
    const { add } = await configured({ ATTESTATIONS_OPEN: 'true', LIMIT_ATTESTATIONS_PER_CLIENT: '2' })
    const answers = []
    for (let count = 0; count < 3; count++) answers.push((await add(request({ client: 'a' }))).status)
    expect(answers).toEqual([201, 201, 429])
  })

  it('answers a repeated request again, for an operator or anyone, however many changes there were', async () => {
    const { add } = await configured({ LIMIT_ATTESTATIONS_PER_CLIENT: '1' })
    const report = freshReport()
    const send = (options: object = {}, body: object = report) =>
      add(siteRequest('POST', '/api/attestations', { key: keys.alice, client: 'b', headers, body, ...options }))
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await (await send()).json()
    for (let again = 0; again < 3; again++) {
      const response = await send()
      expect([response.status, await response.json()]).toEqual([201, first])
    }
    // Another report under the key, and none at all, are no repetition; nor is it for whoever has no key.
    expect((await send({}, freshReport())).status).toBe(429)
    expect((await send({}, {})).status).toBe(429)
    expect((await send({ headers: { 'Idempotency-Key': randomUUID() } })).status).toBe(429)
    expect((await send({ key: undefined })).status).toBe(429)
    expect((await send({ key: undefined, client: 'c' })).status).toBe(401)
  })

  it('gives a __Host- cookie over https', async () => {
    const { signIn } = await configured({ SITE_URL: 'https://halcrest.example' })
    const response = await signIn(siteRequest('POST', '/api/operator/session', { body: { key: keys.alice } }))
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-operator=.*; Path=\/;.*; Secure$/)
  })

  it('ends the sessions of an operator who is no longer in the environment', async () => {
    const cookie = await sessionCookie(keys.bob)
    const { add } = await configured({ OPERATOR_KEYS: `alice:${keys.alice}` })
    expect((await add(request({ cookie }))).status).toBe(401)
  })
})

const settings = '# Settings\nSITE_URL=http://localhost:3000\nOPERATOR_KEYS=alice:key-a\n\nLOG_LEVEL=info\n'

it('adds and removes operators in an .env file, and nothing else changes', () => {
  const more = setSecret(settings, 'OPERATOR_KEYS', 'bob', 'key-$&-b')
  expect(more).toBe(settings.replace('alice:key-a', () => 'alice:key-a,bob:key-$&-b'))
  expect(setSecret(more, 'OPERATOR_KEYS', 'alice')).toBe(settings.replace('alice:key-a', () => 'bob:key-$&-b'))
  expect(setSecret(settings, 'OPERATOR_KEYS', 'alice')).toContain('OPERATOR_KEYS=\n')
  expect(setSecret(settings, 'MACHINE_KEYS', 'alice')).toBe(settings)
  expect(setSecret('LOG_LEVEL=info', 'OPERATOR_TOTP', 'bob', 'k')).toBe('LOG_LEVEL=info\nOPERATOR_TOTP=bob:k\n')
})

it('writes what the environment accepts', () => {
  const key = 'k'.repeat(43)
  const [, OPERATOR_KEYS = ''] = setSecret('', 'OPERATOR_KEYS', 'bob', key).trim().split('=')
  expect(parseEnv({ APP_SECRET: key, OPERATOR_KEYS }).OPERATOR_KEYS).toEqual([{ name: 'bob', key }])
  expect(['bob', 'b-1'].every(isOperatorName)).toBe(true)
  expect(['Bob', 'b:c', 'a,b', '', 'x'.repeat(33)].some(isOperatorName)).toBe(false)
})

it.each([
  ['OPERATOR_KEYS= alice:key-a, bob:key-b \r\n', ['alice:key-a', 'bob:key-b']],
  ['OPERATOR_KEYS="alice:key-a,bob:key-b"\n', ['alice:key-a', 'bob:key-b']],
  ["OPERATOR_KEYS='alice:key-a'\n", ['alice:key-a']],
  ['OPERATOR_KEYS=alice:"key-a"\n', ['alice:"key-a"']],
  ['OPERATOR_KEYS=\n', []],
])('reads the operators of %j', (text, operators) => {
  expect([...secretsIn(text, 'OPERATOR_KEYS')].map((pair) => pair.join(':'))).toEqual(operators)
})

// Last: the key stays revoked in this file's database.
it('refuses a revoked key at once, while the environment still has it', async () => {
  const warn = vi.spyOn(log, 'warn')
  await revokeKey(hashSecret(keys.bob), 'bob')
  expect((await open(keys.bob)).status).toBe(401)
  expect((await leads(siteRequest('GET', '/api/contact', { key: keys.bob }))).status).toBe(401)
  expect(warn).toHaveBeenCalledWith({ client: expect.any(String), operator: 'bob' }, 'operator key revoked')
})
