import { readySchema } from '@/lib/health/response-schema'
import { liveSchema } from '@/lib/leads/response-schema'
import { answer, type Descriptions } from './describe'

export const monitoringOperations = {
  '/healthz': {
    GET: {
      summary: 'Whether the process answers (liveness)',
      responses: { 200: answer('It does.', liveSchema) },
    },
  },
  '/metrics': {
    GET: {
      summary: 'Metrics in the text format of Prometheus',
      responses: {
        200: { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
      },
    },
  },
  '/readyz': {
    GET: {
      summary: 'Whether the site can keep leads (readiness), with each check; for operators also with values',
      responses: {
        200: answer('Every required check succeeds.', readySchema),
        503: answer('A lead would be lost.', readySchema),
      },
    },
  },
} satisfies Partial<Descriptions>
