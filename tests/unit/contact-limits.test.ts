import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { POST } from '@/app/api/contact/route'
import { hourMs, hourSeconds, minuteMs } from '@/lib/durations'
import { createRateLimit } from '@/lib/http/rate-limit'
import { contactFields } from '@/lib/leads/contact-fields'
import { issueToken, tokenAge } from '@/lib/leads/form-token'
import {
  hashFields,
  type Receipt,
  type Saved,
  saveLead,
} from '@/lib/leads/lead-store'
import { countRepeats, spamScoreOf } from '@/lib/leads/spam-score'
import { submitLead } from '@/lib/leads/submit'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import spam from '../leads/spam.json'
import wanted from '../leads/wanted.json'
import { operatorKey } from '../support/api'
import { contactRequest, validContact } from '../support/contact'
import { holdLock, runSql, storedLeads } from '../support/database'
import { setForBlock, setForTest } from '../support/settings'

function clearLeads() {
  return runSql(
    'DELETE FROM Delivery; DELETE FROM Lead; DELETE FROM LeadEvent; DELETE FROM RateLimit',
  )
}

/** Sets limits for the tests of a block and clears earlier leads and counts. */
function limitTo(limits: Record<string, string>) {
  setForBlock(limits)
  beforeAll(clearLeads)
}

/** Posts a message with a unique text, address, and client. */
async function postMessage(
  changes: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const email = `${randomUUID()}@banque.example`
  const contact = {
    ...validContact,
    message: `${randomUUID()} ${validContact.message}`,
    email,
    ...changes,
  }
  const response = await POST(
    contactRequest(contact, { 'X-Forwarded-For': randomUUID(), ...headers }),
  )
  const lead = (await storedLeads()).find(
    (each) => each.email === contact.email,
  )
  const wait = Number(response.headers.get('retry-after'))
  return { status: response.status, body: await response.json(), wait, lead }
}

const from = (client: string, email?: string) =>
  postMessage(email ? { email } : {}, { 'X-Forwarded-For': client })

async function statuses(
  count: number,
  send: () => ReturnType<typeof postMessage>,
) {
  const found = []
  for (let index = 0; index < count; index++) found.push((await send()).status)
  return found
}

/** Matches the refusal of a message with a wait of more than `seconds`. */
const refusedFor = (seconds: number) => {
  const wait = expect.toSatisfy(
    (wait: number) => wait > seconds,
    `more than ${seconds} s`,
  )
  return {
    status: 429,
    body: { error: { code: 'rate_limited' } },
    wait,
    lead: undefined,
  }
}

describe('a rate limit', () => {
  limitTo({ LIMIT_CONTACT_GLOBAL: '2' })

  it('allows another request after one was given back', async () => {
    const limit = createRateLimit('LIMIT_CONTACT_GLOBAL', {
      windowSeconds: 60,
      counter: randomUUID(),
    })
    const waits = [
      await limit.take('all'),
      await limit.take('all'),
      await limit.take('all'),
    ]

    await limit.giveBack('all')

    expect(waits).toEqual([0, 0, expect.toSatisfy((wait) => wait > 0)])
    expect(await limit.take('all')).toBe(0)
  })
})

describe('a flood of messages', () => {
  limitTo({ LIMIT_CONTACT_GLOBAL: '5' })

  it('does not use up the limit of real visitors if it is spam', async () => {
    const junk = { honeypot: 'https://spam.example' }
    const spam = []
    for (let count = 0; count < 6; count++) spam.push(await postMessage(junk))

    const real = await postMessage()

    for (const message of spam)
      expect(message).toMatchObject({
        status: 201,
        lead: { quarantine: 'honeypot', spamScore: 100 },
      })
    expect(real).toMatchObject({
      status: 201,
      lead: { quarantine: null, spamScore: 0 },
    })
  })

  it('is quarantined and logged rather than refused', async () => {
    const alerts = vi.spyOn(log, 'error')
    const sent = []
    for (let visitor = 1; visitor < 8; visitor++) sent.push(await postMessage())

    const { lead } = await postMessage({}, { 'Form-Token': issueToken() })

    expect(sent.map(({ status }) => status)).toEqual(Array(7).fill(201))
    expect(sent.map((message) => message.lead?.quarantine)).toEqual([
      ...Array(4).fill(null),
      ...Array(3).fill('flood'),
    ])
    expect(sent.at(-1)?.lead).toMatchObject({ spamScore: 0 })
    expect(lead).toMatchObject({ quarantine: 'flood,hasty', spamScore: 50 })
    expect(alerts.mock.calls.map(([details]) => details)).toEqual(
      Array(4).fill({ limit: 5 }),
    )
  })
})

