import { z } from 'zod'
import { leadQuerySchema } from '@/lib/leads/query'
import { healthSchema, leadListSchema, liveSchema, receiptSchema } from '@/lib/leads/response-schema'
import { contactSchema } from '@/lib/leads/schema'
import { answer, type Descriptions, queryParameters } from './describe'

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

export const contactOperations = {
  '/api/contact': {
    POST: {
      summary: 'Store a contact submission',
      description:
        'A server that sends leads gives an operator’s key: it has a limit of its own and no spam score. A wrong key is refused with 401.',
      parameters: [key, token],
      body: contactSchema,
      responses: {
        201: answer('The lead is durable.', receiptSchema),
        303: answer('For a form-encoded body: to the receipt, or to the form with its problems.'),
      },
      problems: ['invalid_idempotency_key', 'unauthorized', 'idempotency_key_reused'],
    },
    GET: {
      summary: 'List leads, newest first',
      parameters: queryParameters(leadQuerySchema),
      responses: {
        200: answer(
          'A page of leads, and how many are quarantined in all; CSV with format=csv, its next cursor in the Next-Cursor header.',
          leadListSchema,
          { 'text/csv': { schema: { type: 'string' } } },
        ),
      },
      problems: ['invalid_fields'],
    },
  },
  '/api/contact/token': {
    GET: {
      summary: 'A signed note of when a visitor began with the contact form',
      responses: { 200: answer('The token.', z.strictObject({ token: z.string() })) },
    },
  },
  '/api/email': {
    GET: {
      summary: 'The general e-mail address, for the button that reveals it',
      responses: { 200: answer('The address.', z.strictObject({ email: z.email() })) },
    },
  },
  '/api/health': {
    GET: {
      summary: 'Whether leads can be stored (readiness); for operators also what waits to be delivered',
      responses: { 200: answer('All is well.', healthSchema) },
      problems: ['unavailable'],
    },
  },
  '/api/health/live': {
    GET: {
      summary: 'Whether the process answers (liveness)',
      responses: { 200: answer('It does.', liveSchema) },
    },
  },
} satisfies Partial<Descriptions>
