import { env } from '@/lib/env'
import { site } from '@/lib/site'
import { attestationPaths } from './attestations'
import { chatbotPaths } from './chatbot'
import { contactPaths } from './contact'

/** The API as an OpenAPI 3.1 document, made from the schemas that the handlers validate with. */
export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: { title: `${site.brand} ${site.product}`, version: '1' },
    servers: [{ url: env.SITE_URL }],
    paths: { ...contactPaths, ...attestationPaths, ...chatbotPaths },
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
