import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { POST as add } from '@/app/api/attestations/route'
import { GET as leads } from '@/app/api/contact/route'
import {
  GET as session,
  POST as signIn,
  DELETE as signOut,
} from '@/app/api/operator/session/route'
import { otherPublishers } from '@/lib/attestations/four-eyes'
import { loadAdmin } from '@/lib/console/admin'
import { knownOwners } from '@/lib/console/leads/list-query'
import { minuteMs } from '@/lib/durations'
import { parseEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { isOperatorName, pairsIn, setPair } from '@/lib/operator/env-file'
import { hashSecret } from '@/lib/operator/keys'
import { revokeKey } from '@/lib/operator/revoked-keys-store'
import { revokeSessions } from '@/lib/operator/session-store'
import { operations } from '../support/api'
import {
  cookieOf,
  freshReport,
  keys,
  siteRequest,
  withId,
} from '../support/attestations'
import { requireStatus } from '../support/requests'

const wrongKey = 'wrong-key-0123456789-0123456789-abcdef'

type Bearing = Parameters<typeof siteRequest>[2]

const sessionRequest = (method: string, options: Bearing = {}) =>
  siteRequest(method, '/api/operator/session', options)

const open = (key: string, client?: string) =>
  signIn(sessionRequest('POST', { body: { key }, client }))

async function sessionCookie(key = keys.alice): Promise<string> {
  return cookieOf(requireStatus(200, await open(key)))
}

async function withSession(): Promise<Bearing> {
  return { cookie: await sessionCookie() }
}

const publishing = (bearing: Bearing = {}) =>
  siteRequest('POST', '/api/attestations', { body: freshReport(), ...bearing })

const statusOf = async (response: Promise<Response>) => (await response).status

const readLeads = (bearing: Bearing) =>
  statusOf(leads(siteRequest('GET', '/api/contact', bearing)))

function travel(minutes: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minuteMs })
}

async function idleSession(minutes: number) {
  const bearing = await withSession()
  travel(minutes)
  return bearing
}

/** Returns a session that is used every quarter of an hour for some time. */
async function usedSession(minutes: number) {
  const bearing = await withSession()
  for (let passed = 15; passed < minutes; passed += 15) {
    travel(15)
    await readLeads(bearing)
  }
  travel(15)
  return bearing
}

async function endedSession() {
  const bearing = await withSession()
  await signOut(sessionRequest('DELETE', { ...bearing, body: {} }))
  return bearing
}

async function revokedSession() {
  const cookie = await sessionCookie(keys.bob)
  await revokeSessions({ operator: 'bob' })
  return { cookie }
}

const renamed = (cookie: string) =>
  cookie.replace('operator', '__Host-operator')

// security-matrix.test.ts covers keys, sessions, and other sites in general.
it.each<
  [name: string, status: number, bearing: () => Bearing | Promise<Bearing>]
>([
  [
    'a session next to another cookie',
    201,
    async () => ({ cookie: `theme=dark; ${await sessionCookie()}` }),
  ],
  [
    'a session in the cookie that https needs',
    401,
    async () => ({ cookie: renamed(await sessionCookie()) }),
  ],
  ['a session idle for 20 minutes', 401, () => idleSession(20)],
  ['a session idle for 19 minutes', 201, () => idleSession(19)],
  [
    'a session less than 8 hours old, never idle',
    201,
    () => usedSession(7.75 * 60),
  ],
  ['a session 8 hours old, though never idle', 401, () => usedSession(8 * 60)],
  [
    'a session started while the clock was a day ahead',
    401,
    () => idleSession(-24 * 60),
  ],
  [
    'a session started while the clock was 10 minutes ahead',
    201,
    () => idleSession(-10),
  ],
  ['a session that was signed out', 401, endedSession],
  ['a revoked session', 401, revokedSession],
])('publishing a report with %s returns %i', async (_, status, bearing) => {
  expect(await statusOf(add(publishing(await bearing())))).toBe(status)
})

