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

    describe('inside other text', () => {
      const inside = `Ada${text}Quill`

      it('is removed from a name', async () => {
        const email = `${randomUUID()}@banque.example`
        const body = { ...validContact, name: inside, message: inside, email }

        const response = await contact(
          siteRequest('POST', '/api/contact', { body }),
        )

        const [lead] = await runSql(
          'SELECT name FROM Lead WHERE email = ?',
          email,
        )
        expect(response.status).toBe(201)
        expect(lead?.name).toMatch(/^Ada ?Quill$/)
      })

      it('can be asked about', async () => {
        const body = { ...chat, message: inside }

        const response = await ask(
          siteRequest('POST', '/api/chatbot/chat', { body }),
        )

        expect(response.status).toBe(200)
      })

      it('can be published in a report', async () => {
        const body = freshReport({ firm: inside })

        const response = await publish(
          siteRequest('POST', '/api/attestations', { key: keys.alice, body }),
        )

        expect(response.status).toBe(201)
      })

      it('is a conflict as the former owner of a lead without one', async () => {
        const { id } = await storeLead()
        const body = {
          note: inside,
          previous_note: '',
          owner: inside,
          previous_owner: text,
        }

        const response = await leadAction(
          siteRequest('POST', `/api/operator/leads/${id}`, {
            key: keys.alice,
            body,
          }),
        )

        expect(response.status).toBe(409)
      })

      it('can be searched for', async () => {
        const query = new URLSearchParams({ q: inside, owner: inside })

        const response = await list(
          siteRequest('GET', `/api/contact?${query}`, { key: keys.alice }),
        )

        expect(response.status).toBe(200)
      })
    })
  },
)
