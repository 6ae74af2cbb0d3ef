import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { wordConfirmation } from '@/lib/chatbot/contact-request'
import { type SalesIntent, salesIntentOf } from '@/lib/chatbot/sales-intent'
import type { SenderDetails } from '@/lib/chatbot/schema'
import { isIntroduction, senderDetailsIn } from '@/lib/chatbot/sender-details'
import { routing } from '@/lib/i18n/routing'
import { capturedFrom, type LeadPhrase, readSet } from '../support/assistant-sets'
import { catalog, taughtLocales } from '../support/catalog'

describe.each(taughtLocales)('what visitors write in %s', (language) => {
  it.each(readSet<LeadPhrase>(`leads.${language}`))(
    'says as much as it means: $message',
    ({ message, page, expected }) => {
      expect(capturedFrom(message, page)).toEqual(expected)
    },
  )
})

describe('a telephone number', () => {
  it.each([
    ['Call (514) 555-0142 after 9', 'en', '+1 514 555 0142'],
    ['call me on 2125550188', 'en', '+1 212 555 0188'],
    ['1-800-555-0199', 'en', '+1 800 555 0199'],
    ['ring 020 7946 0958', 'en', '+44 20 7946 0958'],
    ['06.12.34.56.78', 'fr', '+33 6 12 34 56 78'],
    ['0612345678', 'es', '+33 6 12 34 56 78'],
    ['tél : 0033 6 12 34 56 78', 'fr', '+33 6 12 34 56 78'],
    ['+33 (0)6 12 34 56 78', 'en', '+33 6 12 34 56 78'],
    ['0475 12 34 56', 'fr', '+32 475 12 34 56'],
    ['04 75 12 34 56', 'fr', '+33 4 75 12 34 56'],
    ['612 345 678', 'es', '+34 612 34 56 78'],
    ['mi número es 911234567', 'es', '+34 911 23 45 67'],
    ['call 212 555 0188 x 7', 'en', '+1 212 555 0188 ext. 7'],
  ] as const)('is read from %j on a page in %s', (message, page, phone) => {
    expect(senderDetailsIn(message, page)).toEqual({ phone })
  })

  it.each([
    '1 250 000 000',
    '250 000 000',
    '12.11.2026',
    '2026-11-22 08:15',
    '2024 2025 2026',
    'le 12 11 2026',
    'US0378331005',
    'FR76 3000 6000 0112 3456 7890 189',
    '5493001KJTIIGC8Y1R12',
    '0x12345678901234567890',
    'https://chain.example/2125550188',
    'order number 2125550188',
    '192.168.100.200',
    '4111 1111 1111 1111',
    '1234567890123456',
    'Is 1977 the year?',
    'call 555 0188',
  ])('is not %j', (message) => {
    for (const page of ['en', 'fr', 'es'] as const) expect(senderDetailsIn(message, page)).toEqual({})
  })
})

describe('an address', () => {
  it.each([
    ['desk+gold@sub.custody.example.', 'desk+gold@sub.custody.example'],
    ['Write to <jane@bank.co.uk>, please', 'jane@bank.co.uk'],
  ])('is read from %j', (message, email) => {
    expect(senderDetailsIn(message, 'en').email).toBe(email)
  })

  it.each(['Our desk wants to know at which point due diligence is done', '@halcrest', 'at the bank, dot it'])(
    'is not read from %j',
    (message) => {
      expect(senderDetailsIn(message, 'en')).toEqual({})
    },
  )
})

describe('a size', () => {
  it.each([
    ['10,000 oz', '10,000 oz'],
    ['about 10,000 oz gold', '10,000 oz'],
    ['We want to buy a tonne of silver', 'a tonne'],
    ['Our fund manages $2bn in AUM and would like to allocate $50m', '$50m'],
    ['nous pensons à 2,5 M€', '2,5 M€'],
    ['Quisiéramos vender quince toneladas', 'quince toneladas'],
    ['20 bars of 400 oz, please quote', '20 bars'],
    ['We are a family office, 25m USD, please call us', '25m USD'],
  ])('is read from %j', (message, size) => {
    expect(senderDetailsIn(message, 'en').size).toBe(size)
  })

  it.each([
    'Thanks a million',
    'y a-t-il un plafond par ordre ?',
    'un token equivale a una onza',
    'can we buy 0.05 oz to test',
    'we have 2bn under management',
    'el precio de cada token',
    'We hold 1,000,000 ounces',
  ])('is not read from %j', (message) => {
    expect(senderDetailsIn(message, 'es')).toEqual({})
  })
})

