import { createElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GET as leads } from '@/app/api/contact/route'
import { GET as ask, POST as signIn } from '@/app/api/operator/passkey/route'
import {
  GET as askNew,
  POST as changePasskeys,
} from '@/app/api/operator/passkeys/route'
import { POST as signInWithKey } from '@/app/api/operator/session/route'
import { Passkey, Passkeys } from '@/components/operator/passkeys'
import { minuteMs } from '@/lib/durations'
import { loadMessages } from '@/lib/i18n/messages'
import { listActions } from '@/lib/operator/audit-store'
import { listPasskeys } from '@/lib/operator/passkey-store'
import { cookieOf, keys, siteRequest } from '../support/attestations'
import { makeAuthenticator } from '../support/authenticator'
import { postForm, redirectPathOf } from '../support/console-form'
import { runSql } from '../support/database'
import { renderIn } from '../support/render'
import { requireStatus } from '../support/requests'
import { setForTest } from '../support/settings'

type Device = ReturnType<typeof makeAuthenticator>
type Bearing = Parameters<typeof siteRequest>[2]

const withKey = (key: string) =>
  signInWithKey(siteRequest('POST', '/api/operator/session', { body: { key } }))

const sessionOf = async (key: string) => cookieOf(await withKey(key))

async function challengeFrom(answer: Promise<Response>): Promise<string> {
  return (await (await answer).json()).challenge
}

const challengeForNew = (cookie: string) =>
  challengeFrom(
    askNew(siteRequest('GET', '/api/operator/passkeys', { cookie })),
  )

const challenge = () =>
  challengeFrom(ask(siteRequest('GET', '/api/operator/passkey')))

const add = (body: object, bearing: Bearing) =>
  changePasskeys(
    siteRequest('POST', '/api/operator/passkeys', { ...bearing, body }),
  )

/** Adds a new device's passkey for the operator who has the key. */
async function enroll(key: string): Promise<Device> {
  const device = makeAuthenticator()
  const cookie = await sessionOf(key)
  const answer = device.register(await challengeForNew(cookie))
  requireStatus(201, await add(answer, { cookie }))
  return device
}

const use = (answer: object, client?: string) =>
  signIn(siteRequest('POST', '/api/operator/passkey', { body: answer, client }))

async function outcomeOf(answer: Promise<Response>): Promise<string> {
  const response = await answer
  const body = await response.json()
  return `${response.status} ${body.operator ?? body.error?.code}`
}

const readLeads = async (bearing: Bearing) =>
  (await leads(siteRequest('GET', '/api/contact', bearing))).status

const sendPasskeyForm = (fields: Record<string, string>, cookie: string) =>
  postForm(changePasskeys, 'passkeys', fields, { cookie })

beforeEach(async () => {
  await runSql('DELETE FROM OperatorPasskey')
  await runSql('DELETE FROM OperatorAction')
})