describe('an IPv6 /48', () => {
  limitTo({ LIMIT_CONTACT_PER_CLIENT: '2', LIMIT_CONTACT_GLOBAL: '7' })

  it('counts as three clients and leaves the form open to others', async () => {
    const attack = []
    for (let network = 1; network <= 20; network++)
      attack.push((await from(`2001:db8:bad:${network}::1`)).status)
    const visitor = await from('2001:db8:600d:1::1')

    expect(attack).toEqual([...Array(6).fill(201), ...Array(14).fill(429)])
    expect(visitor).toMatchObject({ status: 201, lead: { quarantine: null } })
  })
})

describe('the limits of clients and senders', () => {
  limitTo({
    LIMIT_CONTACT_PER_CLIENT: '5',
    LIMIT_CONTACT_PER_EMAIL: '3',
    LIMIT_CONTACT_GLOBAL: '19',
  })

  it('do not count messages that could not be stored', async () => {
    setForTest({ LIMIT_CONTACT_PER_CLIENT: '1' })
    const release = await holdLock()
    const unavailable = {
      status: 503,
      body: { error: { code: 'unavailable' } },
      wait: 5,
      lead: undefined,
    }

    const blocked = await from('192.0.2.77').finally(release)
    const next = await from('192.0.2.77')

    expect(blocked).toEqual(unavailable)
    expect(next.status).toBe(201)
  })

  it('name the longest wait in a refusal, so that no retry is too early', async () => {
    const email = 'two@banque.example'
    const ofSender = await statuses(4, () => from('192.0.2.50', email))
    const ofClient = await statuses(3, () => from('192.0.2.50'))

    const { wait } = await from('192.0.2.50', email)

    expect(ofSender).toEqual([201, 201, 201, 429])
    expect(ofClient).toEqual([201, 201, 429])
    expect(wait).toBeGreaterThan(3000)
  })

  it('refuse a client’s sixth message, with the time to wait', async () => {
    const accepted = await statuses(5, () => from('192.0.2.1'))

    const sixth = await from('192.0.2.1')

    expect(accepted).toEqual([201, 201, 201, 201, 201])
    expect(sixth).toEqual(refusedFor(500))
  })

  it('count messages per address, and per /64 network', async () => {
    const messages: [
      client: string,
      email: string | undefined,
      status: number,
      why: string,
    ][] = [
      ['2001:db8:1:2::a', 'one@banque.example', 201, 'the first'],
      ['2001:db8:1:2::a', 'one@banque.example', 201, 'the second'],
      [
        '2001:db8:1:2::b',
        'ONE@banque.example',
        201,
        'the third of its address',
      ],
      [
        '2001:db8:1:2::c',
        'one+anna@banque.example',
        201,
        'a colleague with a tag',
      ],
      ['192.0.2.9', 'One@banque.example', 429, 'the same address'],
      ['2001:db8:1:2::d', undefined, 201, 'the fifth of its network'],
      ['2001:db8:1:2::e', undefined, 429, 'one /64 network is one client'],
    ]

    for (const [client, email, status, why] of messages)
      expect((await from(client, email)).status, why).toBe(status)
  })

  it('put messages beyond the global limit in quarantine', async () => {
    setForTest({ LIMIT_CONTACT_GLOBAL: '3' })
    await clearLeads()

    const accepted = await statuses(5, () => postMessage())

    const flooding = (await storedLeads()).filter(
      ({ quarantine }) => quarantine === 'flood',
    )
    expect(accepted).toEqual([201, 201, 201, 201, 201])
    expect(flooding).toHaveLength(2)
  })
})

describe('the daily limit', () => {
  limitTo({ LIMIT_CONTACT_PER_CLIENT: '5' })

  it('allows twenty messages per client, however spread out', async () => {
    const start = Date.now()
    const postAt = (minutes: number, client: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * minuteMs })
      return from(client)
    }
    const accepted: number[] = []
    for (let message = 0; message < 20; message++) {
      const minutes = Math.floor(message / 5) * 11
      accepted.push((await postAt(minutes, '192.0.2.1')).status)
    }

    const next = await postAt(55, '192.0.2.1')
    const ofOther = await postAt(55, '192.0.2.2')
    const nextDay = await postAt(24 * 60 + 1, '192.0.2.1')

    expect(accepted).toEqual(Array(20).fill(201))
    expect(next).toEqual(refusedFor(22 * hourSeconds))
    expect(ofOther.status).toBe(201)
    expect(nextDay.status).toBe(201)
  })
})

