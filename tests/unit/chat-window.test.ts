import { describe, expect, it, vi } from 'vitest'
import {
  type Conversation,
  inquiryOf,
  isConversation,
  type Message,
  plainText,
  telephoneNumber,
  transcript,
} from '@/lib/chatbot/browser/conversation'
import { missingFrom, readDraft } from '@/lib/leads/browser/message'
import { leadFields } from '@/lib/leads/fields'

const timestamp = '2026-01-01T00:00:00.000Z'

function said(...texts: string[]): Message[] {
  return texts.map((content) => ({ role: 'user', content, timestamp }))
}

function answered(content: string, more: Partial<Message> = {}): Message {
  return { role: 'assistant', content, timestamp, ...more }
}

function conversationOf(messages: Message[]): Conversation {
  return { language: 'en', session_id: '1767225600000-0123456789abcdef', messages, showContact: true }
}

describe('a stored conversation', () => {
  const stored = (message: object) => ({ ...conversationOf([]), messages: [{ ...answered('Hello'), ...message }] })

  it('is read with all that a message may have', () => {
    const sources = [{ id: 'a', title: 'A', path: '/' }]
    const filled = { name: 'Anna', message: 'A quote' }
    expect(isConversation(stored({ language: 'fr', quickActions: ['And silver?'], sources, filled }))).toBe(true)
  })

  it.each<[string, object]>([
    ['a language that the site does not have', { language: 'xx' }],
    ['suggestions that are one text', { quickActions: 'And silver?' }],
    ['a filled field that is an object', { filled: { name: { first: 'Anna' } } }],
    ['another role', { role: 'operator' }],
  ])('with %s is none', (_, message) => expect(isConversation(stored(message))).toBe(false))

  it('with null as a message, or without a session, is none', () => {
    expect(isConversation({ ...conversationOf([]), messages: [null] })).toBe(false)
    expect(isConversation({ ...conversationOf([]), session_id: undefined })).toBe(false)
  })
})

describe('a telephone link', () => {
  it('to an international number is one', () => expect(telephoneNumber('tel:+12125550100')).toBe('+12125550100'))

  it.each([
    ...['tel:911', 'tel:*21*5550100#', 'tel:+1;phone-context=x', 'tel:+12345678901234567', 'TEL:+12125550100'],
    ...['sms:+12125550100', 'tel:+1212555%0A0100', ' tel:+12125550100', 'tel:+02125550100'],
  ])('to %s is none', (address) => expect(telephoneNumber(address)).toBeUndefined())

  it('reads as its number, once', () => {
    expect(plainText('Call [+1 (212) 555-0100](tel:+12125550100).')).toBe('Call +1 (212) 555-0100.')
    const named = 'Please [**call us**](tel:+12125550100), or [write](/contact).'
    expect(plainText(named)).toBe('Please call us (+12125550100), or write.')
    const messages = [...said('Your number?'), answered('[+1 212 555 0100](tel:+12125550100)')]
    const names = { user: 'You', assistant: 'Assistant' }
    expect(transcript(messages, names)).toBe('You: Your number?\n\nAssistant: +1 212 555 0100')
  })
})

it('a copied answer has the text of its links, and keeps an open bracket', () => {
  expect(plainText('[a [b](/b) [c](/c [d](/d)')).toBe('[a b [c](/c d')
})

describe('the inquiry that a visitor takes to the form', () => {
  it.each<[string, string[], string]>([
    ['has all that was asked', ['Les frais ?', 'et pour l’argent ?'], 'Les frais ?\n\net pour l’argent ?'],
    ['leaves out a number', ['Can somebody call me back?', 'yes: +33 1 99 00 77 31'], 'Can somebody call me back?'],
    ['leaves out an address', ['A quote for gold please', 'It is eve@bank.example'], 'A quote for gold please'],
    ['keeps a size', ['A quote for gold please', 'About 10,000 oz'], 'A quote for gold please\n\nAbout 10,000 oz'],
    ['may have an address in it', ['Is it eve@bank.example?'], 'Is it eve@bank.example?'],
    ['may have an amount in it', ['For 10 000 000 USD of gold'], 'For 10 000 000 USD of gold'],
    ['may be empty', ['+33 1 99 00 77 31'], ''],
  ])('%s', (_, texts, inquiry) => expect(inquiryOf([answered('Hello'), ...said(...texts)])).toBe(inquiry))
})

it('of a draft in part of another shape, the rest is kept', () => {
  const draft = { name: 'Amélie', email: 5, company: null, phone: ['1'], message: 'Already here.', other: 'x' }
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(draft) })
  expect(readDraft()).toEqual({ name: 'Amélie', message: 'Already here.' })
  vi.unstubAllGlobals()
})

describe('what is put into the form', () => {
  const sender = { name: 'Eve', email: 'eve@bank.example', message: 'A quote' }

  it('is what is missing there', () => {
    expect(missingFrom({ name: 'Amélie', message: 'Hello' }, sender)).toEqual({ email: sender.email })
    expect(missingFrom({}, { ...sender, phone: undefined, company: ' ' })).toEqual(sender)
  })

  it('corrects what was put there before, unless it was changed since', () => {
    const before = { name: 'Eva', email: 'eva@bank.example' }
    const form = { ...before, email: 'mine@bank.example' }
    expect(missingFrom(form, sender, before)).toEqual({ name: 'Eve', message: 'A quote' })
  })

  it('is nothing where all of it stands there', () => expect(missingFrom(sender, sender, sender)).toEqual({}))

  it('is as much as the field takes', () => {
    expect(missingFrom({}, { message: 'x'.repeat(9000) }).message).toHaveLength(leadFields.message.max)
  })
})