describe('signing in to the console', () => {
  const whoIs = async (cookie?: string) =>
    (await session(sessionRequest('GET', { cookie }))).json()

  it('sets an HttpOnly, SameSite=Strict cookie', async () => {
    const response = await open(keys.alice)

    expect(response.headers.get('set-cookie')).toMatch(
      /^operator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    )
  })

  it('returns the operator’s name', async () => {
    const response = await open(keys.alice)

    expect(await response.json()).toEqual({ operator: 'alice' })
    expect(await whoIs(cookieOf(response))).toEqual({
      operator: 'alice',
      open: false,
    })
  })

  it('ends the browser’s previous session', async () => {
    const cookie = cookieOf(await open(keys.alice))

    await signIn(sessionRequest('POST', { body: { key: keys.alice }, cookie }))

    expect(await whoIs(cookie)).toEqual({ operator: null, open: false })
  })

  it('is refused for a client’s sixth wrong key, with the time to wait', async () => {
    const client = randomUUID()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt++)
      statuses.push(await statusOf(open(wrongKey, client)))

    const refused = await open(`${wrongKey}x`, client)

    expect(statuses).toEqual(Array(5).fill(401))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  })

  it('with too many wrong keys also blocks publishing with a wrong key', async () => {
    const client = randomUUID()
    for (let attempt = 0; attempt < 6; attempt++) await open(wrongKey, client)

    const status = await statusOf(add(publishing({ key: wrongKey, client })))

    expect(status).toBe(429)
  })

  it('works with a right key even after too many wrong ones', async () => {
    const client = randomUUID()
    for (let attempt = 0; attempt < 6; attempt++) await open(wrongKey, client)

    const request = publishing({ key: keys.alice, client })
    const opened = await statusOf(open(keys.alice, client))
    const published = await statusOf(add(request))

    expect(opened).toBe(200)
    expect(published).toBe(201)
  })

  it('counts a wrong key only against its own client', async () => {
    const guesser = randomUUID()
    for (let attempt = 0; attempt < 31; attempt++) await open(wrongKey, guesser)

    const response = await open(wrongKey, randomUUID())

    expect(response.status).toBe(401)
  })

  it('logs an attempt with a wrong key, but not the key', async () => {
    const warn = vi.spyOn(log, 'warn')
    const client = randomUUID()

    await open(wrongKey, client)

    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { client, operator: null },
      'wrong operator key',
    )
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/-key-/)
  })

  it('is limited for concurrent wrong keys but not for right ones', async () => {
    const atOnce = (key: string, client = randomUUID()) =>
      Promise.all(Array.from({ length: 30 }, () => statusOf(open(key, client))))

    expect(
      (await atOnce(wrongKey)).filter((status) => status === 401),
    ).toHaveLength(5)
    expect(new Set(await atOnce(keys.alice))).toEqual(new Set([200]))
  })
})