describe('an operator’s server', () => {
  limitTo({
    LIMIT_CONTACT_PER_CLIENT: '1',
    LIMIT_CONTACT_PER_EMAIL: '1',
    LIMIT_CONTACT_GLOBAL: '1',
    LIMIT_CONTACT_PER_OPERATOR: '4',
  })
  beforeEach(clearLeads)

  const client = { 'X-Forwarded-For': '192.0.2.7' }
  const spam = { ...validContact, honeypot: 'x' }
  const sendSpam = (headers: object = {}, key = operatorKey) =>
    postMessage(spam, { Authorization: `Bearer ${key}`, ...client, ...headers })

  it('has a separate limit, which a repeated message does not use', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await sendSpam(key)
    const others = await statuses(3, () => sendSpam())

    const refused = await sendSpam()
    const repeated = await sendSpam(key)

    expect(first.status).toBe(201)
    expect(others).toEqual([201, 201, 201])
    expect(refused.wait).toBeGreaterThan(3000)
    expect(repeated.status).toBe(201)
  })

  it('does not use up the limits of other operators or of visitors', async () => {
    await statuses(5, () => sendSpam())

    const other = await sendSpam({}, 'bob-key-0123456789-0123456789-abcdef')
    expect(other.status).toBe(201)
    expect((await postMessage({}, client)).status).toBe(201)
  })

  it('sends leads that are not scored as spam', async () => {
    await sendSpam()

    expect(await storedLeads()).toMatchObject([
      { quarantine: null, spamScore: 0 },
    ])
  })

  it('is logged with the name of the operator', async () => {
    const info = vi.spyOn(log, 'info')

    await sendSpam({}, 'bob-key-0123456789-0123456789-abcdef')

    expect(info).toHaveBeenCalledExactlyOnceWith(
      { operator: 'bob', id: expect.any(String) },
      expect.stringContaining('operator'),
    )
  })

  it('is not recognized by a proxy’s Basic credentials', async () => {
    const info = vi.spyOn(log, 'info')
    const password = Buffer.from('staging:password').toString('base64')
    const Authorization = `Basic ${password}`

    const first = await postMessage({}, { Authorization, ...client })
    const second = await postMessage({}, client)

    expect(first.status).toBe(201)
    expect(second.status).toBe(429)
    expect(info).not.toHaveBeenCalled()
  })
})

describe('a repeated message', () => {
  limitTo({
    LIMIT_CONTACT_PER_CLIENT: '2',
    LIMIT_CONTACT_PER_EMAIL: '2',
    LIMIT_CONTACT_GLOBAL: '2',
  })

  beforeEach(clearLeads)

  const sendWithKey = async (
    key: string,
    message: string = validContact.message,
  ) => {
    const headers = { 'Idempotency-Key': key, 'X-Forwarded-For': '192.0.2.9' }
    const { status, body } = await postMessage(
      { ...validContact, message },
      headers,
    )
    return `${status} ${JSON.stringify(body)}`
  }

  const quarantines = async () =>
    (await storedLeads()).map(({ quarantine }) => quarantine)

  it('gets the first receipt, even once the limits are reached', async () => {
    const key = randomUUID()
    const first = await sendWithKey(key)
    await sendWithKey(randomUUID())
    const refused = await sendWithKey(randomUUID())

    const again = await sendWithKey(key)

    expect(first).toMatch(/^201 /)
    expect(refused).toMatch(/^429 /)
    expect(again).toBe(first)
  })

  it('gets the first receipt, however often it is sent', async () => {
    const key = randomUUID()
    const receipts = []

    for (let times = 0; times < 6; times++)
      receipts.push(await sendWithKey(key))

    expect(new Set(receipts).size).toBe(1)
    expect(receipts[0]).toMatch(/^201 /)
  })

  it('is stored once, even if a hundred arrive at once', async () => {
    const key = randomUUID()

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => sendWithKey(key)),
    )

    expect([...new Set(answers)]).toEqual([expect.stringMatching(/^201 /)])
    expect(await quarantines()).toEqual([null])
  })

  it('counts against no limit', async () => {
    const key = randomUUID()
    for (let again = 0; again < 6; again++) await sendWithKey(key)

    expect(await sendWithKey(randomUUID())).toMatch(/^201 /)
    expect(await quarantines()).toEqual([null, null])
  })

  it('is refused if its key was used for another text', async () => {
    const key = randomUUID()
    await sendWithKey(key)
    await sendWithKey(randomUUID())

    expect(await sendWithKey(key, 'Autre chose.')).toBe(
      '422 {"error":{"code":"idempotency_key_reused"}}',
    )
  })
})