describe('a wish', () => {
  it.each([
    'i want someone to call me',
    'let me talk to a real person please',
    'How can I speak to a human?',
    'Before noon I am busy. Can you call me at 5?',
    'il faut qu’un spécialiste nous contacte',
    'Comment faire ? Rappelez-moi.',
    'páseme con un asesor',
  ])('for contact is %j', (message) => {
    expect(salesIntentOf(message)).toEqual({ contact: true, quote: false })
  })

  it.each([
    'could you give us a quote',
    'RFQ: 5,000 oz Au',
    'Please provide pricing for 3 tonnes of silver',
    'what would 10,000 oz cost?',
    'pouvez-vous me coter 100 onces',
    'me pueden cotizar 100 onzas de plata',
  ])('for a quote is %j', (message) => {
    expect(salesIntentOf(message)).toEqual({ contact: false, quote: true })
  })

  it.each([
    'who will contact me after I fill in the form?',
    'do you call clients?',
    'how do updates reach us',
    'Is there a signup button or do we have to speak to somebody?',
    'no need to call me',
    "I don't want you to call me",
    'Escríbeme un poema de amor',
    'peux-tu m’écrire une requête SQL',
    'Je m’appelle Jean',
    'how much is 1 kg of gold?',
    'What is the latest quote for gold?',
    'Necesito la cotización actual de la plata',
    'what does it cost to store 10,000 oz for a year?',
    'Combien de jetons pour dix onces ?',
    'we do not need a quote',
  ])('is not %j', (message) => {
    expect(salesIntentOf(message)).toEqual({ contact: false, quote: false })
  })
})

it('a message that says how to reach its sender and little else is told from a question', () => {
  expect(isIntroduction('My number is +33 1 99 00 12 34', 'en')).toBe(true)
  expect(isIntroduction('I am Jane Doe from the Bank of Ruritania, jane@bank.example', 'en')).toBe(true)
  expect(isIntroduction('What does custody cost? desk@custody.example', 'en')).toBe(false)
  expect(isIntroduction('We are a custodian and would like to hold gold, desk@custody.example', 'en')).toBe(false)
  expect(isIntroduction('Jane Doe, Acme Bank', 'en')).toBe(false)
})

describe.each(routing.locales)('the confirmation in %s', (locale) => {
  const messages = catalog(locale)
  const t = createTranslator({ locale, messages, namespace: 'Chat.answers' })
  const link = `[${messages.Contact.title}](${locale === 'en' ? '' : `/${locale}`}/contact)`
  const confirm = (outcome: Parameters<typeof wordConfirmation>[0], details: SenderDetails, asked?: SalesIntent) =>
    wordConfirmation(outcome, details, locale, asked)
  const jane = { phone: '+1 212 555 0188' }

  it('names what was understood, or what is missing', async () => {
    const noted = t('contactNoted', { details: '+1 212 555 0188' })
    expect(await confirm('created', jane)).toBe(`${t('contactRecorded')} ${noted}`)
    expect(await confirm('details', jane)).toBe(`${t('contactAdded')} ${noted}`)
    expect(await confirm('created', {})).toBe(`${t('contactRecorded')} ${t('contactMissing')}\n\n${link}`)
    expect(await confirm('details', { size: '5 kg' })).toBe(
      `${t('contactAdded')} ${t('contactNoted', { details: '5 kg' })} ${t('contactMissing')}\n\n${link}`,
    )
  })

  it('quotes nothing and passes on the size', async () => {
    const quote = { contact: false, quote: true }
    const said = await confirm('created', { ...jane, size: '10,000 oz' }, quote)
    expect(said).toContain(' (10,000 oz) ')
    expect(said.match(/10,000 oz/g)).toHaveLength(1)
    expect(await confirm('created', jane, quote)).not.toContain('(')
    expect(await confirm('updated', jane, quote)).toContain(t('quoteAdded', { size: 'none' }))
  })

  it('says so when nothing could be recorded, and nothing where nothing was asked', async () => {
    for (const outcome of ['failed', 'refused'] as const) {
      expect(await confirm(outcome, jane)).toBe(`${t('contactFailed')}\n\n${link}`)
    }
    expect(await confirm('updated', jane)).toBe('')
  })
})
