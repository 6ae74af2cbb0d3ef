import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { operations as handlers, operatorKey } from '../support/api'
import { siteRequest, withId } from '../support/attestations'
import { validContact } from '../support/contact'
import { runSql } from '../support/database'
import { deliverTo, storeLead } from '../support/delivery'
import { startMailSink } from '../support/sinks'

const webhookSink = await deliverTo(await startMailSink())

const { GET: atomFeed } = await import('@/app/[locale]/attestations.atom/route')
const { GET: reportsCsv } = await import('@/app/[locale]/attestations.csv/route')
const { GET: jsonFeed } = await import('@/app/[locale]/attestations.feed.json/route')
const { GET: readDocument } = await import('@/app/api/openapi.json/route')
const { createChatLead, updateChatLead } = await import('@/lib/leads/chat-store')
const { deliverDue, sendTest } = await import('@/lib/leads/delivery/deliver')
const { openApiDocument } = await import('@/lib/openapi/document')

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
type Content = { content?: Record<string, Media> }
type Described = {
  operationId: string
  parameters?: { name: string; schema: object; example?: unknown }[]
  requestBody?: Required<Content>
  responses: Record<string, Content>
}

const document = openApiDocument()
const paths = document.paths as Record<string, Record<string, Described>>
const described = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
)
const byName = Object.fromEntries(described.map((operation) => [operation.name, operation]))

const ajv = addFormats(new Ajv2020({ strict: false })).addSchema({ $id: 'api', components: document.components })

/** What is wrong with a value by a schema of the document; null if nothing. */
function errorsOf(schema: object, value: unknown) {
  ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')), value)
  return ajv.errors ?? null
}

function mediaOf(name: string, status: number, type = 'application/json'): Media {
  const media = byName[name]?.responses[status]?.content?.[type]
  if (!media) throw new Error(`${name} does not describe ${status} ${type}.`)
  return media
}

it('is valid OpenAPI 3.1', async () => {
  const answer = await readDocument(new Request('http://localhost:3000/api/openapi.json'))
  const { errors, valid } = await new Validator().validate(await answer.json())
  expect([errors, valid]).toEqual([undefined, true])
})

it('names every operation and every schema once, as generated clients need', () => {
  const ids = described.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? []
  const used = new Set(references.map((each) => each.replace('#/components/schemas/', '')))
  expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort())
})

it.each(described)('describes $name, with valid examples of everything that it takes and answers', (operation) => {
  const { parameters = [], requestBody, responses } = operation
  const contents = [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {}))
  for (const { schema, example, examples = {} } of contents) {
    const all = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
    expect(all).not.toEqual([])
    for (const each of all) expect(errorsOf(schema, each), JSON.stringify(each)).toBeNull()
  }
  for (const { name, schema, example } of parameters)
    if (example !== undefined) expect(errorsOf(schema, example), name).toBeNull()
})

