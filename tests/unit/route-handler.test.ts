import { notFound, redirect } from 'next/navigation'
import { describe, expect, it, vi } from 'vitest'
import {
  type FieldProblems,
  problemResponse,
  routeHandler,
} from '@/lib/http/handler'
import { log } from '@/lib/log'
import { postRequest } from '../support/requests'

describe('a route handler', () => {
  const fails = (error: Error) => async () => {
    throw error
  }

  async function responseOf(handle: () => Promise<Response>) {
    const response = await routeHandler(handle)(postRequest())
    const { error } = await response.json()
    return {
      status: response.status,
      caching: response.headers.get('cache-control'),
      code: error?.code,
    }
  }

  it.each([
    ['a redirect', () => redirect('/elsewhere'), 'NEXT_REDIRECT'],
    ['notFound()', () => notFound(), '404'],
  ])('leaves %s to Next', async (_, interrupt, thrown) => {
    const error = vi.spyOn(log, 'error')

    await expect(responseOf(async () => interrupt())).rejects.toThrow(thrown)

    expect(error).not.toHaveBeenCalled()
  })

  it('adds no-store to a response without Cache-Control', async () => {
    const response = await responseOf(async () => Response.json({}))

    expect(response).toEqual({ status: 200, caching: 'no-store' })
  })

  it('keeps the Cache-Control of a response', async () => {
    const headers = { 'Cache-Control': 'public, max-age=60' }

    const { caching } = await responseOf(async () =>
      Response.json({}, { headers }),
    )

    expect(caching).toBe('public, max-age=60')
  })

  it('reports an unknown error as internal', async () => {
    vi.spyOn(log, 'error')

    const response = await responseOf(fails(new TypeError('secret')))

    expect(response).toEqual({
      status: 500,
      caching: 'no-store',
      code: 'internal',
    })
  })

  it('logs the stack of an unknown error without its message', async () => {
    const error = vi.spyOn(log, 'error')
    const message = 'amelie@banque.example\nlooked at something'

    await responseOf(fails(new TypeError(message)))

    const [{ path, error: name, stack = [] }] = error.mock
      .lastCall as unknown as [Record<string, string[]>]
    expect({ path, name }).toEqual({ path: '/api/contact', name: 'TypeError' })
    expect(stack.length).toBeGreaterThan(0)
    expect(stack.filter((line) => !/^ +at /.test(line))).toEqual([])
  })

  it('logs an unknown error that has no stack', async () => {
    const error = vi.spyOn(log, 'error')

    await responseOf(
      fails(Object.assign(new Error('secret'), { stack: undefined })),
    )

    expect(error.mock.lastCall?.[0]).toMatchObject({ stack: undefined })
  })

  it.each([
    ['malformed', 400],
    ['unauthorized', 401],
    ['rate_limited', 429],
    ['unavailable', 503],
  ] as const)(
    'returns the problem %s with the status %i',
    async (code, status) => {
      const response = problemResponse(code)

      expect(response.status).toBe(status)
      expect(await response.json()).toEqual({ error: { code } })
    },
  )

  it('names the invalid fields of a request', async () => {
    const fields: FieldProblems = { name: ['required'] }

    const response = problemResponse('invalid_fields', { fields })

    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      error: { code: 'invalid_fields', fields },
    })
  })

  const retryAfter = (...problem: Parameters<typeof problemResponse>) =>
    problemResponse(...problem).headers.get('retry-after')

  it('asks to retry after five seconds if it is unavailable', () => {
    expect(retryAfter('unavailable')).toBe('5')
  })

  it.each([
    ['rate_limited', 0],
    ['rate_limited', 9],
    ['unavailable', 0],
    ['unavailable', 9],
  ] as const)(
    'asks to retry a request that is %s after %i seconds',
    (code, retryAfterSeconds) => {
      expect(retryAfter(code, { retryAfterSeconds })).toBe(
        String(retryAfterSeconds),
      )
    },
  )

  it('does not ask to retry a malformed request', () => {
    expect(retryAfter('malformed')).toBeNull()
  })

  it('asks for a key only if a request is unauthorized', () => {
    const asked = (['unauthorized', 'malformed'] as const).map((code) =>
      problemResponse(code).headers.get('www-authenticate'),
    )

    expect(asked).toEqual(['Bearer', null])
  })
})
