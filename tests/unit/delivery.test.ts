import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@/lib/durations'
import { countWaiting } from '@/lib/leads/count-store'
import { startDelivery } from '@/lib/leads/delivery/lead-queues'
import { releaseLeads, retryLeads } from '@/lib/leads/delivery/requeue-store'
import { sendTest } from '@/lib/leads/delivery/test-message'
import { saveLead } from '@/lib/leads/lead-store'
import { listLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { log } from '@/lib/log'
import { nextAttempt } from '@/lib/outbox/back-off'
import { createWorker, startOutbox, wakeOutbox } from '@/lib/outbox/worker'
import { catalog } from '../support/catalog'
import { validContact } from '../support/contact'
import {
  deliveriesOf,
  runSql,
  selectColumn,
  storedTime,
  withoutTable,
} from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers, storeLead, suspected } from '../support/delivery'
import { setForTest } from '../support/settings'
import { decodeMail, onlyMail, readMail, startMailSink } from '../support/sinks'

const mailSink = await startMailSink()
const webhookSecret = randomBytes(32).toString('base64')
const { webhookSink } = await startReceivers(mailSink, {
  LEADS_ACKNOWLEDGE: 'true',
  LEADS_DIGEST: 'false',
  LEADS_WEBHOOK_SECRET: `whsec_${webhookSecret}`,
})

/** Stores a lead that is delivered to the webhook only. */
async function saveForWebhook() {
  const { id } = await storeLead()
  await runSql("DELETE FROM Delivery WHERE channel <> 'webhook'")
  return id
}

/** Stores a lead whose last attempt has just failed after 7 days. */
async function storeAbandonedLead() {
  mailSink.mood = 'refuse'
  const lead = await storeLead()
  await runSql(
    'UPDATE Delivery SET attempts = 49, queuedAt = ?',
    storedTime(Date.now() - 7 * dayMs - 1000),
  )
  await deliverDue()
  return lead
}

function mailsTo(address: RegExp) {
  return mailSink.mails.filter((mail) =>
    address.test(readMail(mail).headers.get('to') ?? ''),
  )
}

const salesMails = () => mailsTo(/^sales@/)
const onlySalesMail = () => onlyMail({ mails: salesMails() })
const events = () => webhookSink.deliveries.map(({ body }) => JSON.parse(body))
const eventIds = () =>
  webhookSink.deliveries.map(({ headers }) => headers['webhook-id'])
const acknowledgments = () => mailsTo(/^(?!sales@)/)
const acknowledged = () =>
  acknowledgments().map((mail) => readMail(mail).headers.get('to'))

function setMoods(mood: 'take' | 'refuse' | 'hang-up') {
  mailSink.mood = mood
  webhookSink.mood = mood
}

/** Lets three workers deliver at the same time until nothing is due. */
async function deliverByThreeWorkers() {
  let attempts: number[]
  do {
    attempts = await Promise.all([deliverDue(), deliverDue(), deliverDue()])
  } while (attempts.some((count) => count > 0))
}

