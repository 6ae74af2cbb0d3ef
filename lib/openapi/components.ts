import * as z from 'zod/v4/core'
import type { Names } from './describe'

type Schemas = Record<string, z.$ZodType>

/** The named schemas of a subject: of what is sent to the API, and of what it answers. */
export type NamedSchemas = { requests: Schemas; answers: Schemas }

export function namesOf({ requests, answers }: NamedSchemas): Names {
  return new Map(Object.entries({ ...requests, ...answers }).map(([name, schema]) => [schema, name]))
}

/** The schemas as `components.schemas` in JSON Schema 2020-12, which OpenAPI 3.1 uses; they refer to one another. */
export function componentsOf({ requests, answers }: NamedSchemas): Record<string, object> {
  return { ...converted(requests, 'input'), ...converted(answers, 'output') }
}

function converted(named: Schemas, io: 'input' | 'output') {
  const registry = new z.$ZodRegistry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const uri = (id: string) => `#/components/schemas/${id}`
  // Generated types take a field with a default for one that is always there, which it is not in a request.
  const override: z.JSONSchemaGeneratorParams['override'] = ({ jsonSchema }) => {
    if (io === 'input') delete jsonSchema.default
  }
  const { schemas } = z.toJSONSchema(registry, { io, uri, override, unrepresentable: 'any' })
  const components = Object.entries(schemas).map(([title, { $schema, $id, ...schema }]) => [
    title,
    { title, ...schema },
  ])
  return Object.fromEntries(components)
}
