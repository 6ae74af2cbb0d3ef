import { z } from 'zod'
import type * as core from 'zod/v4/core'
import type { ApiTable } from '@/lib/http/api-table'
import { type ProblemCode, statuses } from '@/lib/http/error-response'

/** What the document says of each operation of the table, but for what the table says itself. */
export type Descriptions = {
  [Path in keyof ApiTable]: { [Method in keyof ApiTable[Path]]: Description }
}

type Description = {
  summary: string
  description?: string
  parameters?: object[]
  requestBody?: { required: boolean; content: object }
  responses: Record<string, object>
}

/** A JSON answer or body of a schema, as OpenAPI writes it. */
export function json(schema: core.$ZodType, io: 'input' | 'output' = 'output') {
  return { 'application/json': { schema: jsonSchema(schema, io) } }
}

/** A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function jsonSchema(schema: core.$ZodType, io: 'input' | 'output' = 'input') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Query parameters from the fields of an object schema. */
export function queryParameters(schema: core.$ZodType) {
  const { properties = {} } = jsonSchema(schema)
  return Object.entries(properties).map(([name, field]) => ({ name, in: 'query', required: false, schema: field }))
}

/** The answers for a set of problems, one for each status, naming the codes it may carry. */
export function problems(...codes: ProblemCode[]) {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes) byStatus.set(statuses[code], [...(byStatus.get(statuses[code]) ?? []), code])
  return Object.fromEntries([...byStatus].map(([status, group]) => [String(status), problemAnswer(group)]))
}

function problemAnswer(codes: ProblemCode[]) {
  const error = z.strictObject({
    code: z.enum(codes as [ProblemCode]),
    fields: z.record(z.string(), z.array(z.string())).optional(),
  })
  return { description: codes.join(', '), content: json(z.strictObject({ error })) }
}