describe('a lead', () => {
  it('reaches sales by mail', async () => {
    const lead = await storeLead()

    await deliverDue()

    const { headers } = readMail(onlySalesMail())
    expect(headers.get('message-id')).toBe(`<lead-${lead.id}@localhost>`)
    expect(headers.get('reply-to')).toContain(lead.email)
    expect((await deliveriesOf(lead.id)).mail).toMatchObject({
      dueAt: null,
      attempts: 1,
      lastError: null,
      deliveredAt: expect.any(String),
    })
  })

  it('is posted as a signed webhook event', async () => {
    const lead = await storeLead()

    await deliverDue()

    const [event] = webhookSink.deliveries
    const content = `${lead.id}.${event?.headers['webhook-timestamp']}.${event?.body}`
    const key = Buffer.from(webhookSecret, 'base64')
    const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
    expect(event?.headers).toMatchObject({
      'webhook-id': lead.id,
      'webhook-signature': signature,
    })

    const { honeypot: _, ...fields } = validContact
    const data = { ...fields, email: lead.email, id: lead.id, reminder: null }
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      type: 'lead.received',
      version: 1,
      data,
    })
  })

  it('is not stored if its deliveries cannot be', async () => {
    await expect(withoutTable('Delivery', storeLead)).rejects.toThrow()

    expect(await selectColumn('SELECT id FROM Lead')).toEqual([])
  })

  it('is stored with a delivery for every channel', async () => {
    const { id } = await storeLead()

    const channels = Object.keys(await deliveriesOf(id))
    expect(channels.toSorted()).toEqual(['ack', 'mail', 'webhook'])
  })

  it('reaches every channel even if the site no longer has its language', async () => {
    const lead = await storeLead()
    await runSql("UPDATE Lead SET language = 'pt'")

    await deliverDue()

    expect(events()).toMatchObject([{ data: { language: 'pt' } }])
    expect(decodeMail(onlySalesMail())).toContain('Portuguese (pt)')
    const delivered = expect.objectContaining({ dueAt: null, lastError: null })
    expect(await deliveriesOf(lead.id)).toEqual({
      mail: delivered,
      webhook: delivered,
      ack: delivered,
    })
  })

  it.each(['refuse', 'hang-up'] as const)(
    'waits if the receivers %s',
    async (mood) => {
      setMoods(mood)
      const { id } = await storeLead()

      await deliverDue()
      const attempts = await deliverDue()

      const waiting = {
        deliveredAt: null,
        attempts: 1,
        lastError: expect.any(String),
      }
      expect(attempts).toBe(0)
      expect(await deliveriesOf(id)).toMatchObject({
        mail: waiting,
        webhook: waiting,
      })
    },
  )

  it.each(['refuse', 'hang-up'] as const)(
    'is delivered an hour after the receivers %s',
    async (mood) => {
      setMoods(mood)
      const { id } = await storeLead()
      await deliverDue()
      setMoods('take')

      await deliverDue(new Date(Date.now() + hourMs))

      expect(salesMails()).toHaveLength(1)
      expect(eventIds()).toEqual([id])
      expect(await deliveriesOf(id)).toMatchObject({
        mail: { lastError: null },
        webhook: { lastError: null },
      })
    },
  )

  it('has each attempt logged', async () => {
    const [warned, informed] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
    setMoods('refuse')
    const { id } = await storeLead()
    await deliverDue()
    setMoods('take')

    await deliverDue(new Date(Date.now() + hourMs))

    expect(warned).toHaveBeenCalledWith(
      expect.objectContaining({ id, attempt: 1 }),
      'not delivered yet',
    )
    expect(informed).toHaveBeenCalledWith(
      { queue: 'webhook', id, attempt: 2 },
      'delivered',
    )
  })

  it('is given up after 7 days', async () => {
    const failed = vi.spyOn(log, 'error')

    const { id } = await storeAbandonedLead()

    expect((await deliveriesOf(id)).mail).toMatchObject({
      dueAt: null,
      deliveredAt: null,
      lastError: 'SMTP 451 DATA',
    })
    expect(await countWaiting()).toMatchObject({ abandoned: 1, undelivered: 0 })
    expect(failed).toHaveBeenCalledWith(
      expect.objectContaining({ id, attempt: 50, dueAt: null }),
      'delivery abandoned',
    )
  })

  it('gets 7 more days when an operator retries it', async () => {
    const { id } = await storeAbandonedLead()

    const retried = await retryLeads([id], 'alice')
    await deliverDue()

    expect(retried).toEqual([id])
    expect((await deliveriesOf(id)).mail).toMatchObject({
      dueAt: expect.any(String),
      abandonedAt: null,
    })
  })

  it('is delivered once an operator retries it', async () => {
    const { id } = await storeAbandonedLead()
    mailSink.mood = 'take'

    await retryLeads([id], 'alice')
    await deliverDue()

    expect(salesMails()).toHaveLength(1)
    expect(await countWaiting()).toMatchObject({ abandoned: 0, undelivered: 0 })
  })

  it('cannot be retried once it is delivered', async () => {
    const { id } = await storeLead()
    await deliverDue()

    expect(await retryLeads([id], 'alice')).toEqual([])
  })

  it('cannot be retried if it does not exist', async () => {
    expect(await retryLeads([randomUUID()], 'alice')).toEqual([])
  })

  it('is sent only once by several workers', async () => {
    const leads = await Promise.all(
      Array.from({ length: 12 }, () => storeLead()),
    )

    await deliverByThreeWorkers()

    expect(salesMails()).toHaveLength(leads.length)
    expect(webhookSink.deliveries).toHaveLength(leads.length)
  })

  it('causes no warning from Node if several workers send it', async () => {
    const warnings: string[] = []
    const listen = ({ name }: Error) => warnings.push(name)
    process.on('warning', listen)
    onTestFinished(() => void process.off('warning', listen))
    await Promise.all(Array.from({ length: 12 }, () => storeLead()))

    await deliverByThreeWorkers()
    await new Promise((resolve) => setImmediate(resolve))

    expect(warnings).not.toContain('MaxListenersExceededWarning')
  })

  it('is listed but not sent while it is in quarantine', async () => {
    const { id } = await storeLead({}, suspected)

    await deliverDue()

    const query = leadQuerySchema.parse({ state: 'quarantined' })
    expect(await listLeads(query)).toMatchObject([{ id }])
    expect(mailSink.mails).toEqual([])
  })

  it('is sent once an operator releases it from quarantine', async () => {
    const { id } = await storeLead({}, suspected)

    const released = await releaseLeads([id], 'alice')
    await deliverDue()

    expect(released).toEqual([id])
    expect(salesMails()).toHaveLength(1)
    // Not acknowledged, because the sender may not own the address.
    expect(acknowledged()).toEqual([])
  })

  it('is not released a second time', async () => {
    const { id } = await storeLead({}, suspected)
    await releaseLeads([id], 'alice')

    expect(await releaseLeads([id], 'alice')).toEqual([])
  })
})

