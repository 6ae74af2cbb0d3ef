import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { openApiDocument } from '@/lib/openapi/document'

export type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }

type Content = { content?: Record<string, Media> }

type DescribedOperation = {
  operationId: string
  summary: string
  description: string
  parameters?: { name: string; description: string; schema: object; example?: unknown }[]
  security?: Record<string, unknown>[]
  requestBody?: Required<Content> & { required: boolean }
  responses: Record<string, Content & { description: string }>
}

const document = openApiDocument()

const ajv = addFormats(new Ajv2020({ strict: false }))

export function describedPaths() {
  return document.paths as Record<string, Partial<Record<string, DescribedOperation>>>
}

/** Every operation of the document, by its name, such as `GET /attestations.csv`. */
export function describedOperations() {
  return Object.entries(describedPaths()).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation ? [{ name: `${method.toUpperCase()} ${path}`, path, operation }] : [],
    ),
  )
}

ajv.addSchema({ $id: 'api', components: document.components })

/** What a value has against a schema of the document; null where nothing. */
export function errorsOf(schema: object, value: unknown) {
  ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')), value)
  return ajv.errors ?? null
}
