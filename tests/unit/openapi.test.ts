import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { GET as atomFeed } from '@/app/[locale]/attestations.atom/route'
import { GET as reportsCsv } from '@/app/[locale]/attestations.csv/route'
import { GET as jsonFeed } from '@/app/[locale]/attestations.feed.json/route'
import { GET as readDocument } from '@/app/api/openapi.json/route'
import { reportFields } from '@/lib/attestations/fields'
import { reportSchema } from '@/lib/attestations/report-changes'
import { bulkSchema } from '@/lib/console/leads/schema'
import { hourMs } from '@/lib/durations'
import { byteOrderMark } from '@/lib/http/csv'
import { changeLead } from '@/lib/leads/change-store'
import { sendTest } from '@/lib/leads/delivery/test-message'
import { contactSchema } from '@/lib/leads/schema'
import { openApiDocument } from '@/lib/openapi/document'
import { reference } from '@/lib/openapi/schemas'
import { operations as handlers, operatorKey } from '../support/api'
import { siteRequest, validReport, withId } from '../support/attestations'
import { changeStoredChatLead, storeChatLead } from '../support/chat-leads'
import { validContact } from '../support/contact'
import { runSql } from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers, storeLead } from '../support/delivery'
import { expectTexts } from '../support/expect-texts'
import { startMailSink } from '../support/sinks'

const { webhookSink } = await startReceivers(await startMailSink())

type Media = {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Content = { content?: Record<string, Media> }
type Described = {
  operationId: string
  parameters?: { name: string; schema: object; example?: unknown }[]
  requestBody?: Required<Content>
  responses: Record<string, Content>
}

const api = openApiDocument()
const paths = api.paths as Record<string, Record<string, Described>>
const described = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
)
const byName = Object.fromEntries(
  described.map((operation) => [operation.name, operation]),
)

const ajv = addFormats(new Ajv2020({ strict: false }))
  .addFormat('idn-email', true)
  .addSchema({ $id: 'api', components: api.components })

/**
 * Validates a value by a schema of the document. Returns its errors, or null.
 */
function errorsOf(schema: object, value: unknown) {
  ajv.validate(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')),
    value,
  )
  return ajv.errors ?? null
}

function mediaOf(
  name: string,
  status: number,
  type = 'application/json',
): Media {
  const media = byName[name]?.responses[status]?.content?.[type]
  if (!media) throw new Error(`${name} does not describe ${status} ${type}.`)
  return media
}

it('the API document is valid OpenAPI 3.1', async () => {
  const answer = await readDocument(
    new Request('http://localhost:3000/api/openapi.json'),
  )
  const { errors, valid } = await new Validator().validate(await answer.json())
  expect({ errors, valid }).toEqual({ errors: undefined, valid: true })
})

it('every operation of the API has a unique id', () => {
  const ids = described.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
})

it('every schema of the API document is used', () => {
  const references =
    JSON.stringify(api).match(/#\/components\/schemas\/\w+/g) ?? []
  const used = new Set(
    references.map((each) => each.replace('#/components/schemas/', '')),
  )

  expect([...used].sort()).toEqual(Object.keys(api.components.schemas).sort())
})

it.each(described)(
  'the examples of requests and responses of $name are valid',
  ({ requestBody, responses }) => {
    const contents = [requestBody, ...Object.values(responses)].flatMap(
      (each) => Object.values(each?.content ?? {}),
    )

    for (const { schema, example, examples = {} } of contents) {
      const all = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples).map(({ value }) => value),
      ]
      expect(all).not.toEqual([])
      expect(all.flatMap((each) => errorsOf(schema, each) ?? [])).toEqual([])
    }
  },
)

it.each(described)(
  'the examples of the parameters of $name are valid',
  ({ parameters = [] }) => {
    for (const { name, schema, example } of parameters)
      if (example !== undefined)
        expect(errorsOf(schema, example), name).toBeNull()
  },
)