type FirstMessage = {
  email: string
  message: string
  honeypot?: string
  /** Milliseconds since the form token was issued; null without JavaScript. */
  after?: number | null
  token?: string
  /** The number of other mailboxes that sent the text. */
  copies?: number
  /**
   * Whether the message is known to pass, because only its meaning reveals the
   * spam.
   */
  missed?: boolean
}

function scoreOf({
  email,
  message,
  honeypot = '',
  after = 60_000,
  token,
  copies = 0,
}: FirstMessage) {
  const given =
    token ?? (after === null ? null : issueToken(Date.now() - after))
  return spamScoreOf({ email, message, honeypot }, given, copies).score
}

describe.each(Object.entries<Record<string, FirstMessage>>(wanted))(
  'a first message in %s',
  (_, messages) => {
    it.each(Object.entries(messages))(
      'is not quarantined if legitimate: %s',
      (_, message) => {
        expect(scoreOf(message)).toBeLessThan(100)
      },
    )
  },
)

describe('spam', () => {
  const messages = Object.entries<FirstMessage>(spam)

  it.each(messages.filter(([, { missed }]) => !missed))(
    'is quarantined: %s',
    (_, message) => {
      expect(scoreOf(message)).toBeGreaterThanOrEqual(100)
    },
  )

  it('is quarantined in at least 80% of the samples', () => {
    const found = messages.filter(([, message]) => scoreOf(message) >= 100)
    expect(found.length).toBeGreaterThanOrEqual(messages.length * 0.8)
  })
})

const linked = (links: string) => ({ ...validContact, message: `See ${links}` })
const three = 'http://a.example http://b.example https://c.example'
const by = (email: string) => ({ ...validContact, email })

