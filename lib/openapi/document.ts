// The API as OpenAPI 3.1, built from its table, the handlers' own schemas, and
// the descriptions in operations.json.
import { z } from 'zod'
import { reportColumnNames } from '@/lib/attestations/json'
import { env } from '@/lib/env'
import { apiTable, mediaTypes, type Operation } from '@/lib/http/api-table'
import { byteOrderMark, toCsv } from '@/lib/http/csv'
import { type ProblemCode, statuses } from '@/lib/http/handler'
import { routing } from '@/lib/i18n/routing'
import { leadsCsv } from '@/lib/leads/csv'
import type { LeadJson } from '@/lib/leads/json'
import { leadQuerySchema } from '@/lib/leads/query'
import { dataFiles } from '@/lib/routes'
import { site } from '@/lib/site'
import examples from './examples.json' with { type: 'json' }
import described from './operations.json' with { type: 'json' }
import { componentSchemas, reference } from './schemas'

/** An example for each schema, or for each media type that has no schema. */
type Content = Record<string, unknown>

/** The input and output of an operation, in addition to the API's table. */
type Details = {
  operationId: string
  summary: string
  description: string
  parameters?: string[]
  body?: Content
  /** A form's fields, if they are not those of the JSON body. */
  form?: Content
  answers?: Record<string, Content>
  /** The headers of a 200 answer. */
  headers?: Record<string, string>
  problems?: ProblemCode[]
}

const operations: Record<string, Details> = described.operations as never

const parameters: Record<string, object[]> = {
  ...mapValues<object, object[]>(described.parameters, (each) => [each]),
  leadQuery: leadQuery(),
}

const named: Record<string, unknown> = { ...examples }
named.leadsTable = leadsCsv([exampleOf('$lead') as LeadJson]).replace(
  byteOrderMark,
  '',
)
const reportRow: Record<string, unknown> = {
  ...Object(exampleOf('$report')),
  history: '',
}
named.reportsTable = toCsv([
  [...reportColumnNames],
  reportColumnNames.map((column) => String(reportRow[column] ?? '')),
])

const schemes = { key: { operatorKey: [] }, session: { operatorSession: [] } }
const outcomes: Record<string, string> = described.outcomes

