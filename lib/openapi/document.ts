// The API as OpenAPI 3.1, built from its table, the handlers' own schemas, and
// the descriptions in operations.json.
import { z } from 'zod'
import { env } from '@/lib/env'
import { apiTable, mediaTypes, type Operation } from '@/lib/http/api-table'
import type { ProblemCode } from '@/lib/http/handler'
import { routing } from '@/lib/i18n/routing'
import { leadQuerySchema } from '@/lib/leads/query'
import { dataFiles } from '@/lib/routes'
import { site } from '@/lib/site'
import { mapValues } from '@/lib/text'
import { type Content, mediaTypesOf } from './content'
import described from './operations.json' with { type: 'json' }
import { problemCodesOf, problemItems } from './problems'
import { componentSchemas } from './schemas'

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
  /** The headers of a 200 response. */
  headers?: Record<string, string>
  problems?: ProblemCode[]
}

const operations: Record<string, Details> = described.operations as never

const parameters: Record<string, object[]> = {
  ...mapValues<object, object[]>(described.parameters, (each) => [each]),
  leadQuery: leadQuery(),
}

const schemes = { key: { operatorKey: [] }, session: { operatorSession: [] } }
const outcomes: Record<string, string> = described.outcomes

export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.brand} ${site.product}`,
      version: '1',
      description:
        'Leads, attestation reports, their feeds, and the assistant. Times are ISO 8601 in UTC. Requests must be UTF-8.',
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

  const { authorization, role, credentials, body: taken } = operation
  const accepted = credentials?.map((credential) => schemes[credential])
  const content = body && {
    ...mediaTypesOf(body, taken?.types),
    ...(form && mediaTypesOf(form, [mediaTypes.form])),
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
      ...problemItems([...problemCodesOf(operation), ...problems]),
    },
    security: [
      ...(accepted && authorization === 'none' ? [{}] : []),
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
    ...(Object.keys(content).length > 0 && { content: mediaTypesOf(content) }),
  }
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
      requestBody: { required: true, content: mediaTypesOf(body) },
      responses: {
        '2XX': {
          description:
            'Accepted. After any status but 2xx, 410 and 413, or without a response within 10 seconds, the event is sent again, for up to 7 days.',
        },
        '410': {
          description: 'Refused for good: the event is not sent again.',
        },
        '413': { description: 'Too large: the event is not sent again.' },
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
