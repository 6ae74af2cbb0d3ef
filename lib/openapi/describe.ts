import { z } from 'zod'
import type * as core from 'zod/v4/core'
import { type ApiTable, mediaTypes, type Operation } from '@/lib/http/api-table'
import { type ProblemCode, statuses } from '@/lib/http/error-response'

export type Descriptions = {
  [Path in keyof ApiTable]: { [Method in keyof ApiTable[Path]]: Description }
}

export type Description = {
  summary: string
  description?: string
  parameters?: object[]
  body?: core.$ZodType
  responses: Record<number, object>
  problems?: ProblemCode[]
}

export function answer(description: string, schema?: core.$ZodType, others?: object) {
  if (!schema) return { description }
  return { description, content: { [mediaTypes.json]: { schema: jsonSchema(schema, 'output') }, ...others } }
}

export function queryParameters(schema: core.$ZodType) {
  const { properties = {} } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({ name, in: 'query', required: false, schema: field }))
}

export function operationItem(operation: Operation, { body, responses, problems = [], ...texts }: Description) {
  const codes = [...problemsOf(operation), ...problems]
  return { ...texts, ...requestBody(operation, body), responses: { ...responses, ...problemAnswers(codes) } }
}

function requestBody({ body }: Operation, schema?: core.$ZodType) {
  if (!body || !schema) return {}
  const content = body.types.map((type) => [type, { schema: jsonSchema(schema, 'input') }])
  return { requestBody: { required: !body.optional, content: Object.fromEntries(content) } }
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

function problemAnswers(codes: ProblemCode[]) {
  const byStatus: Record<number, ProblemCode[]> = {}
  for (const code of Object.keys(statuses) as ProblemCode[]) {
    if (codes.includes(code)) byStatus[statuses[code]] = [...(byStatus[statuses[code]] ?? []), code]
  }
  return Object.fromEntries(Object.entries(byStatus).map(([status, group]) => [status, problemAnswer(group)]))
}

function problemAnswer(codes: ProblemCode[]) {
  const error = z.strictObject({
    code: z.enum(codes as [ProblemCode]),
    fields: z.record(z.string(), z.array(z.string())).optional(),
  })
  return answer(codes.join(', '), z.strictObject({ error }))
}

// JSON Schema 2020-12, which OpenAPI 3.1 uses.
function jsonSchema(schema: core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