export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.brand} ${site.product}`,
      version: '1',
      description:
        'Leads, attestation reports, their feeds, and the assistant. Times are ISO 8601 in UTC.',
    },
    servers: [{ url: env.SITE_URL }],
    paths: {
      ...mapValues<Record<string, Operation>, object>(apiTable, pathItem),
      ...feedPaths(),
    },
    webhooks: mapValues<Details, ReturnType<typeof webhook>>(
      described.webhooks,
      webhook,
    ),
    components: {
      schemas: componentSchemas(),
      securitySchemes: described.securitySchemes,
    },
  }
}

function pathItem(methods: Record<string, Operation>, path: string) {
  const items = Object.entries(methods).map(([method, operation]) => {
    const details = operations[`${method} ${path}`]
    if (!details)
      throw new Error(
        `lib/openapi/operations.json does not describe ${method} ${path}.`,
      )
    return [method.toLowerCase(), operationItem(operation, details)]
  })
  return Object.fromEntries(items)
}

function operationItem(operation: Operation, details: Details) {
  const {
    operationId,
    summary,
    description,
    body,
    form,
    answers,
    headers,
    problems = [],
  } = details
  const { authorisation, role, credentials, body: taken } = operation
  const accepted = credentials?.map((credential) => schemes[credential])
  const content = body && {
    ...contentOf(body, taken?.types),
    ...(form && contentOf(form, [mediaTypes.form])),
  }
  const redirected = taken?.types.includes(mediaTypes.form) && {
    303: answerItem({}, '303', { Location: 'The page that shows the result.' }),
  }
  return {
    operationId,
    summary,
    description: [
      description.replace('{founded}', site.founded),
      ...(role ? [`Needs the role ${role}.`] : []),
    ].join(' '),
    ...(details.parameters && {
      parameters: details.parameters.flatMap((name) => parameters[name] ?? []),
    }),
    ...(content && { requestBody: { required: !taken?.optional, content } }),
    responses: {
      ...mapValues(answers ?? {}, (content, status) =>
        answerItem(content, status, status === '200' ? headers : {}),
      ),
      ...redirected,
      ...problemItems([...problemsOf(operation), ...problems]),
    },
    security: [
      ...(accepted && authorisation === 'none' ? [{}] : []),
      ...(accepted ?? []),
    ],
  }
}

function answerItem(
  content: Content,
  status: string,
  headers: Record<string, string> = {},
) {
  const named = mapValues(headers, (description) => ({
    description,
    schema: { type: 'string' },
  }))
  return {
    description: outcomes[status] ?? '',
    ...(Object.keys(headers).length > 0 && { headers: named }),
    ...(Object.keys(content).length > 0 && { content: contentOf(content) }),
  }
}

function contentOf(content: Content, types?: readonly string[]) {
  const entries = Object.entries(content).flatMap(([name, example]) => {
    const isText = name.includes('/')
    const format = name === mediaTypes.pdf ? 'binary' : undefined
    const schema = isText ? { type: 'string', format } : reference(name)
    const ownType =
      name === 'JsonFeed' ? 'application/feed+json' : mediaTypes.json
    return (types ?? [isText ? name : ownType]).map((type) => [
      type,
      { schema, example: exampleOf(example) },
    ])
  })
  return Object.fromEntries(entries)
}

/**
 * Resolves references in an example: `$name` inserts the example of that name,
 * and `...` extends one.
 */
function exampleOf(example: unknown): unknown {
  if (typeof example === 'string')
    return example.startsWith('$')
      ? exampleOf(named[example.slice(1)])
      : example
  if (Array.isArray(example)) return example.map(exampleOf)
  if (typeof example !== 'object' || example === null) return example
  const { '...': base, ...own } = example as Record<string, unknown>
  return { ...Object(exampleOf(base)), ...mapValues(own, exampleOf) }
}

// A body can be rejected for its format or its origin, and its content is
// stored in the database.
function problemsOf({
  authorisation,
  role,
  body,
  rateLimits,
}: Operation): ProblemCode[] {
  return [
    ...(body
      ? ([
          'malformed',
          'cross_site',
          'too_large',
          'wrong_type',
          'invalid_fields',
          'unavailable',
        ] as const)
      : []),
    ...(rateLimits.length > 0 ? (['rate_limited'] as const) : []),
    ...(authorisation === 'none'
      ? []
      : (['unauthorized', 'unavailable'] as const)),
    ...(role ? (['wrong_role'] as const) : []),
    ...(authorisation === 'operator or open'
      ? (['cross_site', 'wrong_type', 'not_configured'] as const)
      : []),
  ]
}

const problemDetails: Partial<Record<ProblemCode, object>> = {
  invalid_fields: { fields: { email: ['invalid_email'] } },
  wrong_role: { role: 'admin' },
  month_published: { replaces: '0b9d7c52-5a1e-4f6b-8c55-7be2f1f0a3d4' },
}

const retryAfter = {
  'Retry-After': {
    description: 'Whole seconds to wait.',
    schema: { type: 'integer' },
  },
}

function problemItems(codes: ProblemCode[]) {
  const known = (Object.keys(statuses) as ProblemCode[]).filter((code) =>
    codes.includes(code),
  )
  const groups = Object.groupBy(known, (code) =>
    String(statuses[code]),
  ) as Record<string, ProblemCode[]>
  return mapValues(groups, (group) => {
    const waits =
      group.includes('rate_limited') || group.includes('unavailable')
    const samples = group.map((code) => [
      code,
      { value: { error: { code, ...problemDetails[code] } } },
    ])
    const narrowed = {
      properties: { error: { properties: { code: { enum: group } } } },
    }
    const schema = { allOf: [reference('Problem'), narrowed] }
    return {
      description: group.join(', '),
      ...(waits && { headers: retryAfter }),
      content: {
        [mediaTypes.json]: { schema, examples: Object.fromEntries(samples) },
      },
    }
  })
}

function feedPaths(): Record<string, object> {
  const language = {
    ...described.language,
    schema: { type: 'string', enum: routing.locales },
  }
  const items = Object.entries(described.feeds).flatMap(
    ([kind, { name, content, ...words }]) => {
      const path = dataFiles[kind as keyof typeof dataFiles]
      const feed = { ...words, security: [] }
      const responses = {
        200: answerItem(content, '200'),
        ...described.feedAnswers,
        ...problemItems(['unavailable']),
      }
      const localized = {
        parameters: [language],
        responses: { ...responses, ...described.localizedFeedAnswers },
      }
      return [
        [path, { get: { operationId: `get${name}`, ...feed, responses } }],
        [
          `/{language}${path}`,
          {
            get: { operationId: `getLocalized${name}`, ...feed, ...localized },
          },
        ],
      ]
    },
  )
  return Object.fromEntries(items)
}

function webhook({ body = {}, ...words }: Details) {
  return {
    post: {
      ...words,
      parameters: described.webhookHeaders,
      requestBody: { required: true, content: contentOf(body) },
      responses: {
        '2XX': {
          description:
            'Accepted. After any other answer the event is sent again, for 7 days.',
        },
        '429': {
          description: 'Try later: `Retry-After` is respected, up to an hour.',
        },
      },
    },
  }
}

function leadQuery() {
  const { properties } = z.toJSONSchema(leadQuerySchema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.entries(described.leadQuery).map(([name, description]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: Object(properties?.[name]),
  }))
}

function mapValues<Value, Result>(
  record: Record<string, Value>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, change(value, key)]),
  )
}
