import { z } from 'zod'
import { mediaTypes } from '@/lib/http/api-table'
import { leadQuerySchema } from '@/lib/leads/query'
import { healthSchema, leadListSchema, liveSchema, receiptSchema } from '@/lib/leads/response-schema'
import { contactSchema } from '@/lib/leads/schema'
import { type Descriptions, json, jsonSchema, problems, queryParameters } from './describe'

const key = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key with the same body answers the same, stores one lead and counts once; with another body 422.',
  schema: { type: 'string', pattern: '^[\\w-]{16,128}$' },
}

const token = {
  name: 'Form-Token',
  in: 'header',
  description: 'From GET /api/contact/token: when the visitor began with the form.',
  schema: { type: 'string' },
}

/** What leads are sent to and read from. */
export const contactOperations = {
  '/api/contact': {
    POST: {
      summary: 'Store a contact submission',
      description:
        'A server that sends leads gives an operator’s key: it has a limit of its own and no spam score. A wrong key is refused with 401.',
      parameters: [key, token],
      requestBody: {
        required: true,
        content: {
          ...json(contactSchema, 'input'),
          [mediaTypes.form]: { schema: jsonSchema(contactSchema) },
        },
      },
      responses: {
        '201': { description: 'The lead is durable.', content: json(receiptSchema) },
        '303': { description: 'For a form-encoded body: to the receipt, or to the form with its problems.' },
        ...problems(
          'malformed',
          'invalid_idempotency_key',
          'unauthorized',
          'cross_site',
          'too_large',
          'wrong_type',
          'invalid_fields',
          'idempotency_key_reused',
          'rate_limited',
          'unavailable',
        ),
      },
    },
    GET: {
      summary: 'List leads, newest first',
      parameters: queryParameters(leadQuerySchema),
      responses: {
        '200': {
          description:
            'A page of leads, and how many are quarantined in all; CSV with format=csv, its next cursor in the Next-Cursor header.',
          content: { ...json(leadListSchema), 'text/csv': { schema: { type: 'string' } } },
        },
        ...problems('unauthorized', 'invalid_fields', 'unavailable'),
      },
    },
  },
  '/api/contact/token': {
    GET: {
      summary: 'A signed note of when a visitor began with the contact form',
      responses: { '200': { description: 'The token.', content: json(z.strictObject({ token: z.string() })) } },
    },
  },
  '/api/email': {
    GET: {
      summary: 'The general e-mail address, for the button that reveals it',
      responses: { '200': { description: 'The address.', content: json(z.strictObject({ email: z.email() })) } },
    },
  },
  '/api/health': {
    GET: {
      summary: 'Whether leads can be stored (readiness); for operators also what waits to be delivered',
      responses: { '200': { description: 'All is well.', content: json(healthSchema) }, ...problems('unavailable') },
    },
  },
  '/api/health/live': {
    GET: {
      summary: 'Whether the process answers (liveness)',
      responses: { '200': { description: 'It does.', content: json(liveSchema) } },
    },
  },
} satisfies Partial<Descriptions>
