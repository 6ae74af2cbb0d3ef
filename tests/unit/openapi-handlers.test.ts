import { expect, it } from 'vitest'
import { GET as atomFeed } from '@/app/[locale]/attestations.atom/route'
import { GET as reportsCsv } from '@/app/[locale]/attestations.csv/route'
import { GET as jsonFeed } from '@/app/[locale]/attestations.feed.json/route'
import { operations, operatorKey } from '../support/api'
import { siteRequest, withId } from '../support/attestations'
import { describedOperations, errorsOf } from '../support/openapi'

const described = Object.fromEntries(describedOperations().map(({ name, operation }) => [name, operation]))

/** The names in a value, at every depth; of a list those of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return 'value'
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
}

function described200(name: string, type: string) {
  const media = described[name]?.responses[200]?.content?.[type]
  expect(media, name).toBeDefined()
  return media
}

let id = ''

async function answer(name: string, query = ''): Promise<Response> {
  const operation = operations.find((each) => each.name === name)
  const body = described[name]?.requestBody?.content['application/json']?.example
  const path = `${operation?.path.replace('{id}', id)}${query}`
  const request = siteRequest(operation?.method ?? '', path, { key: operatorKey, body })
  return (await operation?.handle())?.(request, withId(id)) ?? Response.error()
}

async function expectExample(name: string, status: number) {
  const response = await answer(name)
  expect(response.status).toBe(status)
  const body = await response.json()
  if (name === 'POST /api/attestations') id = body.id
  const media = described[name]?.responses[status]?.content?.['application/json']
  expect(shapeOf(body)).toEqual(shapeOf(media?.example))
}

// In this order: what is asked for was stored before.
it.each([
  ['POST /api/contact', 201],
  ['GET /api/contact', 200],
  ['POST /api/attestations', 201],
  ['GET /api/attestations', 200],
  ['GET /api/contact/token', 200],
  ['GET /api/email', 200],
  ['GET /api/operator/session', 200],
  ['GET /healthz', 200],
])('%s takes its example and answers %i with the names of the other', expectExample)

const localized = { params: Promise.resolve({ locale: 'en' }) }
const page = (path: string) => new Request(`http://localhost:3000${path}`)

it('the JSON feed is as it is described, and has the names of its example', async () => {
  const feed = await (await jsonFeed(page('/attestations.feed.json'), localized)).json()
  const media = described200('GET /attestations.feed.json', 'application/feed+json')
  expect(errorsOf(media?.schema ?? {}, feed)).toBeNull()
  expect(shapeOf(feed)).toEqual(shapeOf(media?.example))
})

it('the Atom feed and the tables have the elements and columns of their examples', async () => {
  const atom = await (await atomFeed(page('/attestations.atom'), localized)).text()
  const example = String(described200('GET /attestations.atom', 'application/atom+xml')?.example)
  for (const element of example.match(/<\w+/g) ?? []) expect(atom).toContain(element)

  const header = (csv: string) => csv.split('\r\n')[0]
  const reports = described200('GET /attestations.csv', 'text/csv')?.example
  expect(header(await (await reportsCsv(page('/attestations.csv'))).text())).toBe(header(String(reports)))
  const leads = described200('GET /api/contact', 'text/csv')?.example
  expect(header(await (await answer('GET /api/contact', '?format=csv')).text())).toBe(header(String(leads)))
})

it.each([
  ['DELETE /api/attestations/{id}', 200],
  ['POST /api/attestations/{id}/restore', 200],
])('%s takes its example and answers %i with the names of the other', expectExample)
