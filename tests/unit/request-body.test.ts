import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldProblems, readJsonBody, readTextBody } from '@/lib/http/handler'
import { postRequest } from '../support/requests'

describe('a request body', () => {
  /**
   * Returns a request whose body arrives in pieces and, if `breaksOff`, ends
   * with an error.
   */
  function pieces(texts: string[], { breaksOff = false } = {}) {
    const left = texts.map((text) => Buffer.from(text, 'latin1'))
    const stream = new ReadableStream({
      pull(controller) {
        const piece = left.shift()
        if (piece) controller.enqueue(piece)
        else if (breaksOff) controller.error(new Error('gone'))
        else controller.close()
      },
    })
    return postRequest(stream)
  }

  it('is decoded as one text across chunks', async () => {
    const read = await readTextBody(pieces(['n\xc3', '\xa9abc']), 6)

    expect(read).toEqual({ text: 'néabc' })
  })

  it('is an empty text if there is none', async () => {
    expect(await readTextBody(postRequest(), 6)).toEqual({ text: '' })
  })

  it('is read up to its limit', async () => {
    const read = await readTextBody(pieces(['abc', 'def\xc3\xa9']), 7)

    expect(read).toEqual({ text: 'abcdef', refusal: 'too_large' })
  })

  it('is read until it breaks off', async () => {
    const read = await readTextBody(pieces(['abc'], { breaksOff: true }), 10)

    expect(read).toEqual({ text: 'abc', refusal: 'too_large' })
  })

  it.each(['n\xe9', 'n\xc3', 'n\xf0\x9f\x98', '\xff\xfen\0', '\xed\xa0\x80'])(
    'is malformed if its bytes are not UTF-8: %j',
    async (bytes) => {
      expect(await readTextBody(pieces([bytes]), 10)).toMatchObject({
        refusal: 'malformed',
      })
    },
  )

  it('may contain the character that replaces invalid bytes', async () => {
    expect(await readTextBody(pieces(['\xef\xbf\xbd']), 10)).toEqual({
      text: '\uFFFD',
    })
  })

  it.each([
    ['utf-8', undefined],
    ['UTF8', undefined],
    ['"UTF-8"', undefined],
    ['us-ascii', undefined],
    ['iso-8859-1', 'wrong_type'],
    ['"windows-1252"; x=y', 'wrong_type'],
    ['utf-16', 'wrong_type'],
  ])('in the charset %s has the refusal %s', async (charset, refusal) => {
    const type = { 'Content-Type': `text/plain; Charset=${charset}` }

    expect(await readTextBody(postRequest('a', type), 6)).toEqual({
      text: 'a',
      refusal,
    })
  })

  const readReason = (body: string, whenEmpty?: object) =>
    readJsonBody(
      postRequest(body, { 'Content-Type': 'application/json' }),
      z.object({ reason: z.string({ error: 'required' }).nullable() }),
      whenEmpty,
    )

  // security-matrix.test.ts covers types and sizes, and that the rest of a body
  // is not read.
  it('is not replaced by the default if it is not empty', async () => {
    const whenEmpty = { reason: null }

    const read = await readReason('{"reason":"x"}', whenEmpty)

    expect(read).toEqual({ value: { reason: 'x' } })
  })

  it('is replaced by the default if it is empty', async () => {
    const read = await readReason('', { reason: null })

    expect(read).toEqual({ value: { reason: null } })
  })

  it.each<[string, { body: string; whenEmpty?: object; status: number }]>([
    ['an empty body', { body: '', status: 400 }],
    [
      'a body that is not JSON',
      { body: '{', whenEmpty: { reason: null }, status: 400 },
    ],
    ['an invalid default', { body: '', whenEmpty: {}, status: 422 }],
  ])('is refused for %s', async (_, { body, whenEmpty, status }) => {
    const { problem } = await readReason(body, whenEmpty)

    expect(problem?.status).toBe(status)
  })

  it('has each error code reported once per field', () => {
    const code = (path: string[], message: string) => ({
      code: 'custom' as const,
      path,
      message,
      input: '',
    })
    const error = new z.ZodError([
      code(['a', 'b'], 'x'),
      code(['a', 'b'], 'x'),
      code(['a', 'b'], 'y'),
      code([], 'z'),
    ])

    expect(fieldProblems(error)).toEqual({ 'a.b': ['x', 'y'], body: ['z'] })
  })
})