/** The names in a value, at every depth; of a list those of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return 'value'
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
}

describe('handlers', () => {
  let id = ''

  type Asked = { body?: unknown; key?: string; query?: string; headers?: Record<string, string> }

  async function ask(name: string, { query = '', ...options }: Asked = {}) {
    const operation = handlers.find((each) => each.name === name)
    const path = `${operation?.path.replace('{id}', id)}${query}`
    const request = siteRequest(operation?.method ?? '', path, { key: operatorKey, ...options })
    return (await operation?.handle())?.(request, withId(id)) ?? Response.error()
  }

  const exampleOf = (name: string) => byName[name]?.requestBody?.content['application/json']?.example

  // In this order: later requests need what earlier ones have stored.
  it.each<[name: string, status: number, request?: Asked]>([
    ['POST /api/contact', 201],
    ['GET /api/contact', 200],
    ['POST /api/attestations', 201],
    ['GET /api/attestations', 200],
    ['GET /api/attestations', 200, { query: '?include=history' }],
    ['GET /api/attestations/log', 200, {}],
    ['GET /api/contact/token', 200],
    ['GET /api/email', 200],
    ['GET /api/operator/session', 200],
    ['GET /api/chatbot/status', 200],
    ['GET /healthz', 200],
    ['GET /readyz', 200, {}],
    ['POST /api/contact', 422, { body: {} }],
    ['POST /api/contact', 401, { body: validContact, key: 'wrong' }],
    ['GET /api/contact', 422, { query: '?state=lost' }],
    ['POST /api/attestations', 422, { body: {} }],
    ['POST /api/operator/session', 401, { body: { key: 'wrong' } }],
    ['POST /api/chatbot/chat', 422, { body: {} }],
    ['DELETE /api/attestations/{id}', 200, { body: {} }],
    ['POST /api/attestations/{id}/restore', 200, {}],
  ])('%s answers %i as described, and its example with the fields of the other', async (name, status, request) => {
    if (name === 'GET /api/contact') await ask('POST /api/contact', { body: exampleOf('POST /api/contact') })
    const response = await ask(name, request ?? { body: exampleOf(name) })
    expect(response.status).toBe(status)
    const body = await response.json()
    if (name === 'POST /api/attestations') id ||= body.id
    const { schema, example } = mediaOf(name, status)
    expect(errorsOf(schema, body)).toBeNull()
    if (!request) expect(shapeOf(body)).toEqual(shapeOf(example))
  })

  it('write feeds and tables like their examples', async () => {
    const localized = { params: Promise.resolve({ locale: 'en' }) }
    const page = (path: string) => new Request(`http://localhost:3000${path}`)
    const feed = await (await jsonFeed(page('/attestations.feed.json'), localized)).json()
    const { schema, example } = mediaOf('GET /attestations.feed.json', 200, 'application/feed+json')
    expect(errorsOf(schema, feed)).toBeNull()
    expect(shapeOf({ ...feed, items: [] })).toEqual(shapeOf({ ...(example as object), items: [] }))
    const atom = await (await atomFeed(page('/attestations.atom'), localized)).text()
    const atomExample = String(mediaOf('GET /attestations.atom', 200, 'application/atom+xml').example)
    for (const element of atomExample.match(/<\w+/g) ?? []) expect(atom).toContain(element)
    const header = (csv: unknown) => String(csv).split('\r\n')[0]
    const reports = await (await reportsCsv(page('/attestations.csv'))).text()
    expect(header(reports)).toBe(header(mediaOf('GET /attestations.csv', 200, 'text/csv').example))
    const leads = await (await ask('GET /api/contact', { query: '?format=csv' })).text()
    expect(header(leads)).toBe(header(mediaOf('GET /api/contact', 200, 'text/csv').example))
  })
})

describe('webhooks', () => {
  async function chat() {
    const lead = { sessionId: 'session', language: 'es', turns: [], details: { phone: '+34 900 000 000' } }
    await createChatLead({ ...lead, dueAt: new Date(), quarantine: null })
    await deliverDue()
    await updateChatLead('session', { turns: [], details: {}, dueAt: async () => new Date() })
  }

  async function fillDigest() {
    await storeLead({}, { score: 100, quarantine: ['honeypot', 'hasty'] })
    await storeLead()
    const at = new Date().toISOString().replace('Z', '+00:00')
    const columns = 'id, text, language, count, lastAskedAt'
    await runSql(`INSERT INTO UnansweredQuestion (${columns}) VALUES ('q1', 'Platinum?', 'en', 2, ?)`, at)
    await deliverDue()
    await runSql("UPDATE Delivery SET dueAt = '2100-01-01T00:00:00.000+00:00'")
  }

  it.each([
    ['lead.received', storeLead],
    ['lead.updated', chat],
    ['digest', fillDigest],
    ['test', sendTest],
  ] as const)('%s is sent as described, like its example', async (type, happen) => {
    await happen()
    if (type !== 'test') await deliverDue(new Date(Date.now() + (type === 'digest' ? 2 : 0.1) * 3_600_000))
    const { parameters = [], requestBody } = document.webhooks[type]?.post ?? {}
    const { schema, example } = requestBody?.content['application/json'] ?? {}
    const sent = webhookSink.deliveries.at(-1)
    const event = JSON.parse(sent?.body ?? '')
    expect(event.type).toBe(type)
    expect([errorsOf(schema, event), errorsOf(schema, example)]).toEqual([null, null])
    expect(errorsOf(schema, { ...event, data: { ...event.data, more: 1 } })).not.toBeNull()
    for (const { name } of parameters) expect(sent?.headers[name]).toBeTruthy()
  })
})