describe('an acknowledgment', () => {
  it('has contact details in the visitor’s language and no quotation', async () => {
    await storeLead({
      email: 'amelie@banque.example',
      message: 'Buy cheap gold at https://spam.example',
    })

    await deliverDue()

    const mail = onlyMail({ mails: acknowledgments() })
    const text = decodeMail(mail)
    const [, sentence = ''] =
      catalog('fr').AcknowledgmentMail.body.split('\n\n')
    expect(text).toContain(sentence.slice(0, sentence.indexOf('{reference}')))
    expect(text).toContain('+1 514 555 0142')
    expect(text).toContain('https://meet.halcrest.example/')
    expect(text).not.toContain('spam.example')
  })

  it('is marked as automatic, and is replied to at the office', async () => {
    await storeLead()

    await deliverDue()

    const { headers } = readMail(onlyMail({ mails: acknowledgments() }))
    expect(Object.fromEntries(headers)).toMatchObject({
      'auto-submitted': 'auto-replied',
      'reply-to': 'info@halcrest.example',
    })
  })

  it('is sent once per mailbox and day, however the address is spelled', async () => {
    const emails = [
      'amelie.dubois@banque.example',
      'ameliedubois@banque.example',
      'bob@gmail.com',
    ]
    for (const email of [
      ...emails,
      'Ameliedubois+gold@Banque.example',
      'b.o.b+1@googlemail.com',
    ])
      await storeLead({ email })
    await Promise.all(
      [1, 2, 3].map((tag) => storeLead({ email: `eve+${tag}@banque.example` })),
    )
    await deliverDue()

    expect(acknowledged().toSorted().slice(0, 3)).toEqual(emails.toSorted())
    expect(acknowledged()).toHaveLength(4)
  })

  it('is still sent after a repeated request, which stores no lead', async () => {
    const contact = { ...validContact, email: 'again@banque.example' }
    const key = randomUUID()
    setForTest({ LEADS_ACKNOWLEDGE: 'false' })
    await saveLead(contact, key)
    setForTest({ LEADS_ACKNOWLEDGE: 'true' })

    await saveLead(contact, key)
    await saveLead(contact, randomUUID())

    await deliverDue()
    expect(acknowledged()).toEqual(['again@banque.example'])
  })
})

