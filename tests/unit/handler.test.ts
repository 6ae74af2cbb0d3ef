import { notFound, redirect } from 'next/navigation'
import { expect, it, vi } from 'vitest'
import { handler } from '@/lib/http/handler'
import { log } from '@/lib/log'

const request = new Request('http://localhost:3000/api/example')

async function answerOf(handle: () => Promise<Response>) {
  const response = await handler(handle)(request)
  return [response.status, response.headers.get('cache-control'), (await response.json()).error?.code]
}

it('answers notFound() with 404 and its code, and logs no error', async () => {
  const error = vi.spyOn(log, 'error')
  expect(await answerOf(async () => notFound())).toEqual([404, 'no-store', 'not_found'])
  expect(error).not.toHaveBeenCalled()
})

it('leaves a redirect to Next', async () => {
  await expect(answerOf(async () => redirect('/elsewhere'))).rejects.toThrow('NEXT_REDIRECT')
})

it('answers an unknown error with 500, uncached', async () => {
  const fails = async () => {
    throw new TypeError('secret')
  }
  expect(await answerOf(fails)).toEqual([500, 'no-store', 'internal'])
})

it('logs the stack of an error without its message', async () => {
  const error = vi.spyOn(log, 'error')
  await answerOf(async () => {
    throw new TypeError('amelie@banque.example\nlooked at something')
  })
  const [{ path, error: name, stack }] = error.mock.lastCall as unknown as [Record<string, string[]>]
  expect([path, name]).toEqual(['/api/example', 'TypeError'])
  expect(stack?.length).toBeGreaterThan(0)
  for (const line of stack ?? []) expect(line).toMatch(/^ +at /)
  await answerOf(async () => {
    throw Object.assign(new Error('secret'), { stack: undefined })
  })
  expect(error.mock.lastCall?.[0]).toMatchObject({ stack: undefined })
})

it('adds no-store unless the answer has a Cache-Control', async () => {
  const cached = { headers: { 'Cache-Control': 'public, max-age=60' } }
  expect(await answerOf(async () => Response.json({}, cached))).toEqual([200, 'public, max-age=60', undefined])
  expect(await answerOf(async () => Response.json({}))).toEqual([200, 'no-store', undefined])
})
