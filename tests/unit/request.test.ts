import { expect, it } from 'vitest'
import { idempotencyKeyOf, isCrossSite } from '@/lib/http/request'
import { postRequest } from '../support/requests'

// security-matrix.test.ts covers other origins and Sec-Fetch-Site.
const isFromOtherSite = (origin: string) =>
  isCrossSite(postRequest('', { Origin: origin, Host: 'second.example' }))

it('a request whose Origin matches its Host is not cross-site', () => {
  expect(isFromOtherSite('https://second.example')).toBe(false)
})

it('a request from another port of its host is cross-site', () => {
  expect(isFromOtherSite('https://second.example:444')).toBe(true)
})

const readKey = (key: string) =>
  idempotencyKeyOf(postRequest('', { 'Idempotency-Key': key }))

it.each(['a'.repeat(16), 'a'.repeat(128), 'a_-9'.repeat(8)])(
  'the idempotency key %s is valid',
  (key) => {
    expect(readKey(key)).toBe(key)
  },
)

it.each([
  'a'.repeat(15),
  'a'.repeat(129),
  `${'a'.repeat(16)}:`,
  `:${'a'.repeat(16)}`,
])('the idempotency key %s is invalid', (key) => {
  expect(readKey(key)).toBeUndefined()
})

// Structured header fields quote strings (RFC 9651).
it('an idempotency key may be in quotation marks', () => {
  expect(readKey(`"${'a'.repeat(16)}"`)).toBe('a'.repeat(16))
})

it('a missing idempotency key is generated', () => {
  const first = idempotencyKeyOf(postRequest())
  const second = idempotencyKeyOf(postRequest())

  expect(first).toMatch(/^[\w-]{16,128}$/)
  expect(second).not.toBe(first)
})