describe('a delivery in progress', () => {
  /** Stores a lead and leaves its webhook delivery waiting for the answer. */
  async function begin(maxMs?: number) {
    const id = await saveForWebhook()
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    webhookSink.answers = promise
    const delivery = deliverDue(new Date(), maxMs)
    await expect.poll(() => webhookSink.requests).toBe(1)
    const { dueAt } = (await deliveriesOf(id)).webhook ?? {}
    return { id, answer, delivery, leasedUntil: Date.parse(String(dueAt)) }
  }

  it('is not taken by another worker during its lease of 150 seconds', async () => {
    const { answer, delivery, leasedUntil } = await begin()

    const attempts = await deliverDue(new Date(leasedUntil - 1))

    expect(attempts).toBe(0)
    expect(leasedUntil - Date.now()).toBeGreaterThan(140_000)
    answer()
    await delivery
  })

  it('is taken by another worker after its lease', async () => {
    const { id, answer, delivery, leasedUntil } = await begin()

    const again = deliverDue(new Date(leasedUntil))
    await expect.poll(() => webhookSink.requests).toBe(2)
    answer()

    expect(await Promise.all([delivery, again])).toEqual([1, 1])
    expect(eventIds()).toEqual([id, id])
    expect((await deliveriesOf(id)).webhook).toMatchObject({
      dueAt: null,
      attempts: 2,
      deliveredAt: expect.any(String),
    })
  })

  it('fails after its time limit', async () => {
    const { id, answer, delivery } = await begin(1_000)

    await delivery
    answer()

    const failed = { attempts: 1, lastError: 'TimeoutError', deliveredAt: null }
    expect((await deliveriesOf(id)).webhook).toMatchObject(failed)
  })
})

describe('after a clock ran ahead', () => {
  const january = 60 * dayMs

  /** Stores a lead whose webhook delivery has these times and attempts. */
  async function saveDelivery(values: {
    queuedMs?: number
    dueMs: number
    attempts?: number
  }) {
    const { queuedMs = 0, dueMs, attempts = 0 } = values
    const id = await saveForWebhook()
    const times = [queuedMs, dueMs].map((ms) => storedTime(Date.now() + ms))
    await runSql(
      'UPDATE Delivery SET queuedAt = ?, dueAt = ?, attempts = ?',
      ...times,
      attempts,
    )
    return id
  }

  it.each([
    ['stored by that clock', { queuedMs: january, dueMs: january }],
    [
      'stored in the hour that a time change repeats',
      { queuedMs: hourMs, dueMs: hourMs },
    ],
    ['whose attempt was in progress', { dueMs: january, attempts: 1 }],
    [
      'that failed by that clock',
      { queuedMs: dayMs, dueMs: dayMs + hourMs, attempts: 3 },
    ],
  ])('a delivery %s is due at once', async (_, values) => {
    const id = await saveDelivery(values)

    const attempts = [await deliverDue(), await deliverDue()]

    expect(attempts).toEqual([1, 0])
    expect(eventIds()).toEqual([id])
  })

  it.each([
    ['waits for the rest of a conversation', { dueMs: 23 * hourMs }],
    [
      'comes from a machine whose clock is a little ahead',
      { queuedMs: 30_000, dueMs: 30_000 },
    ],
    ['failed a moment ago', { dueMs: hourMs, attempts: 30 }],
  ])('a delivery that %s keeps its due time', async (_, values) => {
    await saveDelivery(values)

    expect(await deliverDue()).toBe(0)
  })

  it('a delivery restarts its 7 days at its first attempt', async () => {
    webhookSink.mood = 'refuse'
    const id = await saveDelivery({ queuedMs: january, dueMs: january })

    await deliverDue()

    const { queuedAt, dueAt, abandonedAt } =
      (await deliveriesOf(id)).webhook ?? {}
    expect(Math.abs(Date.parse(String(queuedAt)) - Date.now())).toBeLessThan(
      hourMs,
    )
    expect(Date.parse(String(dueAt)) - Date.now()).toBeLessThan(minuteMs)
    expect(abandonedAt).toBeNull()
  })
})

