import * as z from 'zod/v4/core'
import { type ApiTable, mediaTypes, type Operation } from '@/lib/http/api-table'
import { type ProblemCode, statuses } from '@/lib/http/error-response'
import { problemSchema } from './problem'

export type Descriptions = {
  [Path in keyof ApiTable]: { [Method in keyof ApiTable[Path]]: Description }
}

/** An operation in words and examples; what it reads, answers and may refuse besides what the API's table says. */
export type Description = {
  /** A verb and what it is about, as generated clients call it. */
  operationId: string
  summary: string
  description: string
  parameters?: Parameter[]
  body?: { schema: z.$ZodType; example: object | string }
  responses: Record<number, Answer>
  problems?: ProblemCode[]
}

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: object
  example?: unknown
}

type Content = { type: string; schema?: z.$ZodType; example: unknown }

export type Answer = { description: string; content?: Content[]; headers?: Record<string, string> }

/** An answer in JSON, of a schema that has a name in `Names`, or one without content. */
export function answer(description: string, schema?: z.$ZodType, example?: object): Answer {
  return schema ? { description, content: [{ type: mediaTypes.json, schema, example }] } : { description }
}

/** The parameters of a query's schema, each in words. */
export function queryParameters<Schema extends z.$ZodObject>(
  schema: Schema,
  about: Record<keyof z.input<Schema>, string>,
): Parameter[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(about).map(([name, description]) => ({
    ...{ name, in: 'query', required: false, description: String(description) },
    schema: (properties as Record<string, object>)[name] ?? {},
  }))
}

/** What the named schemas are called: only such are in the document, so that generated types have names. */
export type Names = Map<z.$ZodType, string>

export function operationItem(
  operation: Operation,
  { body, responses, problems = [], ...texts }: Description,
  names: Names,
) {
  const answers = Object.entries(responses).map(([status, each]) => [status, answerItem(each, names)])
  const codes = [...problemsOf(operation), ...problems]
  return {
    ...texts,
    ...requestBody(operation, body, names),
    responses: { ...Object.fromEntries(answers), ...problemAnswers(codes, names) },
  }
}

function requestBody({ body }: Operation, described: Description['body'], names: Names) {
  if (!body || !described) return {}
  const { schema, example } = described
  const content = body.types.map((type) => [type, { schema: reference(schema, names), example }])
  return { requestBody: { required: !body.optional, content: Object.fromEntries(content) } }
}

/** An answer as the document has it. */
export function answerItem({ description, content = [], headers }: Answer, names: Names) {
  const types = content.map(({ type, schema, example }) => {
    return [type, { schema: schema ? reference(schema, names) : { type: 'string' }, example }]
  })
  const described = Object.entries(headers ?? {}).map(([name, text]) => {
    return [name, { description: text, schema: { type: 'string' } }]
  })
  return {
    description,
    ...(described.length > 0 && { headers: Object.fromEntries(described) }),
    ...(types.length > 0 && { content: Object.fromEntries(types) }),
  }
}

function reference(schema: z.$ZodType, names: Names) {
  const name = names.get(schema)
  if (!name) throw new Error('A schema of the API has no name in lib/openapi: its subject’s file gives it one.')
  return { $ref: `#/components/schemas/${name}` }
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

function problemAnswers(codes: ProblemCode[], names: Names) {
  const byStatus: Record<number, ProblemCode[]> = {}
  for (const code of Object.keys(statuses) as ProblemCode[]) {
    if (codes.includes(code)) byStatus[statuses[code]] = [...(byStatus[statuses[code]] ?? []), code]
  }
  return Object.fromEntries(Object.entries(byStatus).map(([status, group]) => [status, problemAnswer(group, names)]))
}

const retryAfter = { 'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer' } } }

// Of the codes that there are, those of this status: each is an example.
function problemAnswer(codes: ProblemCode[], names: Names) {
  const ofStatus = { properties: { error: { properties: { code: { enum: codes } } } } }
  const examples = codes.map((code) => [code, { value: { error: { code, ...fieldsOf(code) } } }])
  const waits = codes.includes('rate_limited') || codes.includes('unavailable')
  return {
    description: codes.join(', '),
    ...(waits && { headers: retryAfter }),
    content: {
      [mediaTypes.json]: {
        schema: { allOf: [reference(problemSchema, names), ofStatus] },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

function fieldsOf(code: ProblemCode) {
  return code === 'invalid_fields' ? { fields: { email: ['invalid_email'] } } : {}
}
