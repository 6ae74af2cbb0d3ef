import { describe, expect, it } from 'vitest'
import { contactDetailsIn, isContactDetails } from '@/lib/chatbot/contact-details'

describe('how to reach a visitor', () => {
  it.each([
    ['Write to desk@custody.example, please.', { email: 'desk@custody.example' }],
    ['desk+gold@sub.custody.example.', { email: 'desk+gold@sub.custody.example' }],
    ['My number is +33 1 99 00 12 34.', { phone: '+33 1 99 00 12 34' }],
    ['Call (514) 555-0142 after 9', { phone: '(514) 555-0142' }],
    ['01 99 00 12 34', { phone: '01 99 00 12 34' }],
    ['a@b.example or +1 514 555 0142', { email: 'a@b.example', phone: '+1 514 555 0142' }],
  ])('is read from %j', (text, details) => {
    expect(contactDetailsIn(text)).toEqual(details)
  })

  it.each([
    'We hold 1,000,000 ounces',
    'We hold 250 000 000 of them',
    'Between 2024-01-01 and 2025-12-31',
    'Is 1977 the year?',
    '1000-5000 ounces a month',
    'The contract 0x12345678901234567890',
    '@halcrest',
  ])('is not read from %j', (text) => {
    expect(contactDetailsIn(text)).toEqual({})
  })

  it.each([
    ['My number is +33 1 99 00 12 34', true],
    ['desk@custody.example', true],
    ['What does custody cost? desk@custody.example', false],
    ['We are a custodian from Lyon and would like to hold gold, desk@custody.example', false],
    ['Hello', false],
  ])('is all that %j says: %s', (text, expected) => {
    expect(isContactDetails(text)).toBe(expected)
  })
})
