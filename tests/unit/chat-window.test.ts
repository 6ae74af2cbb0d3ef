import { describe, expect, it, vi } from 'vitest'
import {
  addToNote,
  cardAfterQuestion,
  cardView,
} from '@/lib/chatbot/browser/card'
import {
  type CardState,
  type Conversation,
  emptyCard,
  isConversation,
  type Message,
  promptsContact,
} from '@/lib/chatbot/browser/conversation'
import { contactDetailsIn, withoutDetails } from '@/lib/chatbot/contact-details'
import { readUnsentForm } from '@/lib/leads/browser/contact-api'
import { parseContactDetails } from '@/lib/leads/card-schema'
import { markdownToText, telephoneNumber } from '@/lib/plain-text'

const timestamp = '2026-01-01T00:00:00.000Z'

function said(...texts: string[]): Message[] {
  return texts.map((content) => ({ role: 'user', content, timestamp }))
}

function answered(content: string, more: Partial<Message> = {}): Message {
  return { role: 'assistant', content, timestamp, ...more }
}

function conversationOf(messages: Message[]): Conversation {
  return {
    language: 'en',
    session_id: '1767225600000-0123456789abcdef',
    messages,
    card: emptyCard,
  }
}

describe('a stored conversation', () => {
  const stored = (message: object) => ({
    ...conversationOf([]),
    messages: [{ ...answered('Hello'), ...message }],
  })

  it('is valid with every optional message field', () => {
    const sources = [{ id: 'a', title: 'A', path: '/' }]

    expect(
      isConversation(
        stored({
          language: 'fr',
          quickActions: ['And silver?'],
          sources,
          failed: true,
        }),
      ),
    ).toBe(true)
  })

  it.each<[string, object]>([
    ['a language that the site does not have', { language: 'xx' }],
    [
      'a text instead of a list of suggestions',
      { quickActions: 'And silver?' },
    ],
    ['a text instead of a failure flag', { failed: 'yes' }],
    ['an unknown role', { role: 'operator' }],
  ])('is invalid with %s', (_, message) =>
    expect(isConversation(stored(message))).toBe(false),
  )

  it('is invalid with a null message or without a session', () => {
    expect(isConversation({ ...conversationOf([]), messages: [null] })).toBe(
      false,
    )
    expect(
      isConversation({ ...conversationOf([]), session_id: undefined }),
    ).toBe(false)
  })
})

describe('a telephone link', () => {
  it('is recognized with an international number', () =>
    expect(telephoneNumber('tel:+12125550100')).toBe('+12125550100'))

  it.each([
    ...[
      'tel:911',
      'tel:*21*5550100#',
      'tel:+1;phone-context=x',
      'tel:+12345678901234567',
      'TEL:+12125550100',
    ],
    ...[
      'sms:+12125550100',
      'tel:+1212555%0A0100',
      ' tel:+12125550100',
      'tel:+02125550100',
    ],
  ])('is not recognized in %s', (address) =>
    expect(telephoneNumber(address)).toBeUndefined(),
  )

  it('becomes plain text with its number only once', () => {
    expect(markdownToText('Call [+1 (212) 555-0100](tel:+12125550100).')).toBe(
      'Call +1 (212) 555-0100.',
    )

    const named =
      'Please [**call us**](tel:+12125550100), or [write](/contact).'
    expect(markdownToText(named)).toBe(
      'Please call us (+12125550100), or write.',
    )
    expect(markdownToText('[+1 212 555 0100](tel:+12125550100)')).toBe(
      '+1 212 555 0100',
    )
  })
})

