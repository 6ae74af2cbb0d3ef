// The API as OpenAPI 3.1: its table, the handlers' own schemas, and operations.json, which describes both in words.
import { z } from 'zod'
import { reportColumnNames } from '@/lib/attestations/json'
import { env } from '@/lib/env'
import { apiTable, mediaTypes, type Operation } from '@/lib/http/api-table'
import { toCsv } from '@/lib/http/csv'
import { type ProblemCode, statuses } from '@/lib/http/handler'
import { routing } from '@/lib/i18n/routing'
import { leadColumnNames } from '@/lib/leads/csv'
import { leadQuerySchema } from '@/lib/leads/query'
import { dataFiles } from '@/lib/routes'
import { site } from '@/lib/site'
import examples from './examples.json' with { type: 'json' }
import described from './operations.json' with { type: 'json' }
import { componentSchemas, reference, type SchemaName } from './schemas'

type Words = { operationId: string; summary: string; description: string }

/** A file has no schema. An example such as `$report` is the one of that name in examples.json. */
type Content = { schema?: SchemaName; type?: string; example: unknown }

type Answer = { content?: Content[]; headers?: Record<string, string> }

/** What an operation takes and answers, besides what the API's table says. */
type Details = Words & {
  parameters?: string[]
  body?: Content
  answers: Record<string, Answer>
  problems?: ProblemCode[]
}

const operations = described.operations as unknown as Record<string, Details>
const feeds = described.feeds as Record<
  keyof typeof dataFiles,
  Omit<Words, 'operationId'> & { name: string; content: Content }
>
const parameters: Record<string, object[]> = {
  ...mapValues(described.parameters, (each) => [each]),
  leadQuery: leadQuery(),
}

const [lead] = examples.leadList.leads
const tables: Record<string, string> = {
  $leadsTable: csvExample(leadColumnNames, { ...lead, ...lead?.context, mail_delivered_at: lead?.mail.delivered_at }),
  $reportsTable: csvExample(reportColumnNames, { ...examples.report, history: '' }),
}

const schemes = { key: { operatorKey: [] }, session: { operatorSession: [] } }
const outcomes: Record<string, string> = {
  200: 'Done.',
  201: 'Stored, and durable.',
  204: 'Done.',
  303: 'For a form-encoded body: the page that shows the result.',
  503: 'Not ready.',
}
const retryAfter = { 'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer' } } }

