import { env } from '@/lib/env'
import { apiTable, type Operation } from '@/lib/http/api-table'
import { site } from '@/lib/site'
import { attestationOperations } from './attestations'
import { chatbotOperations } from './chatbot'
import { contactOperations } from './contact'
import type { Descriptions } from './describe'

const descriptions = {
  ...contactOperations,
  ...attestationOperations,
  ...chatbotOperations,
  '/api/openapi.json': {
    GET: { summary: 'This document', responses: { '200': { description: 'OpenAPI 3.1.' } } },
  },
} satisfies Descriptions

const schemes = { key: { operatorKey: [] }, session: { operatorSession: [] } }

/** The API as an OpenAPI 3.1 document, made from its table and from the schemas that the handlers validate with. */
export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: { title: `${site.brand} ${site.product}`, version: '1' },
    servers: [{ url: env.SITE_URL }],
    paths: Object.fromEntries(Object.entries(apiTable).map(([path, operations]) => [path, pathItem(path, operations)])),
    components: {
      securitySchemes: {
        operatorKey: { type: 'http', scheme: 'bearer', description: 'An operator key of OPERATOR_KEYS.' },
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

function pathItem(path: string, operations: Partial<Record<string, Operation>>) {
  const described: Record<string, object> = Reflect.get(descriptions, path)
  const items = Object.entries(operations).map(([method, operation]) => {
    return [method.toLowerCase(), { ...described[method], ...(operation && securityOf(operation)) }]
  })
  return Object.fromEntries(items)
}

function securityOf({ authorisation, credentials }: Operation) {
  if (!credentials) return {}
  const accepted = credentials.map((credential) => schemes[credential])
  return { security: authorisation === 'none' ? [{}, ...accepted] : accepted }
}
