import { z } from 'zod'
import { leadQuerySchema } from '@/lib/leads/query'
import { actionResults, actionSchemas } from '@/lib/leads-console/actions'
import { answer, type Description, type Descriptions, queryParameters } from './describe'

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The lead’s id, or its reference.',
  schema: { type: 'string' },
}

const outcome = z.strictObject({
  /** What it came to; doing it again does no harm and is told as such. */
  result: z.enum(actionResults),
  /** Of an erasure: how many leads were deleted. */
  deleted: z.int().optional(),
})

function action(summary: string, name: keyof typeof actionSchemas, problems: Description['problems'] = []) {
  return {
    POST: {
      summary,
      parameters: [id],
      body: actionSchemas[name],
      responses: {
        200: answer('Done, or so already.', outcome),
        303: answer('For a form: to the lead’s page in the operator console.'),
      },
      problems: ['not_found', ...problems],
    } satisfies Description,
  }
}

export const leadOperations = {
  '/api/operator/leads.csv': {
    GET: {
      summary: 'Export all leads of a query as CSV',
      description: 'As `GET /api/contact?format=csv`, but all of them: `limit` does not count.',
      parameters: queryParameters(leadQuerySchema),
      responses: { 200: { description: 'A line each.', content: { 'text/csv': { schema: { type: 'string' } } } } },
      problems: ['invalid_fields'],
    },
  },
  '/api/operator/leads/{id}/assign': action('Give a lead to whoever answers it', 'assign'),
  '/api/operator/leads/{id}/erase': action(
    'Erase all leads of a lead’s e-mail address, and their conversations',
    'erase',
  ),
  '/api/operator/leads/{id}/handle': action('Mark a lead as handled', 'handle'),
  '/api/operator/leads/{id}/note': action('Write what sales note of a lead', 'note', ['note_changed']),
  '/api/operator/leads/{id}/release': action('Let a quarantined lead be delivered', 'release'),
  '/api/operator/leads/{id}/reopen': action('Mark a lead as new again', 'reopen'),
  '/api/operator/leads/{id}/retry': action('Deliver an undelivered or abandoned lead now', 'retry'),
} satisfies Partial<Descriptions>
