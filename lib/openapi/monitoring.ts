import { checkSchema, readySchema } from '@/lib/health/response-schema'
import { healthSchema, liveSchema } from '@/lib/leads/response-schema'
import type { NamedSchemas } from './components'
import { answer, type Descriptions } from './describe'

export const monitoringSchemas = {
  requests: {},
  answers: { Health: healthSchema, Liveness: liveSchema, Readiness: readySchema, ReadinessCheck: checkSchema },
} satisfies NamedSchemas

const ok = { status: 'ok' }

const ready = { status: 'ok', checks: [{ name: 'database_writable', ok: true, required: true }] }
const notReady = { status: 'unavailable', checks: [{ name: 'database_writable', ok: false, required: true }] }

const metrics = '# TYPE leads_received_total counter\nleads_received_total{source="form",state="accepted"} 12\n'

export const monitoringOperations = {
  '/api/health': {
    GET: {
      operationId: 'getHealth',
      summary: 'Whether leads can be stored (readiness)',
      description: 'For operators also how many leads wait to be delivered. Up to 5 seconds old. /readyz says more.',
      responses: { 200: answer('All is well.', healthSchema, ok) },
      problems: ['unavailable'],
    },
  },
  '/api/health/live': {
    GET: {
      operationId: 'getLiveness',
      summary: 'Whether the process answers (liveness)',
      description: 'The older address of /healthz.',
      responses: { 200: answer('It does.', liveSchema, ok) },
    },
  },
  '/healthz': {
    GET: {
      operationId: 'checkLiveness',
      summary: 'Whether the process answers (liveness)',
      description: 'Looks at nothing else: a process that does not answer is to be started again.',
      responses: { 200: answer('It does.', liveSchema, ok) },
    },
  },
  '/metrics': {
    GET: {
      operationId: 'getMetrics',
      summary: 'Metrics in the text format of Prometheus',
      description: 'For operators; METRICS_PORT serves them to the same machine without a key.',
      responses: { 200: { description: 'The metrics.', content: [{ type: 'text/plain', example: metrics }] } },
    },
  },
  '/readyz': {
    GET: {
      operationId: 'checkReadiness',
      summary: 'Whether the site can keep leads (readiness), with each check',
      description: 'For operators also with what was measured. Up to 5 seconds old.',
      responses: {
        200: answer('Every required check succeeds.', readySchema, ready),
        503: answer('A lead would be lost.', readySchema, notReady),
      },
    },
  },
} satisfies Partial<Descriptions>
