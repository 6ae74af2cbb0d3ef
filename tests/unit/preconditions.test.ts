import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { failedPrecondition } from '@/lib/server/resource'

const etag = '"own"'

const evaluate = (
  headers: Record<string, string>,
  tag?: string,
  method = 'GET',
) => failedPrecondition({ method, headers } as IncomingMessage, tag)

it.each([
  ['"own"', undefined],
  ['"other", "own"', undefined],
  ['*', undefined],
  [' * ', undefined],
  ['"other"', 412],
  ['W/"own"', 412],
  ['own', 412],
  ['"a,*,b"', 412],
  ['*, "other"', 412],
  ['', 412],
])('If-Match: %s is compared strongly', (value, expected) => {
  expect(evaluate({ 'if-match': value }, etag)).toBe(expected)
})

it.each([
  ['"own"', 304],
  ['W/"own"', 304],
  ['"other",W/"own"', 304],
  ['*', 304],
  ['"other"', undefined],
  ['"a,*,b"', undefined],
  ['*, "other"', undefined],
  ['"not own", own', undefined],
])('If-None-Match: %s is compared weakly', (value, expected) => {
  expect(evaluate({ 'if-none-match': value }, etag)).toBe(expected)
})

it('a request that fails both preconditions gets 412 rather than 304', () => {
  const unmet = { 'if-match': '"other"', 'if-none-match': etag }
  const met = { 'if-match': etag, 'if-none-match': etag }

  expect(evaluate(unmet, etag)).toBe(412)
  expect(evaluate(met, etag)).toBe(304)
})

it.each([
  ['HEAD', 304],
  ['POST', 412],
])('a %s request gets %i if If-None-Match matches', (method, status) => {
  expect(evaluate({ 'if-none-match': '*' }, undefined, method)).toBe(status)
})

it('If-Modified-Since and If-Unmodified-Since are ignored', () => {
  const dated = {
    'if-unmodified-since': 'Thu, 01 Jan 2015 00:00:00 GMT',
    'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT',
  }

  expect(evaluate(dated, etag)).toBeUndefined()
})

it('without an ETag, only the asterisk matches', () => {
  expect(evaluate({ 'if-match': '*' })).toBeUndefined()
  expect(evaluate({ 'if-match': '""' })).toBe(412)
  expect(evaluate({ 'if-match': 'W/""' })).toBe(412)
})

it('an ETag is found in a list of others', () => {
  const tag = fc.stringMatching(/^[!#-~]{0,8}$/).map((text) => `"${text}"`)
  const list = fc.array(tag, { maxLength: 5 })

  fc.assert(
    fc.property(list, list, tag, (before, after, own) => {
      const sent = [...before, own, ...after].join(', ')
      expect(evaluate({ 'if-match': sent }, own)).toBeUndefined()
      expect(evaluate({ 'if-none-match': sent }, own)).toBe(304)
    }),
  )
  fc.assert(
    fc.property(list, tag, (others, own) => {
      fc.pre(!others.includes(own) && others.length > 0)
      expect(evaluate({ 'if-match': others.join(',') }, own)).toBe(412)
      expect(
        evaluate({ 'if-none-match': others.join(',') }, own),
      ).toBeUndefined()
    }),
  )
})
