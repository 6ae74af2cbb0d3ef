import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { POST as publish, GET as reports } from '@/app/api/attestations/route'
import { POST as chat } from '@/app/api/chatbot/chat/route'
import { GET as status } from '@/app/api/chatbot/status/route'
import { GET as list, POST } from '@/app/api/contact/route'
import { GET as token } from '@/app/api/contact/token/route'
import { GET as email } from '@/app/api/email/route'
import { GET as live } from '@/app/api/health/live/route'
import { GET as health } from '@/app/api/health/route'
import { GET } from '@/app/api/openapi.json/route'
import { GET as session, POST as signIn } from '@/app/api/operator/session/route'
import { GET as healthz } from '@/app/healthz/route'
import { GET as metrics } from '@/app/metrics/route'
import { GET as readyz } from '@/app/readyz/route'
import { keys, siteRequest, validReport } from '../support/attestations'
import { contactRequest, validContact } from '../support/contact'
import { describedPaths, errorsOf } from '../support/openapi'

const operator = { Authorization: 'Bearer alice-key-0123456789-0123456789-abc' }

const question = describedPaths()['/api/chatbot/chat']?.post?.requestBody?.content['application/json']?.example

function request(path: string, headers?: Record<string, string>) {
  return new Request(`http://localhost:3000${path}`, { headers })
}

it('is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(await (await GET(request('/api/openapi.json'))).json())
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

it.each<[method: 'get' | 'post', path: string, status: number, answer: () => Promise<Response> | Response]>([
  ['post', '/api/contact', 201, () => POST(contactRequest(validContact))],
  ['post', '/api/contact', 400, () => POST(contactRequest('{'))],
  ['post', '/api/contact', 401, () => POST(contactRequest(validContact, { Authorization: 'Bearer wrong' }))],
  ['post', '/api/contact', 403, () => POST(contactRequest(validContact, { 'Sec-Fetch-Site': 'cross-site' }))],
  ['post', '/api/contact', 413, () => POST(contactRequest('x'.repeat(17_000)))],
  ['post', '/api/contact', 415, () => POST(contactRequest('x', { 'Content-Type': 'text/plain' }))],
  ['post', '/api/contact', 422, () => POST(contactRequest({}))],
  ['get', '/api/contact', 200, () => list(request('/api/contact', operator))],
  ['get', '/api/contact', 401, () => list(request('/api/contact'))],
  ['get', '/api/contact', 422, () => list(request('/api/contact?state=lost', operator))],
  ['get', '/api/health', 200, () => health(request('/api/health'))],
  ['get', '/api/health', 200, () => health(request('/api/health', operator))],
  ['get', '/api/health/live', 200, () => live(request('/api/health/live'))],
  ['get', '/healthz', 200, () => healthz(request('/healthz'))],
  ['get', '/metrics', 401, () => metrics(request('/metrics'))],
  ['get', '/readyz', 200, () => readyz(request('/readyz'))],
  ['get', '/readyz', 200, () => readyz(request('/readyz', operator))],
  ['get', '/api/attestations', 200, () => reports(request('/api/attestations'))],
  ['get', '/api/attestations', 200, () => reports(request('/api/attestations?include=history'))],
  [
    'post',
    '/api/attestations',
    201,
    () => publish(siteRequest('POST', '/api/attestations', { body: validReport, key: keys.alice })),
  ],
  ['post', '/api/attestations', 401, () => publish(siteRequest('POST', '/api/attestations', { body: validReport }))],
  [
    'post',
    '/api/attestations',
    422,
    () => publish(siteRequest('POST', '/api/attestations', { body: {}, key: keys.alice })),
  ],
  ['get', '/api/operator/session', 200, () => session(request('/api/operator/session'))],
  [
    'post',
    '/api/operator/session',
    401,
    () => signIn(siteRequest('POST', '/api/operator/session', { body: { key: 'wrong' } })),
  ],
  ['get', '/api/chatbot/status', 200, () => status(request('/api/chatbot/status'))],
  ['post', '/api/chatbot/chat', 200, () => chat(siteRequest('POST', '/api/chatbot/chat', { body: question }))],
  ['post', '/api/chatbot/chat', 422, () => chat(siteRequest('POST', '/api/chatbot/chat', { body: {} }))],
  ['get', '/api/contact/token', 200, () => token(request('/api/contact/token'))],
  ['get', '/api/email', 200, () => email(request('/api/email'))],
])('%s %s answers %i as it is described', async (method, path, status, answer) => {
  const response = await answer()
  expect(response.status).toBe(status)
  const schema = describedPaths()[path]?.[method]?.responses[String(status)]?.content?.['application/json']?.schema
  expect(schema).toBeDefined()
  expect(errorsOf(schema as object, await response.json())).toBeNull()
})