describe('a passkey', () => {
  it('signs in after an operator with a key has added it', async () => {
    const device = await enroll(keys.alice)

    const answer = await use(device.signIn(await challenge()))

    expect(answer.headers.get('set-cookie')).toContain('Max-Age=43200')
    expect(await answer.json()).toEqual({ operator: 'alice' })
    expect(await readLeads({ cookie: cookieOf(answer) })).toBe(200)
    const { entries } = await listActions({ operator: 'alice' })
    expect(
      entries.map(({ action, subject }) => `${action} ${subject}`),
    ).toEqual(['signed_in passkey', 'passkey_added null', 'signed_in key'])
  })

  it('starts a session that lasts 12 hours, used or not', async () => {
    const device = await enroll(keys.alice)
    const cookie = cookieOf(await use(device.signIn(await challenge())))
    const start = Date.now()
    const readAfter = (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * minuteMs })
      return readLeads({ cookie })
    }

    expect(await readAfter(719)).toBe(200)
    expect(await readAfter(721)).toBe(401)
  })

  it.each<[what: string, answer: (device: Device) => Promise<object>]>([
    [
      'on another site',
      async (device) =>
        device.signIn(await challenge(), { origin: 'https://evil.example' }),
    ],
    [
      'without a PIN or fingerprint',
      async (device) => device.signIn(await challenge(), { isVerified: false }),
    ],
    [
      'with a made-up challenge',
      async (device) =>
        device.signIn(
          Buffer.from(`${Date.now()}.abc.def`).toString('base64url'),
        ),
    ],
    [
      'with a challenge for adding passkeys',
      async (device) =>
        device.signIn(await challengeForNew(await sessionOf(keys.bob))),
    ],
    [
      'with the signature of another device',
      async (device) => ({
        ...makeAuthenticator().signIn(await challenge()),
        id: device.id,
        rawId: device.id,
      }),
    ],
    [
      'if it is unknown',
      async () => makeAuthenticator().signIn(await challenge()),
    ],
  ])('does not sign in %s', async (_, answer) => {
    const device = await enroll(keys.alice)
    expect(await outcomeOf(use(await answer(device)))).toBe('401 wrong_passkey')
  })

  it('signs in once per challenge', async () => {
    const device = await enroll(keys.alice)
    const answer = device.signIn(await challenge())

    const outcomes = [
      await outcomeOf(use(answer)),
      await outcomeOf(use(answer)),
    ]

    expect(outcomes).toEqual(['200 alice', '401 wrong_passkey'])
  })

  it('is refused for a challenge older than 5 minutes', async () => {
    const device = await enroll(keys.alice)
    const late = await challenge()

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })

    expect(await outcomeOf(use(device.signIn(late)))).toBe('401 wrong_passkey')
  })

  it('is refused if its counter goes back, as on a copied device', async () => {
    const device = await enroll(keys.alice)
    const signInCounting = async (counter: number) =>
      outcomeOf(use(device.signIn(await challenge(), { counter })))

    const outcomes = [
      await signInCounting(5),
      await signInCounting(4),
      await signInCounting(6),
    ]

    expect(outcomes).toEqual(['200 alice', '401 wrong_passkey', '200 alice'])
  })

  it('is refused after its operator was removed', async () => {
    const device = await enroll(keys.bob)
    setForTest({ OPERATOR_KEYS: `alice:${keys.alice}` })

    const outcome = await outcomeOf(use(device.signIn(await challenge())))

    expect(outcome).toBe('401 wrong_passkey')
  })

  it('is limited to five wrong attempts per client', async () => {
    const outcomes: string[] = []

    for (let attempt = 0; attempt < 6; attempt++) {
      const answer = makeAuthenticator().signIn(await challenge())
      outcomes.push(await outcomeOf(use(answer, '2001:db8::9')))
    }

    expect(outcomes).toEqual([
      ...Array(5).fill('401 wrong_passkey'),
      '429 rate_limited',
    ])
  })

  it('cannot be added twice or with another operator’s challenge', async () => {
    const [alice, bob] = [
      await sessionOf(keys.alice),
      await sessionOf(keys.bob),
    ]
    const device = makeAuthenticator()
    const own = device.register(await challengeForNew(alice))

    const outcomes = [
      await outcomeOf(add(own, { cookie: bob })),
      (await add(own, { cookie: alice })).status,
      await outcomeOf(add(own, { cookie: alice })),
    ]

    expect(outcomes).toEqual(['401 wrong_passkey', 201, '401 wrong_passkey'])
  })

  it('cannot be added with a machine’s key', async () => {
    const key = 'crm-machine-key-0123456789-0123456789'
    setForTest({ MACHINE_KEYS: `crm:${key}` })
    const answer = makeAuthenticator().register(await challenge())

    expect(await outcomeOf(add(answer, { key }))).toBe('503 not_configured')
  })
})

