import { notFound, redirect } from 'next/navigation'
import { expect, it, vi } from 'vitest'
import { handler } from '@/lib/http/handler'
import { log } from '@/lib/log'

const request = new Request('http://localhost:3000/api/example')

async function answerOf(handle: () => Promise<Response>) {
  const response = await handler(handle)(request)
  return [response.status, response.headers.get('cache-control'), (await response.json()).error?.code]
}

it('answers what is not found with 404 and its code, and logs no error', async () => {
  const error = vi.spyOn(log, 'error')
  expect(await answerOf(async () => notFound())).toEqual([404, 'no-store', 'not_found'])
  expect(error).not.toHaveBeenCalled()
})

it('leaves a redirect to Next', async () => {
  await expect(answerOf(async () => redirect('/elsewhere'))).rejects.toThrow('NEXT_REDIRECT')
})

it('answers what is thrown with 500, uncached, whatever the answer would have said', async () => {
  const fails = async () => {
    throw new TypeError('secret')
  }
  expect(await answerOf(fails)).toEqual([500, 'no-store', 'internal'])
})

it('lets an answer be cached that says so itself, and no other', async () => {
  const cached = { headers: { 'Cache-Control': 'public, max-age=60' } }
  expect(await answerOf(async () => Response.json({}, cached))).toEqual([200, 'public, max-age=60', undefined])
  expect(await answerOf(async () => Response.json({}))).toEqual([200, 'no-store', undefined])
})