describe('with other settings', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => {
    vi.resetModules()
  })

  async function configured(environment: Record<string, string>) {
    for (const [name, value] of Object.entries(environment))
      vi.stubEnv(name, value)
    const [list, operator] = await Promise.all([
      import('@/app/api/attestations/route'),
      import('@/app/api/operator/session/route'),
    ])
    return { add: list.POST, signIn: operator.POST }
  }

  it('without operators, the API returns 503 for a sign-in or a change', async () => {
    const { add } = await configured({ OPERATOR_KEYS: '' })
    const response = await add(publishing())

    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ error: { code: 'not_configured' } })
  })

  it('with ATTESTATIONS_OPEN, anyone but another site can publish reports', async () => {
    const { add } = await configured({
      OPERATOR_KEYS: '',
      ATTESTATIONS_OPEN: 'true',
    })
    const headers = { 'Sec-Fetch-Site': 'cross-site' }

    const own = await statusOf(add(publishing()))
    const foreign = await statusOf(add(publishing({ headers })))

    expect(own).toBe(201)
    expect(foreign).toBe(403)
  })

  it('with ATTESTATIONS_OPEN, an active operator’s session is still extended', async () => {
    const bearing = await withSession()
    const { add } = await configured({ ATTESTATIONS_OPEN: 'true' })
    const published: number[] = []

    for (let change = 0; change < 2; change++) {
      travel(15)
      published.push(await statusOf(add(publishing(bearing))))
    }

    expect(published).toEqual([201, 201])
    expect(await readLeads(bearing)).toBe(200)
  })

  /** Publishes a report at a limit of one. Returns a function that sends more. */
  async function publishAtLimit() {
    const { add } = await configured({ LIMIT_ATTESTATIONS_PER_CLIENT: '1' })
    const first = {
      key: keys.alice,
      client: 'b',
      headers: { 'Idempotency-Key': randomUUID() },
      body: freshReport(),
    }
    const sendAgain = (changes: object = {}) =>
      add(siteRequest('POST', '/api/attestations', { ...first, ...changes }))
    const published = await (await sendAgain()).json()
    return { published, sendAgain }
  }

  it('a repeated request gets its response again, even at the limit', async () => {
    const { published, sendAgain } = await publishAtLimit()

    for (let again = 0; again < 3; again++) {
      const response = await sendAgain()
      expect(response.status).toBe(201)
      expect(await response.json()).toEqual(published)
    }
  })

  it.each([
    ['another report', { body: freshReport() }],
    ['an invalid report', { body: {} }],
    [
      'another idempotency key',
      { headers: { 'Idempotency-Key': randomUUID() } },
    ],
  ])('a request with %s is refused at the limit', async (_, changes) => {
    const { sendAgain } = await publishAtLimit()

    expect(await statusOf(sendAgain(changes))).toBe(429)
  })

  it('a repeated request needs an operator key', async () => {
    const { sendAgain } = await publishAtLimit()

    expect(await statusOf(sendAgain({ key: undefined }))).toBe(401)
  })

  const changes = operations.filter(
    ({ change, path }) => change && path.startsWith('/api/attestations'),
  )

  it.each(changes)(
    '$name without a key does not count against the client’s limit',
    async ({ method, path, handle }) => {
      const { add } = await configured({ LIMIT_ATTESTATIONS_PER_CLIENT: '1' })
      const client = randomUUID()
      const publish = () =>
        statusOf(add(publishing({ key: keys.alice, client })))
      const change = await handle()

      const refused = await change(
        siteRequest(method, path, { client }),
        withId('x'),
      )
      const published = [await publish(), await publish()]

      expect(refused.status).toBe(401)
      expect(published).toEqual([201, 429])
    },
  )

  it('over https, signing in sets a __Host- cookie', async () => {
    const { signIn } = await configured({
      SITE_URL: 'https://halcrest.example',
    })
    const response = await signIn(
      sessionRequest('POST', { body: { key: keys.alice } }),
    )

    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-operator=.*; Path=\/;.*; Secure$/,
    )
  })

  it('an operator removed from the environment loses all sessions', async () => {
    const cookie = await sessionCookie(keys.bob)
    const { add } = await configured({ OPERATOR_KEYS: `alice:${keys.alice}` })
    expect(await statusOf(add(publishing({ cookie })))).toBe(401)
  })
})

const settings =
  '# Settings\nSITE_URL=http://localhost:3000\nOPERATOR_KEYS=alice:key-a\n\nLOG_LEVEL=info\n'

it('npm run operator adds an operator to .env without changing another line', () => {
  const more = setPair(settings, 'OPERATOR_KEYS', 'bob', 'key-$&-b')

  expect(more).toBe(
    settings.replace('alice:key-a', () => 'alice:key-a,bob:key-$&-b'),
  )
  expect(setPair('LOG_LEVEL=info', 'OPERATOR_ROLES', 'bob', 'sales')).toBe(
    'LOG_LEVEL=info\nOPERATOR_ROLES=bob:sales\n',
  )
})

