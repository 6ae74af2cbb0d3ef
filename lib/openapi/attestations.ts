import { z } from 'zod'
import { reportSchema } from '@/lib/attestations/report-schema'
import {
  logAnswerSchema,
  reportAnswerSchema,
  restorationAnswerSchema,
  sessionAnswerSchema,
  withdrawalAnswerSchema,
} from '@/lib/attestations/response-schema'
import { withdrawalSchema } from '@/lib/attestations/schema'
import { site } from '@/lib/site'
import { answer, type Descriptions } from './describe'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const include = {
  name: 'include',
  in: 'query',
  description: '`history` adds withdrawn and replaced reports.',
  schema: { type: 'string', enum: ['history'] },
}

export const attestationOperations = {
  '/api/attestations': {
    GET: {
      summary: 'The reports on the list, newest month first',
      parameters: [include],
      responses: { 200: answer('The reports.', z.array(reportAnswerSchema)) },
      problems: ['unavailable'],
    },
    POST: {
      summary: 'Publish a report',
      description: `Neither its month nor the day of its figures is before ${site.founded} or in the future.`,
      body: reportSchema,
      responses: { 201: answer('The report is durable.', reportAnswerSchema) },
      problems: ['invalid_idempotency_key', 'already_replaced', 'idempotency_key_reused'],
    },
  },
  '/api/attestations/log': {
    GET: {
      summary: 'The log of everything published, each entry chained to the one before it',
      description:
        'Who keeps a copy can prove later that something was removed or changed: the hash of every later entry depends on it. Signed are the texts `attestations entry SEQUENCE HASH` and `attestations head SEQUENCE HASH`.',
      responses: { 200: answer('The log.', logAnswerSchema) },
      problems: ['unavailable'],
    },
  },
  '/api/attestations/{id}': {
    DELETE: {
      summary: 'Withdraw a report; it stays visible among the withdrawn ones',
      parameters: [id],
      body: withdrawalSchema,
      responses: { 200: answer('The report is withdrawn.', withdrawalAnswerSchema) },
      problems: ['not_found', 'already_withdrawn'],
    },
  },
  '/api/attestations/{id}/restore': {
    POST: {
      summary: 'Put a withdrawn report back on the list',
      parameters: [id],
      responses: { 200: answer('The report is on the list.', restorationAnswerSchema) },
      problems: ['not_found', 'not_withdrawn'],
    },
  },
  '/api/operator/session': {
    GET: {
      summary: 'Who is signed in, and whether changes need a key at all',
      responses: { 200: answer('The session.', sessionAnswerSchema) },
    },
    POST: {
      summary: 'Exchange an operator key for a session cookie',
      body: z.object({ key: z.string() }),
      responses: { 200: answer('Signed in.', sessionAnswerSchema) },
      problems: ['unauthorized', 'not_configured'],
    },
    DELETE: {
      summary: 'Sign out',
      responses: { 200: answer('Signed out.', sessionAnswerSchema) },
      problems: ['cross_site', 'wrong_type'],
    },
  },
} satisfies Partial<Descriptions>
