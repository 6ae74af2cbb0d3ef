// Checks that requests may be as large as the longest values that the schemas
// allow, in every script and encoding.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { maxBytesOf } from '@/lib/http/body-size'
import { leadFields } from '@/lib/leads/contact-fields'
import { maxCharacters } from '@/lib/max-characters'
import { operations, operatorKey } from '../support/api'
import { freshReport, siteRequest, withId } from '../support/attestations'
import { validContact } from '../support/contact'
import { storeLead } from '../support/delivery'
import { setForBlock } from '../support/settings'

setForBlock({ CHATBOT_ENABLED: 'true' })

const scripts = {
  Latin: 'a',
  Cyrillic: 'Ж',
  CJK: '文',
  emoji: '😀',
  quotes: '"',
}

const fill = (text: string, max: number) => text.repeat(max)

/** Builds the longest body that each operation accepts. */
const longest: Record<string, (text: string) => Record<string, string>> = {
  'POST /api/contact': (text) => ({
    ...validContact,
    name: fill(text, leadFields.name.max),
    company: fill(text, leadFields.company.max),
    message: fill(text, leadFields.message.max),
    email: `${randomUUID()}@banque.example`,
  }),
  'POST /api/chatbot/chat': (text) => {
    return {
      session_id: 'test-session-0123456789',
      language: 'fr',
      message: fill(text, 2000),
    }
  },
  'POST /api/attestations': (text) =>
    freshReport({ title: fill(text, 200), description: fill(text, 2000) }),
  'POST /api/operator/leads/{id}': (text) => ({
    note: fill(text, 5000),
    previous_note: '',
    owner: fill(text, 100),
  }),
  'POST /api/operator/reports': (text) => ({
    intent: 'save',
    draft: randomUUID(),
    title: fill(text, 4000),
    description: fill(text, 4000),
    firm: fill(text, 4000),
    file_url: fill(text, 4000),
  }),
}

/** Writes JSON in ASCII only because some clients escape everything else. */
function escapedJson(value: object): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const encodings = {
  'application/json': escapedJson,
  'application/x-www-form-urlencoded': (value: Record<string, string>) =>
    `${new URLSearchParams(value)}`,
}

const cases = operations.flatMap((operation) => {
  const types = Object.entries(encodings).filter(([type]) =>
    operation.body?.types.includes(type),
  )
  return types.flatMap(([type, encode]) =>
    Object.entries(scripts).map(([script, text]) => ({
      ...operation,
      type,
      encode,
      script,
      text,
    })),
  )
})

describe('the longest body', () => {
  it.each(cases.filter(({ name }) => name in longest))(
    'in $script is accepted by $name as $type',
    async (operation) => {
      const { name, method, path, type, encode, text, handle } = operation
      const id = (await storeLead()).id
      const body = encode(longest[name]?.(text) ?? {})
      const headers = { 'Content-Type': type }
      const request = siteRequest(method, path.replace('{id}', id), {
        key: operatorKey,
        headers,
        body,
      })

      const response = await (await handle())(request, withId(id))
      expect(response.status).toBeGreaterThanOrEqual(200)
      expect(response.status).toBeLessThan(400)
    },
  )
})

describe('the maximum byte size of a schema', () => {
  const text = (max: number) => z.string().check(...maxCharacters(max))

  it('follows from the schema’s maximum characters', () => {
    const one = maxBytesOf(z.object({ a: text(1000) }))

    expect(maxBytesOf(z.object({ a: text(2000) })) - one).toBe(12_000)
    expect(
      maxBytesOf(z.object({ a: text(1000), b: text(1000).optional() })) - one,
    ).toBe(12_000)
    expect(maxBytesOf(z.object({ a: z.array(text(100)).max(20) })) - one).toBe(
      12_000,
    )
  })

  it('is that of the longest alternative', () => {
    const either = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), a: text(10) }),
      z.object({ kind: z.literal('b'), b: text(1000) }),
    ])

    expect(maxBytesOf(either)).toBe(
      maxBytesOf(z.object({ kind: z.literal('b'), b: text(1000) })),
    )
  })
})