it('npm run operator removes an operator from .env without changing another line', () => {
  const more = setPair(settings, 'OPERATOR_KEYS', 'bob', 'key-$&-b')

  expect(setPair(more, 'OPERATOR_KEYS', 'alice')).toBe(
    settings.replace('alice:key-a', () => 'bob:key-$&-b'),
  )
  expect(setPair(settings, 'OPERATOR_KEYS', 'alice')).toContain(
    'OPERATOR_KEYS=\n',
  )
  expect(setPair(settings, 'MACHINE_KEYS', 'alice')).toBe(settings)
})

it('npm run operator writes keys that the environment accepts', () => {
  const key = 'k'.repeat(43)

  const [, OPERATOR_KEYS = ''] = setPair('', 'OPERATOR_KEYS', 'bob', key)
    .trim()
    .split('=')

  expect(parseEnv({ APP_SECRET: key, OPERATOR_KEYS }).OPERATOR_KEYS).toEqual([
    { name: 'bob', key },
  ])
})

it('operator names consist of lower-case letters, digits and hyphens', () => {
  expect(['bob', 'b-1'].every(isOperatorName)).toBe(true)
  expect(['Bob', 'b:c', 'a,b', '', 'x'.repeat(33)].some(isOperatorName)).toBe(
    false,
  )
})

it.each([
  ['OPERATOR_KEYS= alice:key-a, bob:key-b \r\n', ['alice:key-a', 'bob:key-b']],
  ['OPERATOR_KEYS="alice:key-a,bob:key-b"\n', ['alice:key-a', 'bob:key-b']],
  ["OPERATOR_KEYS='alice:key-a'\n", ['alice:key-a']],
  ['OPERATOR_KEYS=alice:"key-a"\n', ['alice:"key-a"']],
  ['OPERATOR_KEYS=alice : key:a\n', ['alice:key:a']],
  ['OPERATOR_KEYS=\n', []],
])('the operators and keys in %j are read', (text, operators) => {
  expect(
    [...pairsIn(text, 'OPERATOR_KEYS')].map((pair) => pair.join(':')),
  ).toEqual(operators)
})

it.each([
  [
    'export OPERATOR_KEYS=alice:key-a\n',
    'OPERATOR_KEYS=alice:key-a,bob:key-b\n',
  ],
  ['OPERATOR_KEYS = "alice:key-a"\n', 'OPERATOR_KEYS=alice:key-a,bob:key-b\n'],
  [
    'OPERATOR_KEYS=\nPORT=1\nOPERATOR_KEYS=alice:key-a\n',
    'OPERATOR_KEYS=alice:key-a,bob:key-b\nPORT=1\nOPERATOR_KEYS=alice:key-a,bob:key-b\n',
  ],
])('an operator is added to %j', (text, changed) => {
  expect(setPair(text, 'OPERATOR_KEYS', 'bob', 'key-b')).toBe(changed)
})

// These tests run last, because the key stays revoked in this file's database.
it('the log names the operator who reads leads', async () => {
  const info = vi.spyOn(log, 'info')

  const status = await readLeads({ key: keys.bob })

  expect(status).toBe(200)
  expect(info).toHaveBeenCalledWith(
    expect.objectContaining({ operator: 'bob' }),
    'leads read',
  )
})

it('a revoked key is refused at once, even while the environment has it', async () => {
  const warn = vi.spyOn(log, 'warn')

  await revokeKey(hashSecret(keys.bob), 'bob')

  expect(await statusOf(open(keys.bob))).toBe(401)
  expect(await readLeads({ key: keys.bob })).toBe(401)
  expect(warn).toHaveBeenCalledWith(
    { client: expect.any(String), operator: 'bob' },
    'operator key revoked',
  )
})

it('a revoked operator is no longer offered anywhere in the console', async () => {
  await revokeKey(hashSecret(keys.bob), 'bob')

  const { people } = await loadAdmin({})
  expect(people.map(({ name }) => name)).not.toContain('bob')
  expect(await knownOwners()).not.toContain('bob')
  expect(await otherPublishers('alice')).not.toContain('bob')
})