describe('an operator with a passkey', () => {
  it('can neither sign in nor call the API with the key', async () => {
    await enroll(keys.alice)

    const outcomes = [
      await outcomeOf(withKey(keys.alice)),
      await readLeads({ key: keys.alice }),
      await outcomeOf(withKey(keys.bob)),
    ]

    expect(outcomes).toEqual(['401 passkey_required', 401, '200 bob'])
  })

  it('signs in again after an administrator’s reset', async () => {
    const device = await enroll(keys.alice)
    const old = cookieOf(await use(device.signIn(await challenge())))
    const bob = await sessionOf(keys.bob)

    const answer = await sendPasskeyForm(
      { intent: 'reset', operator: 'alice' },
      bob,
    )

    expect(redirectPathOf(answer)).toBe('/operator/admin?done=passkeys_reset')
    expect(await readLeads({ cookie: old })).toBe(401)
    expect(await outcomeOf(withKey(keys.alice))).toBe('200 alice')
    const { entries } = await listActions({ action: 'passkeys_reset' })
    expect(entries).toMatchObject([{ operator: 'bob', subject: 'alice' }])
  })

  it('needs the passkey until an administrator resets it', async () => {
    await enroll(keys.alice)
    const bob = await sessionOf(keys.bob)
    setForTest({ OPERATOR_ROLES: 'bob:sales' })

    const answer = await sendPasskeyForm(
      { intent: 'reset', operator: 'alice' },
      bob,
    )

    expect(answer.status).toBe(403)
    expect(await outcomeOf(withKey(keys.alice))).toBe('401 passkey_required')
  })

  it('signs in after the site moved to another host name', async () => {
    await enroll(keys.alice)
    setForTest({ SITE_URL: 'https://new.example' })

    expect((await withKey(keys.alice)).status).toBe(200)
  })
})

describe('the list of passkeys', () => {
  /** Signs in as alice with a new passkey, and returns the passkey's id. */
  async function signInWithPasskey() {
    const device = await enroll(keys.alice)
    const cookie = cookieOf(await use(device.signIn(await challenge())))
    return {
      passkey: device.id,
      form: (fields: Record<string, string>) => sendPasskeyForm(fields, cookie),
    }
  }

  it('lets a passkey be renamed', async () => {
    const { passkey, form } = await signInWithPasskey()

    const answer = await form({ intent: 'rename', passkey, name: ' Laptop ' })

    const names = (await listPasskeys('alice')).map(({ name }) => name)
    expect(redirectPathOf(answer)).toBe('/operator?done=passkey_renamed')
    expect(names).toEqual(['Laptop'])
  })

  it('allows removing the last passkey, after which the key signs in again', async () => {
    const { passkey, form } = await signInWithPasskey()

    const answer = await form({ intent: 'remove', passkey })

    expect(redirectPathOf(answer)).toBe('/operator?done=passkey_removed')
    expect(await listPasskeys('alice')).toEqual([])
    expect((await withKey(keys.alice)).status).toBe(200)
  })

  it('does not let an operator remove another operator’s passkey', async () => {
    const { form } = await signInWithPasskey()
    await enroll(keys.bob)
    const [other] = await listPasskeys('bob')

    const answer = await form({ intent: 'remove', passkey: other?.id ?? '' })

    expect(redirectPathOf(answer)).toBe('/operator?problem=passkey_gone')
    expect(await listPasskeys('bob')).toHaveLength(1)
  })

  it('says that it is empty', async () => {
    const words = await loadMessages('es')
    const html = renderIn(
      'es',
      words,
      createElement(Passkeys, { passkeys: [] }),
    )

    expect(html).toContain(words.Operator.passkeys.none)
  })
})

describe('without https', () => {
  it.each([
    ['http://site.example', 'insecure'],
    ['http://203.0.113.7', 'address'],
    ['https://[2001:db8::1]', 'address'],
  ] as const)(
    'at %s, the page says why passkeys are not available',
    async (SITE_URL, obstacle) => {
      setForTest({ SITE_URL })
      const words = await loadMessages('en')
      const html = renderIn(
        'en',
        words,
        createElement(Passkey, { use: 'signIn', next: '/operator' }),
      )

      expect(html).toContain(words.Operator.passkeys.obstacles[obstacle])
      const asked = ask(siteRequest('GET', '/api/operator/passkey'))
      expect((await asked).status).toBe(503)
    },
  )

  it.each(['http://localhost:3000', 'https://site.example'])(
    'passkeys are offered at %s',
    async (SITE_URL) => {
      setForTest({ SITE_URL })
      const asked = ask(siteRequest('GET', '/api/operator/passkey'))

      expect(await (await asked).json()).toMatchObject({
        rpId: new URL(SITE_URL).hostname,
        userVerification: 'required',
      })
    },
  )
})
