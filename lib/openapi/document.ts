import { env } from '@/lib/env'
import { apiTable, mediaTypes, type Operation } from '@/lib/http/api-table'
import { type ProblemCode, statuses } from '@/lib/http/error-response'
import { site } from '@/lib/site'
import { type Answer, type Details, feeds, language, operations } from './operations'
import { componentSchemas, reference } from './schemas'
import texts from './texts.json' with { type: 'json' }
import { webhooks } from './webhooks'

const schemes = { key: { operatorKey: [] }, session: { operatorSession: [] } }
const outcomes: Record<string, string> = {
  200: 'Done.',
  201: 'Stored, and durable.',
  204: 'Done.',
  303: 'For a form-encoded body: the page that shows the result.',
  503: 'Not ready.',
}
const retryAfter = { 'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer' } } }

/** The API as OpenAPI 3.1, made from its table and the handlers' own schemas. */
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
    webhooks,
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
    const name = `${method} ${path}`
    const details: Details = Reflect.get(operations, name)
    const { description, ...words } = texts[name as keyof typeof texts]
    const founded = description.replace('{founded}', site.founded)
    return [method.toLowerCase(), { ...words, description: founded, ...operationItem(operation, details) }]
  })
  return Object.fromEntries(items)
}

function operationItem(operation: Operation, { body, parameters, answers, problems = [] }: Details) {
  const described = Object.entries(answers).map(([status, answer]) => [status, answerItem(status, answer)])
  const { authorisation, credentials, body: taken } = operation
  const accepted = credentials?.map((credential) => schemes[credential])
  const content = body && taken?.types.map((type) => [type, { schema: reference(body[0]), example: body[1] }])
  return {
    ...(parameters && { parameters }),
    ...(content && { requestBody: { required: !taken?.optional, content: Object.fromEntries(content) } }),
    responses: { ...Object.fromEntries(described), ...problemItems([...problemsOf(operation), ...problems]) },
    ...(accepted && { security: authorisation === 'none' ? [{}, ...accepted] : accepted }),
  }
}

function answerItem(status: string, { content = [], headers = {} }: Answer) {
  const types = content.map(([schema, example, type = mediaTypes.json]) => {
    return [type, { schema: schema ? reference(schema) : { type: 'string' }, example }]
  })
  const named = Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }])
  return {
    description: outcomes[status] ?? '',
    ...(named.length > 0 && { headers: Object.fromEntries(named) }),
    ...(types.length > 0 && { content: Object.fromEntries(types) }),
  }
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

const details: Partial<Record<ProblemCode, object>> = {
  invalid_fields: { fields: { email: ['invalid_email'] } },
  month_published: { replaces: '0b9d7c52-5a1e-4f6b-8c55-7be2f1f0a3d4' },
}

/** The problems by status, each with an example. */
function problemItems(codes: ProblemCode[]) {
  const known = (Object.keys(statuses) as ProblemCode[]).filter((code) => codes.includes(code))
  const byStatus = Object.groupBy(known, (code) => String(statuses[code]))
  const items = Object.entries(byStatus).map(([status, group = []]) => {
    const waits = group.includes('rate_limited') || group.includes('unavailable')
    const examples = group.map((code) => {
      return [code, { value: { error: { code, ...details[code] } } }]
    })
    const narrowed = { properties: { error: { properties: { code: { enum: group } } } } }
    const schema = { allOf: [reference('Problem'), narrowed] }
    return [
      status,
      {
        description: group.join(', '),
        ...(waits && { headers: retryAfter }),
        content: { [mediaTypes.json]: { schema, examples: Object.fromEntries(examples) } },
      },
    ]
  })
  return Object.fromEntries(items)
}

/** The feeds: files beside the pages, in English and below each language's prefix. */
function feedPaths(): Record<string, object> {
  const items = feeds.flatMap(({ path, name, content, ...texts }) => {
    const responses = { 200: answerItem('200', { content: [content] }) }
    const localized = { operationId: `getLocalized${name}`, ...texts, parameters: [language], responses }
    return [
      [path, { get: { operationId: `get${name}`, ...texts, responses } }],
      [`/{language}${path}`, { get: localized }],
    ]
  })
  return Object.fromEntries(items)
}
