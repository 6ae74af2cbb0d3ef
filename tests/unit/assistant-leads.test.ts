import { describe, expect, it } from 'vitest'
import { questionOf } from '@/lib/chatbot/engine/words'
import { salesIntentOf } from '@/lib/chatbot/sales-intent'
import { senderDetailsIn } from '@/lib/chatbot/sender-details'
import { capturedFrom, type LeadPhrase, readSet } from '../support/assistant-sets'
import { taughtLocales } from '../support/catalog'

describe.each(taughtLocales)('what visitors write in %s', (language) => {
  const phrases = readSet<LeadPhrase>(`leads.${language}`)

  it.each(phrases)('says as much as it means: $message', ({ message, page, expected }) => {
    expect(capturedFrom(message, page)).toEqual(expected)
  })
})

it.each([
  ['Call (514) 555-0142 after 9', 'en', '+1 514 555 0142'],
  ['ring 020 7946 0958', 'en', '+44 20 7946 0958'],
  ['+33 (0)6 12 34 56 78', 'en', '+33 6 12 34 56 78'],
  ['call 212 555 0188 x 7', 'en', '+1 212 555 0188 ext. 7'],
  ['06.12.34.56.78', 'fr', '+33 6 12 34 56 78'],
  ['0475 12 34 56', 'fr', '+32 475 12 34 56'],
  ['04 75 12 34 56', 'fr', '+33 4 75 12 34 56'],
] as const)('a telephone number is read from %j on a page in %s', (message, page, phone) => {
  expect(senderDetailsIn(message, page)).toEqual({ phone })
})

it('a telephone number is searched for among the last digits of a message alone', () => {
  const figures = 'lot 1, '.repeat(200)
  expect(senderDetailsIn(`${figures} call 212 555 0188`, 'en')).toEqual({ phone: '+1 212 555 0188' })
  expect(senderDetailsIn(`call 212 555 0188 ${figures}`, 'en')).toEqual({})
})

it('a message says what it says in its first sentences', () => {
  const sentences = (count: number) => '¿a?\n'.repeat(count)
  expect(salesIntentOf(`${sentences(20)}Please call me back.`).contact).toBe(true)
  expect(salesIntentOf(`${sentences(400)}Please call me back.`).contact).toBe(false)
  expect(questionOf(sentences(400)).sentences).toHaveLength(60)
})

it.each([
  '1 250 000 000',
  'FR76 3000 6000 0112 3456 7890 189',
  '0x12345678901234567890',
  'https://chain.example/2125550188',
  'order number 2125550188',
  '4111 1111 1111 1111',
  'call 555 0188',
])('no telephone number is %j', (message) => {
  for (const page of taughtLocales) expect(senderDetailsIn(message, page)).toEqual({})
})

it.each([
  ['desk+gold@sub.custody.example.', 'desk+gold@sub.custody.example'],
  ['Write to <jane@bank.co.uk>, please', 'jane@bank.co.uk'],
  ['Write to o’neill@bank.example', "o'neill@bank.example"],
  ['Our desk wants to know at which point due diligence is done', undefined],
])('of %j the address is %j', (message, email) => {
  expect(senderDetailsIn(message, 'en')).toEqual(email ? { email } : {})
})

it.each([
  ['about 10,000 oz gold', '10,000 oz'],
  ['20 bars of 400 oz, please quote', '20 bars'],
  ['We are a family office, 25m USD, please call us', '25m USD'],
  ['Thanks a million', undefined],
  ['can we buy 0.05 oz to test', undefined],
  ['we have 2bn under management', undefined],
])('of %j the size of an order is %j', (message, size) => {
  expect(senderDetailsIn(message, 'en').size).toBe(size)
})

const [contact, quote, none] = ['contact', 'a quote', 'neither contact nor a quote']

it.each([
  ['How can I speak to a human?', contact],
  ['Before noon I am busy. Can you call me at 5?', contact],
  ['what would 10,000 oz cost?', quote],
  ['pouvez-vous me coter 100 onces', quote],
  ['who will contact me after I fill in the form?', none],
  ['Is there a signup button or do we have to speak to somebody?', none],
  ["I don't want you to call me", none],
  ['how much is 1 kg of gold?', none],
  ['what does it cost to store 10,000 oz for a year?', none],
  ['we do not need a quote', none],
])('%j is a wish for %s', (message, wish) => {
  expect(salesIntentOf(message)).toEqual({ contact: wish === contact, quote: wish === quote })
})
