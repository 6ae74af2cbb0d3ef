import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createTranslator } from 'next-intl'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Admission } from '@/lib/leads/admission'
import { catalog } from '../support/catalog'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { readMail, startMailSink } from '../support/sinks'
import { openTestDatabase } from '../support/test-database'

const mailSink = await startMailSink()
const webhookSecret = randomBytes(32).toString('base64')
const webhookSink = await deliverTo(mailSink, {
  LEADS_ACKNOWLEDGE: 'true',
  LEADS_WEBHOOK_SECRET: `whsec_${webhookSecret}`,
})

const { saveLead, releaseLead, retryLead } = await import('@/lib/leads/store')
const { eraseByEmail, deleteOlderThan } = await import('@/lib/leads/erase-store')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')
const { listLeads, countLeads } = await import('@/lib/leads/list-store')
const { leadQuerySchema } = await import('@/lib/leads/query')

const database = openTestDatabase()
const hour = 3_600_000
const day = 24 * hour

beforeEach(() => {
  database.exec('DELETE FROM Lead')
})

afterAll(() => database.close())

async function save(changes: Partial<typeof validContact> | Record<string, string> = {}, admission?: Admission) {
  const contact = { ...validContact, email: `${randomUUID()}@banque.example`, ...changes }
  const saved = await saveLead(contact, randomUUID(), admission)
  if (saved === 'key_reused') throw new Error('unexpected')
  return { ...saved, email: contact.email }
}

function salesMails() {
  return mailSink.mails.map(readMail).filter(({ headers }) => headers.get('to') === 'sales@halcrest.example')
}

/** Whom acknowledgements were sent to. */
function acknowledged() {
  const recipients = mailSink.mails.map((mail) => readMail(mail).headers.get('to') ?? '')
  return recipients.filter((to) => to !== 'sales@halcrest.example')
}

function row(id: string) {
  return database.prepare('SELECT * FROM Lead WHERE id = ?').get(id) as Record<string, unknown>
}

