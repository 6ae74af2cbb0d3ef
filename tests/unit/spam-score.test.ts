import { describe, expect, it, vi } from 'vitest'
import { countRepeats, isSpam, issueToken, spamScoreOf, tokenAge } from '@/lib/leads/admission'
import { validContact } from '../support/contact'

const hour = 3_600_000
const contact = { ...validContact }
const links = { ...contact, message: 'http://a.example http://b.example https://c.example' }
const linked = { ...links, message: `${links.message} <a href="http://d.example">` }
const disposable = { ...contact, email: 'someone@mailinator.com' }
const issued = (ageMs: number) => issueToken(Date.now() - ageMs)

type Scored = [who: string, message: typeof contact | Record<string, string>, token: string | null, others?: number]

describe('the spam score', () => {
  it.each<[...Scored, reasons?: string[]]>([
    ['a person who took their time', contact, issued(60_000)],
    ['a person without JavaScript', contact, null],
    ['a person whose browser filled the form in', contact, issued(2500), 0, ['hasty']],
    ['a person who sends a restored draft at once', contact, issued(5), 0, ['hasty']],
    ['a person on a server whose clock was set back', contact, issued(-hour)],
    ['a person with a disposable address', disposable, issued(60_000), 0, ['disposable_email']],
    ['a person in haste with a disposable address', disposable, issued(5), 0, ['hasty', 'disposable_email']],
    ['a person whose colleagues sent the same text', contact, null, 3, ['repeated_text']],
    ['a person in haste whose colleagues sent it, too', contact, issued(5), 9, ['hasty', 'repeated_text']],
    ['a message with many links', links, issued(60_000), 0, ['many_links']],
    ['a forged token', contact, '123.abc', 0, ['forged_token']],
  ])('of %s keeps nobody from being answered', (_, message, token, others = 0, reasons = []) => {
    const found = spamScoreOf(message as typeof contact, token, others)
    expect(found.reasons).toEqual(reasons)
    expect(isSpam(found)).toBe(false)
  })

  it.each<[...Scored, reasons: string[]]>([
    ['a machine that fills every field', { ...contact, honeypot: 'x' }, issued(60_000), 0, ['honeypot']],
    ['a hasty message with many links', links, issued(2500), 0, ['hasty', 'many_links']],
    ['a forged token with many links', links, '123.abc', 0, ['forged_token', 'many_links']],
    ['many links and markup', linked, null, 0, ['many_links', 'markup']],
    [
      'a text sent in haste from several disposable addresses',
      disposable,
      issued(5),
      2,
      ['hasty', 'repeated_text', 'disposable_email'],
    ],
    [
      'links sent in haste from a disposable address',
      { ...links, email: 'x@sub.mailinator.com' },
      issued(5),
      0,
      ['hasty', 'many_links', 'disposable_email'],
    ],
  ])('of %s is that of spam', (_, message, token, others = 0, reasons) => {
    const found = spamScoreOf(message as typeof contact, token, others)
    expect(found.reasons).toEqual(reasons)
    expect(isSpam(found)).toBe(true)
  })

  it.each<[who: string, message: Scored[1], ageMs: number | null, others: number, score: number]>([
    ['a form sent the moment it was shown', contact, 0, 0, 50],
    ['a form sent after 4 seconds', contact, 4000, 0, 0],
    ['a form sent before 4 seconds were over', contact, 3999, 0, 50],
    ['two links', { ...contact, message: 'http://a.example HTTPS://b.example' }, null, 0, 0],
    ['BBCode', { ...contact, message: 'See [URL=//a.example]this[/URL]' }, null, 0, 50],
    ['a text that one other sent', contact, null, 1, 0],
    ['a text that two others sent', contact, null, 2, 40],
    ['a text that nine others sent', contact, null, 9, 40],
    ['a text that a hundred others sent', contact, null, 100, 40],
    [
      'an address whose name is that of a disposable service',
      { ...contact, email: 'mailinator.com@bank.example' },
      null,
      0,
      0,
    ],
    ['a disposable address in capitals', { ...contact, email: 'x@MAILINATOR.COM' }, null, 0, 40],
  ])('of %s is as much as its signs weigh', (_, message, ageMs, others, score) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = ageMs === null ? null : issued(ageMs)
    expect(spamScoreOf(message as typeof contact, token, others).score).toBe(score)
    vi.useRealTimers()
  })

  it('tells a token that was made or changed by somebody else from its own', () => {
    const token = issueToken(1000)
    const [, signature = ''] = token.split('.')
    expect(tokenAge(token, 5000)).toBe(4000)
    expect(tokenAge(token, 0)).toBe(-1000)
    const others = [
      `2000.${signature}`,
      `1000.${signature.slice(1)}`,
      `1000.${signature.slice(1)}é`,
      '1000.',
      '1000',
      '',
    ]
    for (const other of others) expect(tokenAge(other, 5000), other).toBeUndefined()
  })

  it('counts the other mailboxes that sent a text, however it is spaced and numbered', async () => {
    const text = 'We build websites for banks such as yours, from 100 dollars.'
    const sent = [
      await countRepeats(text, 'a@x.example'),
      await countRepeats(text, 'a@x.example'),
      await countRepeats('WE BUILD websites for banks,\n\n  such as yours, from 250 dollars!', 'b@x.example'),
      await countRepeats(text, 'c@x.example'),
    ]
    expect(sent).toEqual([0, 0, 1, 2])
  })

  it('counts no conversation that the site itself put into the message', async () => {
    const carried = `My conversation with the assistant:\n\nYou: What is the minimum order?\n\nAssistant: ${'It depends. '.repeat(9)}`
    const sent = []
    for (const sender of ['a', 'b', 'c', 'd']) sent.push(await countRepeats(carried, `${sender}@x.example`))
    expect(sent).toEqual([0, 0, 0, 0])
  })

  it('counts no text that many people write by themselves', async () => {
    const senders = ['a@x.example', 'b@x.example', 'c@x.example']
    const sent = senders.map((email) => countRepeats('Please call me.', email))
    expect(await Promise.all(sent)).toEqual([0, 0, 0])
  })
})
