import { randomUUID } from 'node:crypto'
import { createTranslator } from 'next-intl'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { catalog } from '../support/catalog'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { readMail, startMailSink } from '../support/sinks'
import { openTestDatabase } from '../support/test-database'

const mailSink = await startMailSink()
const webhookSink = await deliverTo(mailSink)

const { eraseByEmail } = await import('@/lib/leads/erase-store')
const { releaseLead, saveLead } = await import('@/lib/leads/store')
const { createChatLead } = await import('@/lib/leads/chat-store')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')
const { log } = await import('@/lib/log')
const { officeTime } = await import('@/lib/i18n/office-time')
const { planDigest } = await import('@/lib/leads/digest/store')
const { startDigests } = await import('@/lib/leads/digest/schedule')

const database = openTestDatabase()
const t = createTranslator({ locale: 'en', messages: catalog('en'), namespace: 'DigestMail.quarantine' })
const ofDigest = createTranslator({ locale: 'en', messages: catalog('en'), namespace: 'DigestMail' })
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.now()
const at = (ms: number) => new Date(start + ms)

beforeEach(() => {
  database.exec('DELETE FROM Lead; DELETE FROM Digest; DELETE FROM UnansweredQuestion')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

afterAll(() => database.close())

/** Quarantines a lead so many milliseconds after the start. */
async function quarantine(
  afterMs: number,
  quarantine = ['honeypot'],
  score = 100,
  changes: Record<string, string> = {},
) {
  const email = `${randomUUID()}@banque.example`
  const saved = await saveLead({ ...validContact, email, ...changes }, randomUUID(), { score, quarantine })
  if (saved === 'key_reused') throw new Error('unexpected')
  const receivedAt = at(afterMs).toISOString().replace('Z', '+00:00')
  database.prepare('UPDATE Lead SET receivedAt = ? WHERE id = ?').run(receivedAt, saved.id)
  return { id: saved.id, reference: saved.id.slice(0, 8).toUpperCase(), email, time: at(afterMs) }
}

function digests() {
  return database.prepare('SELECT * FROM Digest ORDER BY number').all() as Record<string, string | null>[]
}

/** The mails that are digests, as text. */
function mails(): string[] {
  const found = mailSink.mails.map(readMail).filter(({ headers }) => headers.get('message-id')?.startsWith('<digest-'))
  return found.map(({ body }) => decode(body))
}

function decode(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replaceAll('\r\n', '\n')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function events() {
  return webhookSink.deliveries.map(({ body }) => JSON.parse(body))
}

describe('a quarantined lead', () => {
  it('is reported to sales within an hour, once, by mail and by webhook, with what to do about it', async () => {
    const lead = await quarantine(0, ['honeypot', 'disposable_email'], 140)
    expect(await planDigest(at(59 * minute))).toBe(false)
    expect(await planDigest(at(hour))).toBe(true)
    expect(await planDigest(at(hour + minute))).toBe(false)
    await deliverDue(at(hour))
    await deliverDue(at(hour + minute))

    const [mail = '', ...others] = mails()
    expect(others).toEqual([])
    const { headers } = readMail(mailSink.mails[0] ?? '')
    expect(headers.get('to')).toBe('sales@halcrest.example')
    expect(headers.get('subject')).toBe(
      ofDigest('subject', { received: 0, quarantined: 1, undelivered: 0, unanswered: 0 }),
    )
    const reasons = `${t('reasons.honeypot')}, ${t('reasons.disposable_email')}`
    const { company, name } = validContact
    for (const line of [
      t('intro', { count: 1 }),
      t('reason', { reason: t('reasons.honeypot'), count: 1 }),
      t('total', { count: 1 }),
      t('lead', { reference: lead.reference, time: officeTime(lead.time, 'en'), company, name, reasons, score: 140 }),
      t('todo', { address: 'http://localhost:3000/operator/leads?state=quarantined' }),
    ]) {
      expect(mail).toContain(line)
    }

    const [{ id = '' } = {}] = digests()
    expect(webhookSink.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([id])
    expect(events()).toEqual([
      {
        type: 'digest',
        version: 1,
        timestamp: at(hour).toISOString(),
        data: {
          id,
          since: at(hour - day).toISOString(),
          until: at(hour).toISOString(),
          received: 0,
          quarantined: {
            count: 1,
            by_reason: { honeypot: 1, disposable_email: 1 },
            total: 1,
            leads: [
              {
                id: lead.id,
                reference: lead.reference,
                received_at: lead.time.toISOString(),
                company,
                name,
                quarantine: ['honeypot', 'disposable_email'],
                spam_score: 140,
              },
            ],
          },
          undelivered: { count: 0, leads: [] },
          unanswered: { count: 0, questions: [] },
        },
      },
    ])
  })

  it('is reported by a server that runs', async () => {
    const lead = await quarantine(-2 * hour)
    // What repeats would reach into the tests that follow.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    startDigests()
    await expect.poll(() => digests().length).toBe(1)
    await deliverDue()
    expect(mails()[0]).toContain(lead.reference)
  })

  it('of any age is reported, also from before there were digests', async () => {
    const lead = await quarantine(-90 * day, ['inhuman_speed'], 0)
    await planDigest(at(0))
    await deliverDue(at(0))
    expect(mails()[0]).toContain(lead.reference)
    expect(mails()[0]).toContain('inhuman_speed')
  })

  it('in a flood is reported once a day, the least like spam first', async () => {
    for (let index = 0; index < 25; index++) await quarantine(index, ['honeypot'], 100)
    const person = await quarantine(30, ['flood'], 0)
    expect(await planDigest(at(hour))).toBe(true)
    await deliverDue(at(hour))
    const later = await quarantine(hour + minute, ['flood', 'hasty'], 50)
    expect(await planDigest(at(10 * hour))).toBe(false)
    expect(await planDigest(at(day + hour))).toBe(true)
    await deliverDue(at(day + hour))

    const [first = '', second = ''] = mails()
    const listed = [...first.matchAll(/^([0-9A-F]{8}),/gm)].map(([, reference]) => reference)
    expect(listed).toHaveLength(20)
    expect(listed[0]).toBe(person.reference)
    expect(first).toContain(t('intro', { count: 26 }))
    expect(first).toContain(t('reason', { reason: t('reasons.honeypot'), count: 25 }))
    expect(first).toContain(t('reason', { reason: t('reasons.flood'), count: 1 }))
    expect(second).toContain(t('intro', { count: 1 }))
    expect(second).toContain(t('total', { count: 27 }))
    expect(second).toContain(later.reference)
    expect(second).not.toContain(person.reference)
    expect(
      events().map(({ data: { quarantined } }) => [quarantined.count, quarantined.total, quarantined.leads.length]),
    ).toEqual([
      [26, 26, 20],
      [1, 27, 1],
    ])
  })

  it('is reported once when several processes look at the same time', async () => {
    await quarantine(0)
    const made = await Promise.all(Array.from({ length: 5 }, () => planDigest(at(hour))))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(digests()).toHaveLength(1)
  })

  it('is not named where it was released or erased before the digest was sent', async () => {
    const [released, erased, left] = [await quarantine(0), await quarantine(1), await quarantine(2)]
    await planDigest(at(hour))
    await releaseLead(released.id)
    await eraseByEmail(erased.email)
    await deliverDue(at(hour))
    const [mail = ''] = mails()
    expect(mail).toContain(t('intro', { count: 1 }))
    expect(mail).toContain(left.reference)
    for (const { reference } of [released, erased]) expect(mail).not.toContain(reference)
  })

  it('of a conversation is named by what is known of its visitor', async () => {
    const details = { email: 'eve@bank.example', phone: '+33 1 99 00 12 34' }
    const chats = [details, { phone: details.phone }, {}]
    for (const [index, known] of chats.entries()) {
      const chat = { sessionId: `session ${index}`, language: 'en', turns: [], dueAt: at(0), quarantine: 'flood' }
      await createChatLead({ ...chat, details: known })
    }
    await planDigest(at(2 * hour))
    await deliverDue(at(2 * hour))
    const named = events()[0].data.quarantined.leads.map(({ company, name }: Record<string, string>) => [company, name])
    expect(named.sort()).toEqual([
      ['chat', ''],
      ['chat', '+33 1 99 00 12 34'],
      ['chat', 'eve@bank.example +33 1 99 00 12 34'],
    ])
  })

  it('is counted under each of its reasons, the most frequent first', async () => {
    await quarantine(0, ['flood'])
    await quarantine(1, ['hasty', 'honeypot'])
    await quarantine(2, ['honeypot'])
    await quarantine(3, ['many_links', 'hasty', 'honeypot'])
    await planDigest(at(hour))
    await deliverDue(at(hour))
    expect(events()[0].data.quarantined).toMatchObject({
      count: 4,
      by_reason: { honeypot: 3, hasty: 2, flood: 1, many_links: 1 },
    })
    const [mail = ''] = mails()
    const counted = [...mail.matchAll(/^- (.*): (\d)$/gm)].map(([, reason, count]) => [reason, count])
    expect(counted.slice(0, 2)).toEqual([
      [t('reasons.honeypot'), '3'],
      [t('reasons.hasty'), '2'],
    ])
    // Paragraphs, each with its heading.
    expect(mail).toContain(`${t('intro', { count: 4 })}\n\n${t('byReason')}\n- ${t('reasons.honeypot')}: 3\n`)
    expect(mail).toContain(`\n\n${t('total', { count: 4 })}\n\n${t('listed', { count: 4 })}\n`)
  })

  it('leaves no empty digest behind when it was erased', async () => {
    const { email } = await quarantine(0)
    await planDigest(at(hour))
    await eraseByEmail(email)
    await deliverDue(at(hour))
    expect(mails()).toEqual([])
    expect(digests()[0]).toMatchObject({ mailNextAt: null, webhookNextAt: null, mailLastError: null })
  })

  it('is reported after the clock was set back', async () => {
    await quarantine(5 * day)
    await planDigest(at(5 * day + hour))
    await deliverDue(at(5 * day + hour))
    const lead = await quarantine(day)
    expect(await planDigest(at(day + hour))).toBe(true)
    await deliverDue(at(day + hour))
    expect(mails()[1]).toContain(lead.reference)
  })

  it('cannot add markup or lines to the mail', async () => {
    await quarantine(0, ['honeypot'], 100, { company: '<b>Bank</b>', name: '=cmd {reference}' })
    await planDigest(at(hour))
    await deliverDue(at(hour))
    expect(mails()[0]).toContain('<b>Bank</b> (=cmd {reference})')
    expect(readMail(mailSink.mails[0] ?? '').headers.get('content-type')).toContain('text/plain')
  })
})

describe('a server that runs', () => {
  const runs = globalThis as { outbox?: { wake: () => void } }

  it('looks every minute, and has a digest sent as soon as it is made', async () => {
    const wake = vi.fn()
    runs.outbox = { wake }
    vi.useFakeTimers({ toFake: ['setInterval'] })
    startDigests()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([digests(), wake.mock.calls]).toEqual([[], []])
    await quarantine(-2 * hour)
    vi.advanceTimersByTime(minute - 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(digests()).toEqual([])
    vi.advanceTimersByTime(1)
    await expect.poll(() => digests().length).toBe(1)
    await expect.poll(() => wake.mock.calls.length).toBe(1)
    delete runs.outbox
  })

  it('logs that no digest could be made, and goes on', async () => {
    const errors = vi.spyOn(log, 'error')
    await quarantine(-2 * hour)
    database.exec('ALTER TABLE Digest RENAME TO Elsewhere')
    vi.useFakeTimers({ toFake: ['setInterval'] })
    startDigests()
    await expect.poll(() => errors.mock.calls.length).toBe(1)
    expect(errors.mock.calls[0]).toEqual([{ error: 'P2021' }, 'no digest could be made'])
    database.exec('ALTER TABLE Elsewhere RENAME TO Digest')
    vi.advanceTimersByTime(minute)
    await expect.poll(() => digests().length).toBe(1)
  })
})

describe('a digest', () => {
  it('is sent once when several workers run at the same time', async () => {
    // Due now: a lease ends later than that, whichever worker looks last.
    await quarantine(-hour)
    await planDigest(at(0))
    await Promise.all([deliverDue(at(0)), deliverDue(at(0)), deliverDue(at(0))])
    expect([mails().length, events().length]).toEqual([1, 1])
    expect(digests()).toMatchObject([{ mailAttempts: 1, webhookAttempts: 1 }])
  })

  it('is numbered, so that of two processes one makes the next', async () => {
    await quarantine(0)
    await planDigest(at(hour))
    await quarantine(2 * hour)
    await planDigest(at(day + 3 * hour))
    expect(digests().map(({ number }) => number)).toEqual([1, 2])
  })

  it('stays for somebody else to send, whose claim came later', async () => {
    await quarantine(0)
    await planDigest(at(hour))
    let answer: () => void = () => undefined
    webhookSink.answers = new Promise((resolve) => {
      answer = resolve
    })
    const delivery = deliverDue(at(hour))
    await expect.poll(() => webhookSink.requests).toBe(1)
    const later = at(3 * hour)
      .toISOString()
      .replace('Z', '+00:00')
    database.prepare('UPDATE Digest SET webhookNextAt = ?').run(later)
    answer()
    await delivery
    expect(digests()).toMatchObject([{ webhookDeliveredAt: null, webhookNextAt: later }])
  })

  it('is not made where there is nothing to tell', async () => {
    expect(await planDigest(at(day))).toBe(false)
  })

  it('tells of new and of undelivered leads, and of questions without an answer, with the way to them', async () => {
    const saved = await saveLead({ ...validContact, email: 'amelie@banque.example' }, randomUUID())
    const reference = (saved as { id: string }).id.slice(0, 8).toUpperCase()
    const asked = { text: 'Do you sell <b>platinum</b>?', language: 'fr', count: 3 }
    database
      .prepare('INSERT INTO UnansweredQuestion (id, text, language, count, lastAskedAt) VALUES (?, ?, ?, ?, ?)')
      .run('q1', asked.text, asked.language, asked.count, at(0).toISOString().replace('Z', '+00:00'))
    database.prepare('UPDATE Lead SET mailNextAt = NULL, webhookNextAt = ?').run(at(9 * day).toISOString())
    expect(await planDigest(at(50 * minute))).toBe(false)
    expect(await planDigest(at(2 * hour))).toBe(true)
    await deliverDue(at(2 * hour))
    const [mail = ''] = mails()
    const { company, name } = validContact
    for (const line of [
      ofDigest('received', { count: 1 }),
      ofDigest('undelivered', { count: 1 }),
      ofDigest('unanswered', { count: 1 }),
      ofDigest('question', asked),
      `${reference}, `,
      `${company} (${name})`,
      ofDigest('open', { address: 'http://localhost:3000/operator/leads?state=undelivered' }),
      ofDigest('open', { address: 'http://localhost:3000/operator/questions' }),
    ]) {
      expect(mail).toContain(line)
    }
    expect(mail).not.toContain(t('byReason'))
    expect(events()[0].data).toMatchObject({
      received: 1,
      undelivered: { count: 1, leads: [{ reference }] },
      unanswered: { count: 1, questions: [asked] },
    })
  })

  it('comes again on the next day while a lead waits, and names what was given up once', async () => {
    await saveLead({ ...validContact, email: 'amelie@banque.example' }, randomUUID())
    const change = (sql: string) => database.exec(`UPDATE Lead SET ${sql}`)
    change(`mailNextAt = '${at(9 * day).toISOString()}', webhookNextAt = NULL`)
    expect(await planDigest(at(2 * hour))).toBe(true)
    expect(await planDigest(at(day))).toBe(false)
    expect(await planDigest(at(day + 2 * hour))).toBe(true)
    change(`mailNextAt = NULL, mailAbandonedAt = '${at(day + 3 * hour).toISOString()}'`)
    expect(await planDigest(at(2 * day + 2 * hour))).toBe(true)
    expect(await planDigest(at(3 * day + 2 * hour))).toBe(false)
  })

  it('is written in the language of sales, and is not sent where a setting says so', async () => {
    const { changeEnvironment } = await import('@/lib/env')
    const french = createTranslator({ locale: 'fr', messages: catalog('fr'), namespace: 'DigestMail' })
    await quarantine(0)
    changeEnvironment({ LEADS_DIGEST: 'false', LEADS_LANGUAGE: 'fr' })
    expect(await planDigest(at(hour))).toBe(false)
    changeEnvironment({ LEADS_DIGEST: 'true' })
    expect(await planDigest(at(hour))).toBe(true)
    await deliverDue(at(hour))
    changeEnvironment({ LEADS_DIGEST: undefined, LEADS_LANGUAGE: undefined })
    expect(mails()[0]).toContain(french('quarantine.byReason'))
    expect(mails()[0]).toContain('http://localhost:3000/fr/operator/leads?state=quarantined')
  })

  it('waits while nobody takes it, and is given up after 7 days, visibly', async () => {
    await quarantine(-9 * day)
    await planDigest(at(hour))
    mailSink.mood = 'refuse'
    webhookSink.mood = 'refuse'
    await deliverDue(at(hour))
    expect(digests()[0]).toMatchObject({ mailLastError: 'SMTP 451 EMESSAGE', webhookLastError: 'HTTP 503' })
    webhookSink.mood = 'take'
    await deliverDue(at(3 * hour))
    expect(events()).toHaveLength(1)
    expect(digests()[0]).toMatchObject({ mailAttempts: 2, webhookAttempts: 2 })
    database.prepare('UPDATE Digest SET coversUntil = ?').run(at(-8 * day).toISOString())
    await deliverDue(at(6 * hour))
    const [digest] = digests()
    expect(digest).toMatchObject({ mailNextAt: null, mailDeliveredAt: null })
    expect(digest?.mailAbandonedAt).not.toBeNull()
    expect(digest?.webhookDeliveredAt).not.toBeNull()
  })
})