it('a lead is still retried after the clock jumps ahead', async () => {
  webhookSink.mood = 'refuse'
  const id = await saveForWebhook()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * dayMs })
  await deliverDue()
  const { webhook } = await deliveriesOf(id)
  vi.useRealTimers()

  const attempts = await deliverDue()

  expect(webhook).toMatchObject({
    abandonedAt: null,
    dueAt: expect.any(String),
  })
  expect(attempts).toBe(1)
})

/** Attempts a delivery while its table is missing. */
async function deliverWithoutTable() {
  await saveForWebhook()
  return withoutTable('Delivery', () => deliverDue())
}

it('a database error during a delivery is logged', async () => {
  const error = vi.spyOn(log, 'error')

  const attempts = await deliverWithoutTable()

  expect(attempts).toBe(0)
  expect(error).toHaveBeenCalledWith(
    expect.anything(),
    'delivery failed: database unavailable',
  )
})

it('a lead is delivered once the database is back', async () => {
  await deliverWithoutTable()

  expect(await deliverDue()).toBe(1)
})

it('the mail server’s address may be an IPv6 address', async () => {
  setForTest({ SMTP_URL: `smtp://[::ffff:127.0.0.1]:${mailSink.port}` })
  await storeLead()

  await deliverDue()

  expect(salesMails()).toHaveLength(1)
})

describe('a channel that is not configured', () => {
  it('gets no new deliveries', async () => {
    setForTest({ LEADS_WEBHOOK_URL: '', LEADS_ACKNOWLEDGE: 'false' })

    const { id } = await storeLead()

    expect(Object.keys(await deliveriesOf(id))).toEqual(['mail'])
  })

  it('keeps its waiting deliveries', async () => {
    const { id } = await storeLead()
    setForTest({ LEADS_WEBHOOK_URL: '', LEADS_ACKNOWLEDGE: 'false' })

    const attempts = await deliverDue()

    expect(attempts).toBe(1)
    expect(webhookSink.deliveries).toEqual([])
    expect((await deliveriesOf(id)).webhook).toMatchObject({
      dueAt: expect.any(String),
      attempts: 0,
    })
  })

  it('cannot be retried', async () => {
    const { id } = await storeLead()
    setForTest({ LEADS_WEBHOOK_URL: '', LEADS_ACKNOWLEDGE: 'false' })
    await deliverDue()

    expect(await retryLeads([id], 'alice')).toEqual([])
  })

  it('causes no warning at startup if another is configured', async () => {
    const warn = vi.spyOn(log, 'warn')
    setForTest({ LEADS_WEBHOOK_URL: '' })

    startDelivery()

    expect(warn).not.toHaveBeenCalled()
  })

  it('causes a warning at startup if no other is configured', async () => {
    const warn = vi.spyOn(log, 'warn')
    setForTest({ LEADS_WEBHOOK_URL: '', SMTP_URL: '' })

    startDelivery()

    expect(warn).toHaveBeenCalledOnce()
  })
})

it('a test message is sent on each channel', async () => {
  const sent = await sendTest()

  expect(sent).toEqual([{ channel: 'mail' }, { channel: 'webhook' }])
  expect(readMail(onlySalesMail()).headers.get('subject')).toBe(
    'Halcrest: test of lead delivery',
  )
  expect(events()).toMatchObject([{ type: 'test', data: {} }])
})

it('a failed test of a channel returns its error', async () => {
  webhookSink.mood = 'refuse'

  const sent = await sendTest()

  expect(sent).toEqual([
    { channel: 'mail' },
    { channel: 'webhook', error: 'HTTP 503' },
  ])
})