describe('the spam score', () => {
  const slow = 60_000
  const cases: {
    who: string
    message?: object
    sent?: number | string | null
    others?: number
    score?: number
    signs?: string
  }[] = [
    { who: 'a person without JavaScript', sent: null },
    {
      who: 'a person whose browser filled the form in',
      sent: 3999,
      score: 50,
      signs: 'hasty',
    },
    { who: 'a form sent after 4 seconds', sent: 4000 },
    {
      who: 'a person who sends a restored draft at once',
      sent: 0,
      score: 50,
      signs: 'hasty',
    },
    {
      who: 'a person on a server whose clock was set back',
      sent: -hourMs,
    },
    {
      who: 'a person with a disposable address',
      message: by('x@MAILINATOR.COM'),
      score: 40,
      signs: 'disposable_email',
    },
    {
      who: 'a name that is a disposable service',
      message: by('mailinator.com@bank.example'),
    },
    {
      who: 'a text that one other mailbox sent',
      sent: null,
      others: 1,
    },
    {
      who: 'a text that two other mailboxes sent',
      sent: null,
      others: 2,
      score: 40,
      signs: 'repeated_text',
    },
    {
      who: 'a person in haste whose colleagues sent the text, too',
      sent: 5,
      others: 100,
      score: 90,
      signs: 'hasty,repeated_text',
    },
    {
      who: 'links to two sites',
      message: linked(
        'http://a.example HTTPS://b.example http://www.a.example/x',
      ),
      sent: null,
    },
    {
      who: 'links to three sites',
      message: linked(three),
      score: 50,
      signs: 'many_links',
    },
    {
      who: 'links through trackers',
      message: linked('https://t.example/?u=http://a.example http://b.example'),
    },
    {
      who: 'a price after a less-than sign',
      message: linked('a spread <a quarter of a percent'),
    },
    {
      who: 'BBCode',
      message: linked('[URL=//a.example]this[/URL]'),
      sent: null,
      score: 50,
      signs: 'markup',
    },
    {
      who: 'a machine that fills every field',
      message: { ...validContact, honeypot: 'x' },
      score: 100,
      signs: 'honeypot',
    },
    {
      who: 'many links with a forged token',
      message: linked(three),
      sent: '123.abc',
      score: 100,
      signs: 'forged_token,many_links',
    },
    {
      who: 'many links and markup',
      message: linked(`${three} <a href="d">`),
      sent: null,
      score: 100,
      signs: 'many_links,markup',
    },
    {
      who: 'a disposable subdomain',
      message: by('x@sub.mailinator.com'),
      sent: 5,
      others: 2,
      score: 130,
      signs: 'hasty,repeated_text,disposable_email',
    },
  ]
  for (const each of cases) {
    it(`is ${each.score ?? 0} for ${each.who}`, () => {
      const { message = validContact, sent = slow, others = 0 } = each
      const { score = 0, signs = '' } = each
      vi.useFakeTimers({ toFake: ['Date'] })
      const token =
        typeof sent === 'number' ? issueToken(Date.now() - sent) : sent

      const found = spamScoreOf(message as typeof validContact, token, others)

      expect(found).toEqual({
        score,
        reasons: signs.split(',').filter(Boolean),
      })
    })
  }

  it('does not accept forged or altered tokens', () => {
    const token = issueToken(1000)
    const [, signature = ''] = token.split('.')
    expect(tokenAge(token, 5000)).toBe(4000)
    expect(tokenAge(token, 0)).toBe(-1000)

    const others = [
      `2000.${signature}`,
      `1000.${signature.slice(1)}`,
      `1000.${signature.slice(1)}é`,
      '1000',
      '',
    ]
    expect(
      others.filter((other) => tokenAge(other, 5000) !== undefined),
    ).toEqual([])
  })

  it.each([
    [
      'however it is spaced and numbered',
      'We build websites for banks such as yours, from 100 dollars.',
      [0, 0, 1, 2],
    ],
    ['unless many people write it by chance', 'Please call me.', [0, 0, 0, 0]],
  ])(
    'counts the other mailboxes that sent the same text, %s',
    async (_, text, expected) => {
      const texts = [
        text,
        text,
        text.replace('100', '250').replaceAll(' ', '\n '),
        text.toUpperCase(),
      ]
      const counted = []
      for (const [index, mailbox] of ['a', 'a', 'b', 'c'].entries())
        counted.push(
          await countRepeats(texts[index] ?? '', `${mailbox}@x.example`),
        )

      expect(counted).toEqual(expected)
    },
  )
})

it('a mailbox that repeats its text does not hide the other mailboxes that sent it', async () => {
  const text = 'We sell lists of the addresses of all gold buyers.'
  const counted = []

  for (const mailbox of ['a', 'b', 'c', 'c', 'a'])
    counted.push(await countRepeats(text, `${mailbox}@y.example`))

  expect(counted).toEqual([0, 1, 2, 2, 2])
})

it('the hash of a message stays the same in every version', () => {
  // SHA-256 of ["Amélie Dubois", e-mail address, company, telephone number,
  // message, "fr"] as JSON.
  expect(hashFields(validContact)).toBe(
    '1e30ba3eb8e0072a2310e7f4f930f55ed7555b558a4bb84330f5e22fb3e82770',
  )
})

it('a message sent twice with the same key is stored once', async () => {
  const key = randomUUID()
  const first = (await saveLead(validContact, key)) as Receipt

  expect(await saveLead(validContact, key)).toEqual({ ...first, isNew: false })
})

it('a message that another process stores at the same time is counted once', async () => {
  const idempotencyKey = randomUUID()
  const sender = { client: '192.0.2.91', token: null, operator: 'alice' }
  const counted = vi.spyOn(metrics.leadsReceived, 'inc')
  const release = await holdLock()
  const other = saveLead(validContact, idempotencyKey)
  const resent = submitLead(validContact, { ...sender, idempotencyKey })
  // Lets the resent message look for the first one, which is not stored yet.
  await pause(200)
  await release()

  const [stored, received] = (await Promise.all([other, resent])) as Saved[]
  expect(received?.id).toBe(stored?.id)
  // Either may be first, and only the process that stores a message counts it.
  expect(counted).toHaveBeenCalledTimes(received?.isNew ? 1 : 0)
})

it('a key cannot be used again with another value of any field', async () => {
  const key = randomUUID()
  await saveLead(validContact, key)

  for (const field of [...contactFields, 'language'] as const) {
    const other = {
      ...validContact,
      [field]: field === 'language' ? 'es' : 'Other',
    }
    expect(await saveLead(other, key), field).toBe('key_reused')
  }
})
