import { randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { contactFields, emptyFields, errorCodesOf } from '@/lib/leads/fields'
import { fieldSchema } from '@/lib/leads/schema'
import { hashFields, saveLead } from '@/lib/leads/store'
import { validContact } from '../support/contact'

describe('a repeated request', () => {
  it('is recognised by the hash that the first one was stored with, from whatever version', async () => {
    // SHA-256 of ["Amélie Dubois", e-mail address, company, telephone number, message, "fr"] as JSON.
    const known = '1e30ba3eb8e0072a2310e7f4f930f55ed7555b558a4bb84330f5e22fb3e82770'
    expect(hashFields({ ...emptyFields, ...validContact })).toBe(known)
    const key = randomUUID()
    await saveLead(validContact, key)
    const database = new Sqlite(String(process.env.DATABASE_URL).replace('file:', ''), { readonly: true })
    expect(database.prepare('SELECT bodyHash FROM Lead WHERE idempotencyKey = ?').get(key)).toEqual({ bodyHash: known })
    database.close()
  })

  it.each([...contactFields, 'language'] as const)('is another one when its %s is another', async (field) => {
    const key = randomUUID()
    await saveLead(validContact, key)
    expect(await saveLead({ ...validContact, [field]: field === 'language' ? 'es' : 'Other' }, key)).toBe('key_reused')
  })
})

describe('a field that is not required', () => {
  it.each([
    ['line', ' CFO\n', 'CFO', 'x'.repeat(21), 'too_long'],
    ['email', ' a@b.example ', 'a@b.example', 'a@', 'invalid_email'],
    ['phone', '+33 1 99 00', '+33 1 99 00', '12', 'invalid_phone'],
    ['text', 'one\r\ntwo ', 'one\ntwo', 'x'.repeat(21), 'too_long'],
  ] as const)('may be left out or empty, and is validated where it is given: %s', (kind, given, tidy, wrong, code) => {
    const schema = fieldSchema({ kind, required: false, max: 20 })
    expect([undefined, '', '  ', given].map((value) => schema.parse(value))).toEqual(['', '', '', tidy])
    expect(schema.safeParse(wrong).error?.issues.map(({ message }) => message)).toEqual([code])
    expect(schema.safeParse('x'.repeat(21)).error?.issues.map(({ message }) => message)).toEqual(['too_long'])
    expect(schema.safeParse(null).success).toBe(false)
  })
})

describe.each(['line', 'email', 'phone', 'text'] as const)('a field of the kind %s', (kind) => {
  it.each([
    [' ', 'required'],
    [undefined, 'required'],
    ['x'.repeat(21), 'too_long'],
  ])('tells one thing that is wrong, not all at once: %j', (wrong, code) => {
    const { error } = fieldSchema({ kind, required: true, max: 20 }).safeParse(wrong)
    expect(error?.issues.map(({ message }) => message)).toEqual([code])
  })
})

it('tidies what is typed: signs without a shape, and the line ends of every system', () => {
  const tidy = (kind: 'line' | 'text', value: string) => fieldSchema({ kind, required: true, max: 50 }).parse(value)
  expect(tidy('line', 'A\u0000\r\nB\tC')).toBe('A B C')
  expect(tidy('text', 'a\rb\r\nc\nd\te\u0007')).toBe('a\nb\nc\nd\te')
})

it.each([
  ['12 34 56', true],
  ['12 34 5', false],
  ['+４９ ３０ ９０１８２０', true],
  ['+٤٩ ٣٠ ٩٠١٨٢٠', true],
  ['۰۲۱ ۱۲', false],
])('takes six digits of any script for a phone number, and no fewer: %s', (phone, isValid) => {
  expect(fieldSchema({ kind: 'phone', required: true, max: 50 }).safeParse(phone).success).toBe(isValid)
})

it.each([
  'info@müller.de',
  'u@xn--e1afmkfd.xn--p1ai',
  'a&b@example.com',
  'niño@correo.example',
  'josé@exämple.com',
  'o’neill+gold@sub.bank.co.uk',
  "!#$%&'*+/=?^_`{|}~-@example.org",
  '用户@例子.广告',
  'उपयोगकर्ता@उदाहरण.भारत',
])('accepts the e-mail address %s', (address) => {
  expect(fieldSchema({ kind: 'email', required: true, max: 254 }).parse(` ${address} `)).toBe(address)
})

it.each([
  'amelie@',
  '@bank.example',
  'a b@bank.example',
  'a@b@bank.example',
  'a@bank',
  'a@bank..example',
  'a@-bank.example',
  'a@bank-.example',
  '.a@bank.example',
  'a.@bank.example',
  'a..b@bank.example',
  'a@192.0.2.1',
  'a,b@bank.example',
  '<a@bank.example>',
  'a@bank.example\u200b',
  `${'a'.repeat(65)}@bank.example`,
])('refuses %j as an e-mail address', (address) => {
  const { error } = fieldSchema({ kind: 'email', required: true, max: 254 }).safeParse(address)
  expect(error?.issues.map(({ message }) => message)).toEqual(['invalid_email'])
})

it('has the codes of what may be wrong with a field, those of its kind among them', () => {
  expect(Object.fromEntries(contactFields.map((field) => [field, errorCodesOf(field)]))).toEqual({
    name: ['required', 'too_long'],
    email: ['required', 'invalid_email', 'too_long'],
    company: ['required', 'too_long'],
    phone: ['required', 'invalid_phone', 'too_long'],
    message: ['required', 'too_long'],
  })
})
