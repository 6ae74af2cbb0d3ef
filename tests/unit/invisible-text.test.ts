// Tests invisible and invalid characters in every text that people send.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { POST as publish } from '@/app/api/attestations/route'
import { POST as ask } from '@/app/api/chatbot/chat/route'
import { POST as contact, GET as list } from '@/app/api/contact/route'
import { reportSchema } from '@/lib/attestations/report-changes'
import { draftSchema, withdrawalSchema } from '@/lib/attestations/schema'
import { chatRequestSchema } from '@/lib/chatbot/schema'
import { leadAction } from '@/lib/console/leads/action-handler'
import { updateSchema } from '@/lib/console/leads/schema'
import { contactFields } from '@/lib/leads/contact-fields'
import { leadQuerySchema } from '@/lib/leads/query'
import { contactSchema } from '@/lib/leads/schema'
import { keySchema } from '@/lib/operator/schema'
import {
  freshReport,
  keys,
  siteRequest,
  validReport,
} from '../support/attestations'
import { validContact } from '../support/contact'
import { runSql } from '../support/database'
import { storeLead } from '../support/delivery'

const unseen = [
  '\u200B',
  '\uFEFF',
  '\u2060',
  '\u00AD',
  '\u202E',
  '\u2066\u2069',
  '\uFE0F',
  '\u{E0041}',
  '\u0000',
  '\uD800',
  '\uFFFF',
]
const chat = {
  session_id: 'test-session-0123456789',
  language: 'en',
  message: 'Hello',
}
const schemas = {
  contact: contactSchema,
  chat: chatRequestSchema,
  report: reportSchema,
  key: keySchema,
}

describe.each(unseen.map((text) => ({ code: JSON.stringify(text), text })))(
  'the invisible text $code',
  ({ text }) => {
    const issues = (schema: keyof typeof schemas, value: object) => {
      return schemas[schema]
        .safeParse(value)
        .error?.issues.map(
          ({ path, message }) => `${String(path[0])} ${message}`,
        )
    }

    it('does not fill a required field by itself', () => {
      const nothing = Object.fromEntries(
        contactFields.map((field) => [field, text]),
      )

      expect(issues('contact', { ...validContact, ...nothing })).toEqual(
        contactFields.map((field) => `${field} required`),
      )
      expect(issues('chat', { ...chat, message: text })).toEqual([
        'message required',
      ])
      expect(issues('report', { ...validReport, title: text })).toEqual([
        'title required',
      ])
      expect(issues('key', { key: text })).toEqual(['key required'])
    })

    it('leaves an optional field empty by itself', () => {
      expect(
        reportSchema.parse({
          ...validReport,
          description: text,
          replaces: text,
        }),
      ).toMatchObject({
        description: null,
        replaces: null,
      })
      expect(withdrawalSchema.parse({ reason: text })).toEqual({ reason: null })
      expect(draftSchema.parse({ title: text }).title).toBe('')
      expect(updateSchema.parse({ note: text, owner: text })).toMatchObject({
        note: '',
        owner: '',
      })
      expect(leadQuerySchema.parse({ q: text }).q).toBe('')
    })

    it('is removed around other text', () => {
      const around = (value: string) => `${text} ${value} ${text}`
      const typed = Object.fromEntries(
        contactFields.map((field) => [field, around(validContact[field])]),
      )

      expect(contactSchema.parse({ ...validContact, ...typed })).toEqual(
        validContact,
      )
      expect(
        chatRequestSchema.parse({ ...chat, message: around('Hello') }).message,
      ).toBe('Hello')
      expect(
        reportSchema.parse({
          ...validReport,
          title: around('Title'),
          firm: around('Firm'),
        }),
      ).toMatchObject({
        title: 'Title',
        firm: 'Firm',
      })
      expect(updateSchema.parse({ owner: around('Zoé') }).owner).toBe('Zoé')
      expect(
        leadQuerySchema.parse({ q: around('bank'), owner: around('Zoé') }),
      ).toMatchObject({
        q: 'bank',
        owner: 'Zoé',
      })
    })

    it('is stored or refused inside other text without a server error', async () => {
      const inside = `Ada${text}Quill`
      const email = `${randomUUID()}@banque.example`
      const { id } = await storeLead()
      const note = {
        note: inside,
        previous_note: '',
        owner: inside,
        previous_owner: text,
      }
      const answers = [
        await contact(
          siteRequest('POST', '/api/contact', {
            body: { ...validContact, name: inside, message: inside, email },
          }),
        ),
        await ask(
          siteRequest('POST', '/api/chatbot/chat', {
            body: { ...chat, message: inside },
          }),
        ),
        await publish(
          siteRequest('POST', '/api/attestations', {
            key: keys.alice,
            body: freshReport({ firm: inside }),
          }),
        ),
        await leadAction(
          siteRequest('POST', `/api/operator/leads/${id}`, {
            key: keys.alice,
            body: note,
          }),
        ),
        await list(
          siteRequest(
            'GET',
            `/api/contact?${new URLSearchParams({ q: inside, owner: inside })}`,
            { key: keys.alice },
          ),
        ),
      ]

      expect(answers.map(({ status }) => status)).toEqual([
        201, 200, 201, 409, 200,
      ])
      const [lead] = await runSql(
        'SELECT name FROM Lead WHERE email = ?',
        email,
      )
      expect(lead?.name).toMatch(/^Ada ?Quill$/)
    })
  },
)

it('typographic and full-width characters in contact details are normalized', () => {
  const parse = (email: string) =>
    contactSchema.parse({ ...validContact, email }).email

  expect(parse('o’neill@bank.example')).toBe("o'neill@bank.example")
  expect(parse('ada＠ｂａｎｋ。example')).toBe('ada@bank.example')
  expect(parse('\u00A0ada@bank.example\u3000')).toBe('ada@bank.example')
  expect(
    contactSchema.parse({ ...validContact, phone: '＋４９ ３０ ９０１８２０' })
      .phone,
  ).toBe('+49 30 901820')
})

it('full-width characters in figures and dates are accepted', () => {
  const typed = {
    gold_ounces: '４１２５０．５',
    report_date: '２０２５-０１',
    as_of: '２０２５－０１－３１',
  }
  const expected = {
    gold_ounces: '41250.5',
    report_date: '2025-01',
    as_of: '2025-01-31',
  }

  expect(reportSchema.parse({ ...validReport, ...typed })).toMatchObject(
    expected,
  )
})

it('an emoji or accented letter counts as one character', () => {
  const codesOf = (message: string) => {
    return contactSchema
      .safeParse({ ...validContact, message })
      .error?.issues.map((issue) => issue.message)
  }

  expect(codesOf('😀'.repeat(5000))).toBeUndefined()
  expect(codesOf('e\u0301'.repeat(5000))).toBeUndefined()
  expect(codesOf('😀'.repeat(5001))).toEqual(['too_long'])
})
