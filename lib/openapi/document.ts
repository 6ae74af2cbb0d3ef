import { env } from '@/lib/env'
import { apiTable, type Operation } from '@/lib/http/api-table'
import { site } from '@/lib/site'
import { attestationOperations } from './attestations'
import { chatbotOperations } from './chatbot'
import { contactOperations } from './contact'
import { answer, type Description, type Descriptions, operationItem } from './describe'
import { leadOperations } from './leads'
import { monitoringOperations } from './monitoring'

const descriptions = {
  ...contactOperations,
  ...leadOperations,
  ...attestationOperations,
  ...chatbotOperations,
  ...monitoringOperations,
  '/api/openapi.json': {
    GET: { summary: 'This document', responses: { 200: answer('OpenAPI 3.1.') } },
  },
} satisfies Descriptions

const schemes = { key: { operatorKey: [] }, session: { operatorSession: [] } }

/** The API as OpenAPI 3.1, made from its table and the handlers' own schemas. */
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

function pathItem(path: string, operations: Record<string, Operation>) {
  const described: Record<string, Description> = Reflect.get(descriptions, path)
  const items = Object.entries(described).map(([method, description]) => {
    const operation = operations[method]
    return [method.toLowerCase(), operation && { ...operationItem(operation, description), ...securityOf(operation) }]
  })
  return Object.fromEntries(items)
}

function securityOf({ authorisation, credentials }: Operation) {
  if (!credentials) return {}
  const accepted = credentials.map((credential) => schemes[credential])
  return { security: authorisation === 'none' ? [{}, ...accepted] : accepted }
}