/**
 * Returns the field names of a value at every depth; of a list, only those of
 * its first item.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return 'value'
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shapeOf(each)]),
  )
}

describe('the API', () => {
  let id = ''

  type Asked = {
    body?: unknown
    key?: string
    query?: string
    headers?: Record<string, string>
  }

  async function callOperation(
    name: string,
    { query = '', ...options }: Asked = {},
  ) {
    const operation = handlers.find((each) => each.name === name)
    const path = `${operation?.path.replace('{id}', id)}${query}`
    const request = siteRequest(operation?.method ?? '', path, {
      key: operatorKey,
      ...options,
    })
    return (
      (await operation?.handle())?.(request, withId(id)) ?? Response.error()
    )
  }

  const exampleOf = (name: string) =>
    byName[name]?.requestBody?.content['application/json']?.example

  // Keeps the order, because later requests need rows that earlier ones store.
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
  ])(
    'answers %s with %i as documented, with the fields of its example',
    async (name, status, request) => {
      if (name === 'GET /api/contact') {
        const sent = { body: exampleOf('POST /api/contact') }
        await addNote(await callOperation('POST /api/contact', sent))
      }
      const response = await callOperation(
        name,
        request ?? { body: exampleOf(name) },
      )
      expect(response.status).toBe(status)

      const body = await response.json()
      if (name === 'POST /api/attestations') id ||= body.id
      const { schema, example } = mediaOf(name, status)
      expect(errorsOf(schema, body)).toBeNull()

      if (!request) expect(shapeOf(body)).toEqual(shapeOf(example))
    },
  )

  it.each(
    handlers.filter(({ body }) => body?.types.includes('application/json')),
  )('documents the codes of wrong types for $name', async ({ name, body }) => {
    const valid = Object(body?.valid())
    const wrong = Object.keys(valid).flatMap((field) =>
      [5, [{}], null].map((value) => ({ ...valid, [field]: value })),
    )
    const answers = []
    for (const sent of [[], 'x', ...wrong]) {
      const response = await callOperation(name, { body: sent })
      if (response.status === 422) answers.push(await response.json())
    }

    const { schema } = mediaOf(name, 422)
    expect(answers.length).toBeGreaterThan(1)
    for (const answer of answers)
      expect(errorsOf(schema, answer), JSON.stringify(answer)).toBeNull()
  })

  const localized = { params: Promise.resolve({ locale: 'en' }) }
  const page = (path: string) => new Request(`http://localhost:3000${path}`)

  it('returns the JSON feed like its documented example', async () => {
    const response = await jsonFeed(page('/attestations.feed.json'), localized)
    const feed = await response.json()

    const { schema, example } = mediaOf(
      'GET /attestations.feed.json',
      200,
      'application/feed+json',
    )
    expect(errorsOf(schema, feed)).toBeNull()
    expect(shapeOf({ ...feed, items: [] })).toEqual(
      shapeOf({ ...(example as object), items: [] }),
    )
  })

  it('returns the Atom feed with the elements of its documented example', async () => {
    const response = await atomFeed(page('/attestations.atom'), localized)
    const atom = await response.text()

    const type = 'application/atom+xml'
    const { example } = mediaOf('GET /attestations.atom', 200, type)
    const elements = String(example).match(/<\w+/g) ?? []
    expect(elements.length).toBeGreaterThan(0)
    expectTexts(atom, elements)
  })

  const headerOf = (csv: unknown) =>
    String(csv).replace(byteOrderMark, '').split('\r\n')[0]
  const documentedHeader = (name: string) =>
    headerOf(mediaOf(name, 200, 'text/csv').example)

  it('returns the CSV of reports with the columns of its documented example', async () => {
    const response = await reportsCsv(page('/attestations.csv'), localized)

    expect(headerOf(await response.text())).toBe(
      documentedHeader('GET /attestations.csv'),
    )
  })

  it('returns the CSV of leads with the columns of its documented example', async () => {
    const name = 'GET /api/operator/leads.csv'

    const response = await callOperation(name)

    expect(headerOf(await response.text())).toBe(documentedHeader(name))
  })

  it('returns metrics like their documented example', async () => {
    const written = await (await callOperation('GET /metrics')).text()

    const lines = String(
      mediaOf('GET /metrics', 200, 'text/plain').example,
    ).match(/^(# TYPE .*|\w+)/gm)
    expect(lines).toHaveLength(2)
    expectTexts(
      written,
      (lines ?? []).map((line) => `\n${line}`),
    )
  })
})

async function addNote(stored: Response) {
  const { id } = await stored.json()
  await changeLead(id, 'alice', { note: { text: 'Called back.' } })
}

const contact = { ...validContact, email: 'jane@bank.example' }
const bulk = { action: 'spam', ids: ['6F1C2A9E'] }

describe.each([
  [
    'NewReport',
    reportSchema,
    validReport,
    { report_date: ['2025-1', '2025-13', 'May 2025', '', '0999-01'] },
  ],
  [
    'NewReport',
    reportSchema,
    validReport,
    { as_of: ['2025-01-32', '2025-02-29', '31.01.2025'] },
  ],
  [
    'NewReport',
    reportSchema,
    validReport,
    { file_url: ['javascript:alert(1)', '/x.pdf', 'https://', 'a', ''] },
  ],
  [
    'NewReport',
    reportSchema,
    validReport,
    { gold_ounces: ['1,5', '-1', '1e3', '1'.repeat(16)] },
  ],
  [
    'NewReport',
    reportSchema,
    validReport,
    { sha256: ['a'.repeat(63), 'g'.repeat(64)] },
  ],
  [
    'ContactSubmission',
    contactSchema,
    contact,
    { email: ['nobody', 'a@b', 'a b@bank.example', '@bank.example'] },
  ],
  [
    'ContactForm',
    contactSchema,
    contact,
    { email: ['nobody', `${'a'.repeat(65)}@bank.example`, ''] },
  ],
  [
    'ContactSubmission',
    contactSchema,
    contact,
    { phone: ['12345', 'no digits at all', '1 2 3 4 5'] },
  ],
  [
    'LeadsAction',
    bulkSchema,
    bulk,
    { ids: [[['6F1C2A9']], [['6F1C2A9E%']], [[]]] },
  ],
] as const)('the schema %s', (name, schema, valid, wrong) => {
  const [[field, values] = ['', []]] = Object.entries<readonly unknown[]>(wrong)
  const documented = reference(name)

  it.each(values)(`refuses %j for ${field}, like the server`, (value) => {
    const sent = { ...valid, [field]: value }

    expect(errorsOf(documented, valid)).toBeNull()
    expect(errorsOf(documented, sent)).not.toBeNull()
    expect(z.safeParse(schema, sent).success).toBe(false)
  })
})

it('documented schemas accept what the server stores', () => {
  const { title, report_date } = validReport
  const contacts = [
    { ...contact, email: 'jürgen.o’neill+a@bücher.example', phone: '٠١٢٣٤٥' },
    {
      ...contact,
      email: "x!#$%&'*/=?^_`{|}~@a.xn--p1ai",
      phone: '(0)1/2.3-4 5 ext',
    },
  ].map((each) => contactSchema.parse(each))
  const reports = [
    {
      ...validReport,
      file_url: 'HTTPS://Files.Example/a b|c.pdf',
      gold_ounces: '007.50',
      description: ' ',
    },
    { title, report_date, file_url: `/files/${'a'.repeat(64)}.pdf` },
  ].map((each) => reportSchema.parse(each))

  for (const each of contacts)
    expect(errorsOf(reference('ContactSubmission'), each)).toBeNull()
  for (const each of reports)
    expect(errorsOf(reference('NewReport'), each)).toBeNull()
})

it('documented forms list only the fields that a form can send', () => {
  const bodies = Object.fromEntries(
    described.map(({ operationId, requestBody }) => [
      operationId,
      requestBody?.content,
    ]),
  )
  const form = 'application/x-www-form-urlencoded'
  const propertiesOf = (operation: string, type: string) => {
    const { $ref = '' } = Object(bodies[operation]?.[type]?.schema)
    const schema = api.components.schemas[$ref.split('/').at(-1)] as {
      properties?: object
    }
    return Object.keys(schema.properties ?? {})
  }

  expect(propertiesOf('submitContact', 'application/json')).toContain('context')
  expect(propertiesOf('submitContact', form)).not.toContain('context')
  expect(propertiesOf('submitContact', form)).not.toContain('idempotency_key')
  expect(propertiesOf('changeLeads', form)).toContain('id')
  expect(propertiesOf('changeReportsByForm', form)).toEqual(
    expect.arrayContaining(reportFields),
  )
})

it('every status of a feed is documented', () => {
  const feeds = described.filter(({ operationId }) =>
    /(Feed|Csv)$/.test(operationId),
  )

  for (const { name, operationId, responses } of feeds) {
    const statuses = ['200', '304', '308', '412', '503']
    const all = operationId.includes('Localized')
      ? [...statuses, '404']
      : statuses
    expect(Object.keys(responses).sort(), name).toEqual(all.sort())
  }
  expect(feeds).toHaveLength(6)
})

describe('a webhook event', () => {
  async function chat() {
    const lead = { language: 'es', phone: '+34 900 000 000' } as const
    await storeChatLead(lead)
    await deliverDue()
    await changeStoredChatLead({ ...lead, message: 'After nine' })
  }

  async function fillDigest() {
    await storeLead({}, { score: 100, quarantine: ['honeypot', 'hasty'] })
    await storeLead()
    const at = new Date().toISOString().replace('Z', '+00:00')
    const columns = 'id, text, language, count, lastAskedAt'
    await runSql(
      `INSERT INTO UnansweredQuestion (${columns}) VALUES ('q1', 'Platinum?', 'en', 2, ?)`,
      at,
    )
    await deliverDue()
    await runSql("UPDATE Delivery SET dueAt = '2100-01-01T00:00:00.000+00:00'")
  }

  it.each([
    ['lead.received', storeLead],
    ['lead.updated', chat],
    ['digest', fillDigest],
    ['test', sendTest],
  ] as const)('is sent as documented: %s', async (type, happen) => {
    await happen()
    if (type !== 'test')
      await deliverDue(
        new Date(Date.now() + (type === 'digest' ? 2 : 0.1) * hourMs),
      )
    const { parameters = [], requestBody } = api.webhooks[type]?.post ?? {}
    const { schema, example } = requestBody?.content['application/json'] ?? {}
    const sent = webhookSink.deliveries.at(-1)
    const event = JSON.parse(sent?.body ?? '')

    expect(event.type).toBe(type)
    expect(errorsOf(schema, event)).toBeNull()
    expect(errorsOf(schema, example)).toBeNull()
    expect(
      errorsOf(schema, { ...event, data: { ...event.data, more: 1 } }),
    ).not.toBeNull()
    for (const { name } of parameters) expect(sent?.headers[name]).toBeTruthy()
  })
})