describe('a contact detail in a message', () => {
  it.each([
    ['write to eve@bank.example, please', 'eve@bank.example'],
    ['pat (at) brightwaterria (dot) com', 'pat@brightwaterria.com'],
    ['gord at fenwick dot example, please', 'gord@fenwick.example'],
    [
      'ivan guion bajo solis arroba semanario punto example',
      'ivan_solis@semanario.example',
    ],
    ['ana punto solis arroba banco punto example', 'ana.solis@banco.example'],
    ['marie [arobase] banque.example', 'marie@banque.example'],
    ["please don't hesitate to call me: +1 212 555 0188", '+1 212 555 0188'],
    ['mon numéro : 06.12.34.56.78', '06.12.34.56.78'],
    ['(787) 555-0142', '(787) 555-0142'],
    ['llame al 300 555 01 42', '300 555 01 42'],
    ['mi móvil es 612 555 018', '612 555 018'],
    ['mi teléfono es 514 555 6000', '514 555 6000'],
    ['llámeme al 2125556000', '2125556000'],
    ['mi teléfono: 915550000', '915550000'],
    [
      'ce n’est pas elodie@banque.example mais e.marchand@banque.example',
      'e.marchand@banque.example',
    ],
    [
      'no es ja.nunez@banco.example sino jose.nunez@banco.example',
      'jose.nunez@banco.example',
    ],
    ['it is eve@bank.example, not eva@bank.example', 'eve@bank.example'],
    ['not +1 212 555 0188 but +1 212 555 0199', '+1 212 555 0199'],
    ['pas le 01 42 98 10 12 mais le 01 42 98 10 21', '01 42 98 10 21'],
    ['en lugar de ana@banco.example, eva@banco.example', 'eva@banco.example'],
    ['mon numéro est 514-555-0142 poste 223', '514-555-0142 poste 223'],
    ['llame al 91 555 01 42 ext. 22', '91 555 01 42 ext. 22'],
    ['+1 212 555 0188 x44', '+1 212 555 0188 x44'],
    ['reach me at 614-555-0143 2pm or later', '614-555-0143'],
    ['mi correo es «eve@bank.example»', 'eve@bank.example'],
  ])('is found in %j as %j', (message, found) => {
    expect(contactDetailsIn(message)).toEqual([found])
  })

  it.each([
    'about 10,000,000 USD',
    'we hold 1 250 000 000 dollars',
    'or 250 000 000, which is 250000000',
    'we trade 2500000 a year',
    'on 2026-11-28 or 28/11/2026',
    'our IBAN is FR76 3000 6000 0112 3456 7890 189',
    'https://chain.example/2125550188',
    'ERC-3643 and 31.1034768 g, or 31,1034768 g',
    'from 2026 - 250 000 a year',
    'about 2500000USD',
    'What are the fees?',
    'we look at halcrest.com',
  ])('is not found in %j', (message) => {
    expect(contactDetailsIn(message)).toEqual([])
  })
})

describe('a phone number in a message', () => {
  it.each([
    '+41 – 22 – 555 01 99',
    '1-800-555-GOLD',
    '514‑555‑0142',
    '٠٢٢٥٥٥٠١٤٢',
    '514-555-0142 int 12',
    '614-555-0143x44',
    '614-555-0143 / 614-555-0199',
  ])('is filled into the card as the whole number %s', (number) => {
    const details = contactDetailsIn(`Call me at ${number}`)

    expect(details).toEqual([number])
    expect(parseContactDetails(number)).toEqual({
      email: '',
      phone: number,
      hasMore: false,
    })
  })

  it.each(['+41 – 22 – 555 01 99', '514‑555‑0142', '٠٢٢٥٥٥٠١٤٢'])(
    'is masked if it is written as %s',
    (number) => {
      expect(withoutDetails(`Call ${number}, please`)).toBe('Call …, please')
    },
  )
})

