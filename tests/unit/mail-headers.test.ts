// Tests visitor input in mail headers.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMs } from '@/lib/durations'
import { sendOverSmtp } from '@/lib/leads/delivery/smtp'
import { catalog } from '../support/catalog'
import { deliveriesOf } from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers, storeLead } from '../support/delivery'
import {
  decodeMail,
  decodeWords,
  onlyMail,
  readMail,
  startMailSink,
} from '../support/sinks'

type SmtpRefusal = Error & { responseCode: number }

function smtpRefusal(responseCode: number, message: string): SmtpRefusal {
  return Object.assign(new Error(message), { responseCode })
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

let isGreylisting = false

/**
 * A mail server that accepts only ASCII in addresses and headers (no RFC 6531),
 * and may greylist the first attempt.
 */
const mailSink = await startMailSink(0, {
  hideSMTPUTF8: true,
  onRcptTo({ address }, _session, done) {
    if (isGreylisting) {
      isGreylisting = false
      return done(smtpRefusal(451, '4.7.1 Greylisted, try again later'))
    }
    done(
      isAscii(address)
        ? undefined
        : smtpRefusal(553, '5.6.7 SMTPUTF8 required'),
    )
  },
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const mail = Buffer.concat(chunks).toString('utf8')
      const [head = ''] = mail.split('\r\n\r\n')
      if (!isAscii(head))
        return done(smtpRefusal(554, '5.6.7 non-ASCII in header'))
      mailSink.mails.push(mail)
      done()
    })
  },
})
await startReceivers(mailSink, { LEADS_WEBHOOK_URL: '', LEADS_DIGEST: 'false' })

/** Stores and delivers a lead, and returns the headers and text of its mail. */
async function mailOf(changes: Record<string, string>) {
  const { id } = await storeLead({ email: 'ada@bank.example', ...changes })
  await deliverDue()
  const mail = onlyMail(mailSink)
  const { headers } = readMail(mail)
  return {
    id,
    subject: decodeWords(headers.get('subject')),
    replyTo: headers.get('reply-to'),
    text: decodeMail(mail),
  }
}

describe('an internationalized address', () => {
  it.each(['用户@例子.广告', 'zoé@bank.example', 'josé@bücher.example'])(
    'such as %s lets its lead reach sales, but without a Reply-To',
    async (email) => {
      const { id, replyTo, text } = await mailOf({ email })

      expect((await deliveriesOf(id)).mail).toMatchObject({
        attempts: 1,
        lastError: null,
      })
      expect(replyTo).toBeUndefined()
      expect(text).toContain(
        catalog('en').SalesMail.replyByHand.replace('{email}', email),
      )
      expect(text).toContain(`href="mailto:`)
    },
  )

  it('does not reorder the sentence around it if written right to left', async () => {
    const email = 'שלום@bank.example'
    const { text } = await mailOf({ email })

    expect(text).toContain(
      catalog('en').SalesMail.replyByHand.replace(
        '{email}',
        `\u2068${email}\u2069`,
      ),
    )
  })

  it('lets its lead reach sales even after greylisting', async () => {
    isGreylisting = true
    const { id } = await storeLead({ email: '用户@例子.广告' })
    await deliverDue()
    const sentAtOnce = mailSink.mails.length

    await deliverDue(new Date(Date.now() + minuteMs))

    expect(sentAtOnce).toBe(0)
    expect(mailSink.mails).toHaveLength(1)
    expect((await deliveriesOf(id)).mail).toMatchObject({
      deliveredAt: expect.any(String),
      attempts: 2,
    })
  })

  it('gets a Reply-To if its domain has an ASCII spelling', async () => {
    const { replyTo, text } = await mailOf({
      name: 'Ada',
      email: 'ada@bücher.example',
    })

    expect(replyTo).toBe('Ada <ada@xn--bcher-kva.example>')
    expect(text).toContain('ada@bücher.example')
  })
})

describe('a name in a mail', () => {
  it.each([
    '=?utf-8?q?=0d=0aBcc:_x@y.example?=',
    '=?utf-8?q?Hello?= Smith',
    '=?utf-8?B?SGVsbG8=?=',
    '文 =?utf-8?q?a b?=',
  ])('arrives unchanged: %s', async (name) => {
    const { subject, replyTo, text } = await mailOf({ name, company: name })

    expect(subject).toContain(`Halcrest: ${name}, ${name} (lead `)
    expect(replyTo).toBe('ada@bank.example')
    expect(text).toContain(`Name: ${name}\r\n`)
    expect(mailSink.mails[0]).not.toMatch(/^Bcc:/im)
  })

  it('does not reorder the subject if written right to left', async () => {
    const { subject } = await mailOf({ name: 'שלום', company: 'شركة (Gulf)' })

    expect(subject).toContain(
      'Halcrest: \u2068שלום\u2069, \u2068شركة (Gulf)\u2069 (lead ',
    )
  })

  it('does not reorder the heading if written right to left', async () => {
    const { text } = await mailOf({ name: 'שלום', company: 'شركة (Gulf)' })

    expect(text).toContain('>\u2068שלום\u2069, \u2068شركة (Gulf)\u2069</h1>')
  })

  it('is encoded without split characters or lines over 78 characters', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
      .filter((each) => !/\s|=\?/.test(each))
    const property = fc.asyncProperty(text, async (subject) => {
      mailSink.reset?.()
      await sendOverSmtp({ subject, text: 'x' })

      const mail = onlyMail(mailSink)
      const [head = ''] = mail.split('\r\n\r\n')
      expect(decodeWords(readMail(mail).headers.get('subject'))).toBe(subject)
      if (!isAscii(subject))
        expect(
          Math.max(...head.split('\r\n').map(({ length }) => length)),
        ).toBeLessThanOrEqual(78)
    })

    await fc.assert(property, { seed: 44, numRuns: 60 })
  })
})
