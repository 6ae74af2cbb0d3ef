import { z } from 'zod'
import { reportSchema } from '@/lib/attestations/report-schema'
import {
  reportAnswerSchema,
  restorationAnswerSchema,
  sessionAnswerSchema,
  withdrawalAnswerSchema,
} from '@/lib/attestations/response-schema'
import { withdrawalSchema } from '@/lib/attestations/schema'
import { site } from '@/lib/site'
import { type Descriptions, json, problems } from './describe'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const refusals = ['unauthorized', 'cross_site', 'wrong_type', 'rate_limited', 'unavailable', 'not_configured'] as const

/** The attestation reports, and the session that changes them. */
export const attestationOperations = {
  '/api/attestations': {
    GET: {
      summary: 'The reports on the list, newest month first',
      parameters: [
        {
          name: 'include',
          in: 'query',
          description: '`history` adds withdrawn and replaced reports.',
          schema: { type: 'string', enum: ['history'] },
        },
      ],
      responses: {
        '200': { description: 'The reports.', content: json(z.array(reportAnswerSchema)) },
        ...problems('unavailable'),
      },
    },
    POST: {
      summary: 'Publish a report',
      description: `Neither its month nor the day of its figures is before ${site.founded} or in the future.`,
      requestBody: { required: true, content: json(reportSchema, 'input') },
      responses: {
        '201': { description: 'The report is durable.', content: json(reportAnswerSchema) },
        ...problems(
          ...refusals,
          'malformed',
          'invalid_idempotency_key',
          'already_replaced',
          'too_large',
          'invalid_fields',
          'idempotency_key_reused',
        ),
      },
    },
  },
  '/api/attestations/{id}': {
    DELETE: {
      summary: 'Withdraw a report; it stays visible among the withdrawn ones',
      parameters: [id],
      requestBody: { required: false, content: json(withdrawalSchema, 'input') },
      responses: {
        '200': { description: 'The report is withdrawn.', content: json(withdrawalAnswerSchema) },
        ...problems(...refusals, 'malformed', 'not_found', 'already_withdrawn', 'too_large', 'invalid_fields'),
      },
    },
  },
  '/api/attestations/{id}/restore': {
    POST: {
      summary: 'Put a withdrawn report back on the list',
      parameters: [id],
      responses: {
        '200': { description: 'The report is on the list.', content: json(restorationAnswerSchema) },
        ...problems(...refusals, 'not_found', 'not_withdrawn'),
      },
    },
  },
  '/api/operator/session': {
    GET: {
      summary: 'Who is signed in, and whether changes need a key at all',
      responses: { '200': { description: 'The session.', content: json(sessionAnswerSchema) } },
    },
    POST: {
      summary: 'Exchange an operator key for a session cookie',
      requestBody: { required: true, content: json(z.object({ key: z.string() }), 'input') },
      responses: {
        '200': { description: 'Signed in.', content: json(sessionAnswerSchema) },
        ...problems(...refusals, 'malformed', 'too_large', 'invalid_fields'),
      },
    },
    DELETE: {
      summary: 'Sign out',
      responses: {
        '200': { description: 'Signed out.', content: json(sessionAnswerSchema) },
        ...problems('cross_site', 'wrong_type'),
      },
    },
  },
} satisfies Partial<Descriptions>