describe('the contact card', () => {
  const in_ = (state: CardState['state']): CardState => ({
    ...emptyCard,
    state,
  })

  it('opens with the contact detail and the message as its note', () => {
    const card = cardAfterQuestion(
      emptyCard,
      said('call +1 212 555 0188 after nine'),
    )

    expect(card.state).toBe('open')
    expect(card.values).toMatchObject({
      reach: '+1 212 555 0188',
      note: 'call +1 212 555 0188 after nine',
    })
  })

  it('notes a message once, even if it is sent again', () => {
    const message = said('call +1 212 555 0188')
    const card = cardAfterQuestion(emptyCard, message)

    expect(cardAfterQuestion(card, message).values.note).toBe(
      'call +1 212 555 0188',
    )
  })

  it('notes a remark even if it repeats part of an earlier line', () => {
    const card = cardAfterQuestion(emptyCard, said('call +1 212 555 0188'))

    expect(addToNote(card, '212').values.note).toBe('call +1 212 555 0188\n212')
  })

  it('reopens after sending to note a later remark', () => {
    const card = addToNote(in_('sent'), 'mornings are best')

    expect(card.state).toBe('open')
    expect(card.values.note).toBe('mornings are best')
  })

  it('is offered again but not opened if a contact detail follows dismissal', () => {
    const message = said('call +1 212 555 0188')
    const card = cardAfterQuestion(in_('dismissed'), message)

    expect(cardView(card, message)).toBe('offer')
    expect(cardView({ ...card, state: 'dismissed' }, message)).toBe('none')
  })

  it('opens with both the address and the number of a message', () => {
    const card = cardAfterQuestion(
      emptyCard,
      said('eve@bank.example or +1 212 555 0188'),
    )

    expect(card.values.reach).toBe('eve@bank.example, +1 212 555 0188')
  })

  it('reopens for changes if a contact detail follows after sending', () => {
    expect(
      cardAfterQuestion(in_('sent'), said('rather +1 212 555 0199')),
    ).toMatchObject({
      state: 'open',
      values: { reach: '+1 212 555 0199' },
    })
  })

  it.each([
    [
      'corrects a number',
      'call 614-555-0137',
      'sorry, 614-555-0173',
      '614-555-0173',
    ],
    [
      'corrects an address',
      'eve@bank.com',
      'it is eve@bank.example',
      'eve@bank.example',
    ],
    [
      'corrects an extension',
      'call 614-555-0137 ext. 2',
      'sorry, 614-555-0137 ext. 3',
      '614-555-0137 ext. 3',
    ],
    [
      'adds a number to an address',
      'eve@bank.example',
      'or +1 212 555 0188',
      'eve@bank.example, +1 212 555 0188',
    ],
  ])('%s after a later message', (_, first, second, reach) => {
    const card = cardAfterQuestion(
      cardAfterQuestion(emptyCard, said(first)),
      said(second),
    )

    expect(card.values).toMatchObject({ reach, note: `${first}\n${second}` })
  })

  it('is offered after two unanswered questions in a row', () => {
    const lost = answered('No.', { unanswered: true })
    const both = [lost, ...said('And?'), lost]

    expect(cardView(emptyCard, [lost])).toBe('none')
    expect(cardView(emptyCard, both)).toBe('offer')
    expect(cardView(emptyCard, [lost, answered('Yes.'), lost])).toBe('none')
    expect(cardView(in_('dismissed'), both)).toBe('none')
  })

  it('is hidden after an answer for private investors unless it was sent', () => {
    const shop = answered('Here is the shop.', { lead_type: 'retail' })

    expect(cardView(in_('open'), [shop])).toBe('barred')
    expect(cardView(in_('sent'), [shop])).toBe('receipt')
  })

  it('is shown to a visitor who names an institution after seeing the shop link', () => {
    const shop = answered('Here is the shop.', { lead_type: 'retail' })
    const noted = answered('It is in the form.', { offers_contact: true })

    expect(cardView(in_('open'), [shop, noted])).toBe('form')
  })
})

it('the contact prompt stays until an answer for private investors', () => {
  const team = answered('Ask the team.', { should_show_contact_form: true })
  const shop = answered('Here is the shop.', { lead_type: 'retail' })

  expect(promptsContact([team, answered('Yes.')])).toBe(true)
  expect(promptsContact([team, shop, answered('Yes.')])).toBe(false)
  expect(promptsContact([shop, team])).toBe(true)
})

it('only the valid fields of a malformed form draft are restored', () => {
  const draft = {
    name: 'Amélie',
    email: 5,
    company: null,
    phone: ['1'],
    message: 'Already here.',
    other: 'x',
  }
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(draft) })

  expect(readUnsentForm()).toEqual({ name: 'Amélie', message: 'Already here.' })
})