describe('a lead', () => {
  it('reaches sales by mail, with every field, a stable id and the visitor to answer to', async () => {
    const lead = await save()
    await deliverDue()
    const [mail] = salesMails()
    expect(mail?.headers.get('message-id')).toBe(`<lead-${lead.id}@localhost>`)
    expect(mail?.headers.get('reply-to')).toContain(lead.email)
    const text = decodeQuotedPrintable(mail?.body ?? '')
    for (const value of [validContact.name, lead.email, validContact.company, validContact.phone, 'Français']) {
      expect(text).toContain(value)
    }
    expect(text).toContain(lead.id.slice(0, 8).toUpperCase())
    expect(row(lead.id)).toMatchObject({ mailNextAt: null, mailAttempts: 1, mailLastError: null })
    expect(row(lead.id).mailDeliveredAt).not.toBeNull()
  })

  it('from the form is named after its company', async () => {
    const lead = await save({ name: 'Ada Martin', company: 'Example Bank' })
    await deliverDue()
    const t = createTranslator({ locale: 'en', messages: catalog('en'), namespace: 'SalesMail' })
    const reference = lead.id.slice(0, 8).toUpperCase()
    expect(salesMails()[0]?.headers.get('subject')).toBe(
      t('formSubject', { reference, name: 'Ada Martin', company: 'Example Bank' }),
    )
  })

  it('in a language that the site no longer has reaches everybody it should, under its code', async () => {
    const lead = await save()
    database.exec("UPDATE Lead SET language = 'pt'")
    await deliverDue()
    expect(decodeQuotedPrintable(salesMails()[0]?.body ?? '')).toContain('pt')
    expect(JSON.parse(webhookSink.deliveries[0]?.body ?? '').data.language).toBe('pt')
    expect(mailSink.mails.map(readMail).map(({ headers }) => headers.get('to'))).toContain(lead.email)
    expect(row(lead.id)).toMatchObject({ mailNextAt: null, webhookNextAt: null, ackNextAt: null, mailLastError: null })
  })

  it('is listed as undelivered until it is delivered, and then as delivered', async () => {
    const ids = async (state: string) => (await listLeads(leadQuerySchema.parse({ state }))).map(({ id }) => id)
    const lead = await save()
    expect([await ids('undelivered'), await ids('delivered'), await ids('abandoned')]).toEqual([[lead.id], [], []])
    await deliverDue()
    expect([await ids('undelivered'), await ids('delivered'), await ids('abandoned')]).toEqual([[], [lead.id], []])
  })

  it('cannot add headers or markup to the mail', async () => {
    await save({
      name: 'Eve\r\nBcc: victims@example.org',
      company: '<img src=x onerror=alert(1)>',
      message: '</p><script>alert(1)</script>\r\n.\r\nRCPT TO:<x@y.example>',
    })
    await deliverDue()
    const [mail] = salesMails()
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc')
    const html = decodeQuotedPrintable(mail?.body ?? '').split('<!doctype html>')[1]
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&#60;script&#62;')
    expect(mailSink.mails.length).toBe(2)
  })

  it('reaches a webhook, signed so that the receiver can tell it is ours', async () => {
    const lead = await save()
    await deliverDue()
    const [delivery] = webhookSink.deliveries
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = delivery?.headers ?? {}
    expect(id).toBe(lead.id)
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(10)
    const expected = createHmac('sha256', Buffer.from(webhookSecret, 'base64'))
      .update(`${id}.${timestamp}.${delivery?.body}`)
      .digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    const { honeypot: _, ...fields } = validContact
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
      type: 'lead.received',
      version: 1,
      data: { ...fields, email: lead.email, id: lead.id, reference: lead.id.slice(0, 8).toUpperCase() },
    })
  })

  it.each(['refuse', 'hang-up', 'redirect'] as const)(
    'waits while the receivers %s, and arrives once they are back',
    async (mood) => {
      mailSink.mood = mood === 'redirect' ? 'refuse' : mood
      webhookSink.mood = mood
      const lead = await save()
      await deliverDue()
      expect(row(lead.id)).toMatchObject({ mailDeliveredAt: null, webhookDeliveredAt: null, mailAttempts: 1 })
      expect(row(lead.id).mailLastError).not.toBeNull()
      expect(await deliverDue()).toBe(0)
      mailSink.mood = 'take'
      webhookSink.mood = 'take'
      await deliverDue(new Date(Date.now() + hour))
      expect(salesMails().map(({ headers }) => headers.get('message-id'))).toEqual([`<lead-${lead.id}@localhost>`])
      expect(webhookSink.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([lead.id])
      expect(row(lead.id)).toMatchObject({ mailLastError: null, webhookLastError: null })
    },
  )

  it('is given up after 7 days, visibly, and can be sent again', async () => {
    mailSink.mood = 'refuse'
    const lead = await save()
    database.prepare('UPDATE Lead SET receivedAt = ?').run(new Date(Date.now() - 7 * day - 1000).toISOString())
    await deliverDue()
    expect(row(lead.id)).toMatchObject({ mailNextAt: null, mailDeliveredAt: null, mailLastError: 'SMTP 451 EMESSAGE' })
    expect(row(lead.id).mailAbandonedAt).not.toBeNull()
    expect(await countLeads()).toMatchObject({ abandoned: 1 })
    mailSink.mood = 'take'
    expect(await retryLead(lead.id)).toBe(true)
    await deliverDue()
    expect(salesMails()).toHaveLength(1)
    expect(await countLeads()).toMatchObject({ abandoned: 0, undelivered: 0 })
  })

  it('is sent once when several relays run at the same time', async () => {
    const leads = await Promise.all(Array.from({ length: 10 }, () => save()))
    await Promise.all([deliverDue(), deliverDue(), deliverDue()])
    expect(salesMails()).toHaveLength(leads.length)
    expect(webhookSink.deliveries).toHaveLength(leads.length)
  })

  it('becomes due again when the relay that had claimed it died', async () => {
    const lead = await save()
    database.prepare('UPDATE Lead SET mailNextAt = ?, mailAttempts = 1').run(storedTime(Date.now() + 60_000))
    await deliverDue()
    expect(salesMails()).toHaveLength(0)
    await deliverDue(new Date(Date.now() + 61_000))
    expect(salesMails()).toHaveLength(1)
    expect(row(lead.id)).toMatchObject({ mailAttempts: 2 })
  })

  it('that is suspect is stored, not sent, and sent when an operator releases it', async () => {
    const lead = await save({}, { score: 100, quarantine: ['honeypot'] })
    await deliverDue()
    expect(mailSink.mails).toEqual([])
    expect(await listLeads(leadQuerySchema.parse({ state: 'quarantined' }))).toMatchObject([{ id: lead.id }])
    expect(await releaseLead(lead.id)).toBe(true)
    expect(await releaseLead(lead.id)).toBe(false)
    await deliverDue()
    expect(salesMails()).toHaveLength(1)
    // Whoever wrote it may not be who has the address.
    expect(acknowledged()).toEqual([])
  })

  it.each([
    ['released', releaseLead, { score: 100, quarantine: ['honeypot'] }],
    ['retried', retryLead, undefined],
  ] as const)('that is %s after 7 days gets 7 days more', async (_, requeue, admission) => {
    mailSink.mood = 'refuse'
    const lead = await save({}, admission as Admission | undefined)
    database.prepare('UPDATE Lead SET receivedAt = ?').run(storedTime(Date.now() - 8 * day))
    await deliverDue()
    expect(await requeue(lead.id)).toBe(true)
    await deliverDue()
    expect(row(lead.id)).toMatchObject({ mailNextAt: expect.any(String), mailAbandonedAt: null })
    mailSink.mood = 'take'
    await deliverDue(new Date(Date.now() + hour))
    expect(salesMails()).toHaveLength(1)
  })

  it('that was delivered has nothing to retry', async () => {
    const lead = await save()
    await deliverDue()
    expect(await retryLead(lead.id)).toBe(false)
    expect(await retryLead(randomUUID())).toBe(false)
    webhookSink.mood = 'refuse'
    const half = await save()
    await deliverDue()
    webhookSink.mood = 'take'
    expect(await retryLead(half.id)).toBe(true)
    await deliverDue()
    expect(webhookSink.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([lead.id, half.id])
    expect(salesMails()).toHaveLength(2)
  })

  it('is acknowledged to its visitor, in the visitor’s language, repeating nothing, once a day', async () => {
    const email = 'amelie@banque.example'
    await save({ email, message: 'Buy cheap gold at https://spam.example' })
    await save({ email })
    await deliverDue()
    const acknowledgements = mailSink.mails.map(readMail).filter(({ headers }) => headers.get('to') === email)
    expect(acknowledgements).toHaveLength(1)
    const text = decodeQuotedPrintable(acknowledgements[0]?.body ?? '')
    const [, sentence = ''] = catalog('fr').AcknowledgementMail.body.split('\n\n')
    expect(text).toContain(sentence.slice(0, sentence.indexOf('{reference}')))
    expect(text).not.toContain('spam.example')
    expect(acknowledgements[0]?.headers.get('auto-submitted')).toBe('auto-replied')
  })

  it.each([
    ['in another case', 'amelie@banque.example', 'Amelie@Banque.example'],
    ['with a tag', 'amelie@banque.example', 'amelie+gold@banque.example'],
    ['with dots that Gmail ignores', 'ameliedubois@gmail.com', 'Amelie.Dubois+1@googlemail.com'],
  ])('is acknowledged once a day to a mailbox, also when its address is written %s', async (_, first, second) => {
    await save({ email: first })
    await save({ email: second })
    await deliverDue()
    expect(acknowledged()).toEqual([first])
  })

  it('is acknowledged to each of two addresses that only look alike', async () => {
    const emails = ['amelie.dubois@banque.example', 'ameliedubois@banque.example', '+gold@banque.example']
    for (const email of emails) await save({ email })
    await deliverDue()
    expect(acknowledged().sort()).toEqual(emails.sort())
  })

  it('is acknowledged once when a mailbox sends ten at the same time', async () => {
    const sent = Array.from({ length: 10 }, (_, index) => save({ email: `amelie+${index}@banque.example` }))
    await Promise.all(sent)
    await deliverDue()
    expect(acknowledged()).toHaveLength(1)
    expect(salesMails()).toHaveLength(10)
  })

  it('is erased by its address alone, not with others of its mailbox', async () => {
    await save({ email: 'amelie@banque.example' })
    await save({ email: 'amelie+gold@banque.example' })
    expect(await eraseByEmail('AMELIE@banque.example')).toBe(1)
    expect(await eraseByEmail('Amelie+Gold@banque.example')).toBe(1)
  })

  it('is erased with all others of its address, and at the end of its retention', async () => {
    await save({ email: 'Eve@Banque.example' })
    await save({ email: 'eve@banque.example' })
    await save()
    expect(await eraseByEmail('EVE@banque.example')).toBe(2)
    database.prepare('UPDATE Lead SET receivedAt = ?').run(new Date(Date.now() - 30 * day).toISOString())
    expect(await deleteOlderThan(new Date(Date.now() - 31 * day))).toBe(0)
    expect(await deleteOlderThan(new Date(Date.now() - 29 * day))).toBe(1)
  })
})

// Times as Prisma's adapter writes them.
function storedTime(moment: number): string {
  return new Date(moment).toISOString().replace('Z', '+00:00')
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