describe('DELIVERIES=off', () => {
  beforeEach(() => setForTest({ DELIVERIES: 'off' }))

  it('holds back due deliveries', async () => {
    const { id } = await storeLead()

    const attempts = await deliverDue()

    expect(attempts).toBe(0)
    expect(mailSink.mails).toEqual([])
    expect((await deliveriesOf(id)).mail).toMatchObject({
      attempts: 0,
      dueAt: expect.any(String),
    })
  })

  it('lets held deliveries through once DELIVERIES is on again', async () => {
    await storeLead()
    await deliverDue()
    setForTest({ DELIVERIES: 'on' })

    await deliverDue()

    expect(salesMails()).toHaveLength(1)
  })

  it('logs a warning at startup', () => {
    const warn = vi.spyOn(log, 'warn')

    startDelivery()

    expect(warn).toHaveBeenCalledWith(
      'DELIVERIES is off: leads are stored but not sent',
    )
  })
})

/** Returns the wait after an attempt if `Math.random` returns `random`. */
function waitAfter(attempts: number, { random }: { random: number }) {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const now = Date.parse('2026-11-22T12:00:00Z')
  const next = nextAttempt(new Date(now), attempts, now)
  return next && next.getTime() - now
}

it.each([
  { attempts: 1, seconds: 15 },
  { attempts: 2, seconds: 30 },
  { attempts: 9, seconds: 3600 },
  { attempts: 50, seconds: 3600 },
])(
  'attempt $attempts is repeated after half to all of $seconds seconds',
  ({ attempts, seconds }) => {
    expect(waitAfter(attempts, { random: 0 })).toBe((seconds * 1000) / 2)
    expect(waitAfter(attempts, { random: 1 })).toBe(seconds * 1000)
  },
)

it('retries stop after 50 attempts and 7 days', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const [recent, old] = [
    new Date(now - 7 * dayMs),
    new Date(now - 7 * dayMs - 1),
  ]

  const next = [
    nextAttempt(recent, 100, now),
    nextAttempt(old, 49, now),
    nextAttempt(old, 50, now),
  ]

  expect(next).toEqual([expect.any(Date), expect.any(Date), null])
})

describe('the outbox', () => {
  /**
   * Starts an outbox loop whose first rounds return these results. Returns a
   * function that lets time pass and returns the number of rounds.
   */
  function startCounting(...results: (number | Promise<number>)[]) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let rounds = 0
    startOutbox([
      async () => {
        rounds++
        return results.shift() ?? 0
      },
    ])
    return async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return rounds
    }
  }

  it('looks for work every 5 seconds', async () => {
    const roundsAfter = startCounting()

    expect(await roundsAfter(0)).toBe(1)
    expect(await roundsAfter(4999)).toBe(1)
    expect(await roundsAfter(1)).toBe(2)
  })

  it('looks for work immediately when woken', async () => {
    const roundsAfter = startCounting()
    await roundsAfter(1000)

    wakeOutbox()

    expect(await roundsAfter(0)).toBe(2)
  })

  it('looks for more work soon after an attempt', async () => {
    const roundsAfter = startCounting(3)

    expect(await roundsAfter(99)).toBe(1)
    expect(await roundsAfter(1)).toBe(2)
    expect(await roundsAfter(4999)).toBe(2)
  })

  it('looks again after a round during which it was woken', async () => {
    const { promise, resolve: finish } = Promise.withResolvers<number>()
    const roundsAfter = startCounting(promise)
    wakeOutbox()
    wakeOutbox()
    const atOnce = await roundsAfter(0)

    finish(0)

    expect(atOnce).toBe(1)
    expect(await roundsAfter(100)).toBe(2)
    expect(await roundsAfter(4899)).toBe(2)
  })
})

it('the outbox waits 5 seconds after the database refused a write', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const now = new Date()
  const item = { id: '1', queuedAt: now, attempts: 0, dueAt: now }
  const findDue = vi.fn(async () => [item])
  const worker = createWorker({
    name: 'full disk',
    isConfigured: () => true,
    findDue,
    lease: () => Promise.reject(new Error('database or disk is full')),
    deliver: () => Promise.resolve(),
    recordAttempt: () => Promise.resolve(),
  })
  startOutbox([worker])

  await vi.advanceTimersByTimeAsync(4999)
  const early = findDue.mock.calls.length
  await vi.advanceTimersByTimeAsync(1)

  expect(early).toBe(1)
  expect(findDue).toHaveBeenCalledTimes(2)
})