export function openApiDocument() {
  const paths = Object.entries(apiTable).map(([path, methods]) => [path, pathItem(path, methods)])
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.brand} ${site.product}`,
      version: '1',
      description: 'Leads, attestation reports, their feeds, and the assistant. Times are ISO 8601 in UTC.',
    },
    servers: [{ url: env.SITE_URL }],
    paths: { ...Object.fromEntries(paths), ...feedPaths() },
    webhooks: mapValues<keyof typeof described.webhooks, WebhookWords, ReturnType<typeof webhook>>(
      described.webhooks,
      webhook,
    ),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        operatorKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of MACHINE_KEYS, or of OPERATOR_KEYS for an operator without a second factor.',
        },
        operatorSession: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-operator',
          description: 'From POST /api/operator/session; named `operator` on a site without https.',
        },
      },
    },
  }
}

function pathItem(path: string, methods: Record<string, Operation>) {
  const items = Object.entries(methods).map(([method, operation]) => {
    const details = operations[`${method} ${path}`]
    if (!details) throw new Error(`lib/openapi/operations.json does not describe ${method} ${path}.`)
    return [method.toLowerCase(), operationItem(operation, details)]
  })
  return Object.fromEntries(items)
}

function operationItem(operation: Operation, details: Details) {
  const { operationId, summary, body, answers, problems = [] } = details
  const { authorisation, credentials, body: taken } = operation
  const accepted = credentials?.map((credential) => schemes[credential])
  const content = body && taken?.types.map((type) => [type, mediaOf(body)])
  return {
    ...{ operationId, summary, description: details.description.replace('{founded}', site.founded) },
    ...(details.parameters && { parameters: details.parameters.flatMap((name) => parameters[name] ?? []) }),
    ...(content && { requestBody: { required: !taken?.optional, content: Object.fromEntries(content) } }),
    responses: { ...mapValues(answers, answerItem), ...problemItems([...problemsOf(operation), ...problems]) },
    ...(accepted && { security: authorisation === 'none' ? [{}, ...accepted] : accepted }),
  }
}

function answerItem({ content = [], headers }: Answer, status: string) {
  const types = content.map((each) => [each.type ?? mediaTypes.json, mediaOf(each)])
  const named = headers && mapValues(headers, (description) => ({ description, schema: { type: 'string' } }))
  return {
    description: outcomes[status] ?? '',
    ...(named && { headers: named }),
    ...(types.length > 0 && { content: Object.fromEntries(types) }),
  }
}

function mediaOf({ schema, example }: Content) {
  return { schema: schema ? reference(schema) : { type: 'string' }, example: exampleOf(example) }
}

function exampleOf(example: unknown): unknown {
  if (typeof example !== 'string' || !example.startsWith('$')) return example
  return tables[example] ?? Reflect.get(examples, example.slice(1))
}

// A body may be refused for its form or its origin, and its content goes to the database.
function problemsOf({ authorisation, body, rateLimits }: Operation): ProblemCode[] {
  return [
    ...(body ? (['malformed', 'cross_site', 'too_large', 'wrong_type', 'invalid_fields', 'unavailable'] as const) : []),
    ...(rateLimits.length > 0 ? (['rate_limited'] as const) : []),
    ...(authorisation === 'none' ? [] : (['unauthorized', 'unavailable'] as const)),
    ...(authorisation === 'operator or open' ? (['cross_site', 'wrong_type', 'not_configured'] as const) : []),
  ]
}

const problemDetails: Partial<Record<ProblemCode, object>> = {
  invalid_fields: { fields: { email: ['invalid_email'] } },
  month_published: { replaces: '0b9d7c52-5a1e-4f6b-8c55-7be2f1f0a3d4' },
}

/** The problems by status, each with an example. */
function problemItems(codes: ProblemCode[]) {
  const known = (Object.keys(statuses) as ProblemCode[]).filter((code) => codes.includes(code))
  return mapValues(
    Object.groupBy(known, (code) => String(statuses[code])),
    (group = []) => {
      const waits = group.includes('rate_limited') || group.includes('unavailable')
      const samples = group.map((code) => {
        return [code, { value: { error: { code, ...problemDetails[code] } } }]
      })
      const narrowed = { properties: { error: { properties: { code: { enum: group } } } } }
      const schema = { allOf: [reference('Problem'), narrowed] }
      return {
        description: group.join(', '),
        ...(waits && { headers: retryAfter }),
        content: { [mediaTypes.json]: { schema, examples: Object.fromEntries(samples) } },
      }
    },
  )
}

function feedPaths(): Record<string, object> {
  const prefixes = routing.locales.filter((locale) => locale !== routing.defaultLocale)
  const language = {
    ...{ name: 'language', in: 'path', required: true, description: 'The language; English has no prefix.' },
    ...{ schema: { type: 'string', enum: prefixes }, example: 'fr' },
  }
  const items = Object.entries(feeds).flatMap(([kind, { name, content, ...words }]) => {
    const path = dataFiles[kind as keyof typeof dataFiles]
    const responses = { 200: answerItem({ content: [content] }, '200') }
    const localized = { operationId: `getLocalized${name}`, ...words, parameters: [language], responses }
    return [
      [path, { get: { operationId: `get${name}`, ...words, responses } }],
      [`/{language}${path}`, { get: localized }],
    ]
  })
  return Object.fromEntries(items)
}

type WebhookWords = Words & { schema: string }

function webhook({ schema, ...words }: WebhookWords, type: string) {
  const media = { schema: reference(schema as SchemaName), example: Reflect.get(examples.events, type) }
  return {
    post: {
      ...words,
      parameters: described.webhookHeaders,
      requestBody: { required: true, content: { 'application/json': media } },
      responses: {
        '2XX': { description: 'Accepted. After any other answer the event is sent again, for 7 days.' },
        '429': { description: 'Try later: `Retry-After` is respected, up to an hour.' },
      },
    },
  }
}

function leadQuery() {
  const { properties } = z.toJSONSchema(leadQuerySchema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(described.leadQuery).map(([name, description]) => ({
    ...{ name, in: 'query', required: false, description },
    schema: Object(properties?.[name]),
  }))
}

function csvExample(columns: readonly string[], row: Record<string, unknown>): string {
  return toCsv([[...columns], columns.map((column) => String(row[column] ?? ''))])
}

function mapValues<Key extends string, Value, Result>(
  record: Partial<Record<Key, Value>>,
  change: (value: Value, key: Key) => Result,
): Record<Key, Result> {
  const entries = Object.entries<Value>(record as Record<Key, Value>)
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value, key as Key)])) as Record<Key, Result>
}
