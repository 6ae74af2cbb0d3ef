import { env } from '@/lib/env'
import { apiTable, type Operation } from '@/lib/http/api-table'
import { site } from '@/lib/site'
import { attestationOperations, attestationSchemas } from './attestations'
import { chatbotOperations, chatbotSchemas } from './chatbot'
import { componentsOf, type NamedSchemas, namesOf } from './components'
import { contactOperations, contactSchemas } from './contact'
import { answer, type Description, type Descriptions, type Names, operationItem } from './describe'
import { feedPaths, feedSchemas } from './feeds'
import { leadOperations, leadSchemas } from './leads'
import { monitoringOperations, monitoringSchemas } from './monitoring'
import { operatorOperations, operatorSchemas } from './operator'
import { documentSchema, problemSchema } from './problem'
import { reportFileOperations, reportFileSchemas } from './report-files'
import { webhookSchemas, webhooks } from './webhooks'

const descriptions = {
  ...contactOperations,
  ...leadOperations,
  ...attestationOperations,
  ...chatbotOperations,
  ...monitoringOperations,
  ...operatorOperations,
  ...reportFileOperations,
  '/api/openapi.json': {
    GET: {
      operationId: 'getOpenApi',
      summary: 'This document',
      description: 'OpenAPI 3.1, from which clients and their types can be generated.',
      responses: { 200: answer('The document.', documentSchema, { openapi: '3.1.0', info: {}, paths: {} }) },
    },
  },
} satisfies Descriptions

const subjects: NamedSchemas[] = [
  contactSchemas,
  leadSchemas,
  attestationSchemas,
  chatbotSchemas,
  monitoringSchemas,
  operatorSchemas,
  reportFileSchemas,
  feedSchemas,
  webhookSchemas,
]

const schemas: NamedSchemas = {
  requests: Object.assign({}, ...subjects.map(({ requests }) => requests)),
  answers: Object.assign(
    { Problem: problemSchema, OpenApi: documentSchema },
    ...subjects.map(({ answers }) => answers),
  ),
}

const schemes = { key: { operatorKey: [] }, session: { operatorSession: [] } }

/** The API as OpenAPI 3.1, made from its table and the handlers' own schemas. */
export function openApiDocument() {
  const names = namesOf(schemas)
  const paths = Object.entries(apiTable).map(([path, operations]) => [path, pathItem(path, operations, names)])
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.brand} ${site.product}`,
      version: '1',
      description: 'Leads, attestation reports, their feeds, and the assistant. Times are ISO 8601 in UTC.',
    },
    servers: [{ url: env.SITE_URL }],
    paths: { ...Object.fromEntries(paths), ...feedPaths(names) },
    webhooks,
    components: {
      schemas: componentsOf(schemas),
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

function pathItem(path: string, operations: Record<string, Operation>, names: Names) {
  const described: Record<string, Description> = Reflect.get(descriptions, path)
  const items = Object.entries(described).map(([method, description]) => {
    const operation = operations[method]
    const item = operation && { ...operationItem(operation, description, names), ...securityOf(operation) }
    return [method.toLowerCase(), item]
  })
  return Object.fromEntries(items)
}

function securityOf({ authorisation, credentials }: Operation) {
  if (!credentials) return {}
  const accepted = credentials.map((credential) => schemes[credential])
  return { security: authorisation === 'none' ? [{}, ...accepted] : accepted }
}
