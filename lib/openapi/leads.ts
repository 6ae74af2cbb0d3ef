import { z } from 'zod'
import { leadQuerySchema } from '@/lib/leads/query'
import { actionResults, actionSchemas } from '@/lib/leads-console/actions'
import type { NamedSchemas } from './components'
import { leadQueryTexts, leadsCsvExample } from './contact'
import { answer, type Description, type Descriptions, queryParameters } from './describe'
import { leadList } from './examples'

const id = {
  name: 'id',
  in: 'path' as const,
  required: true,
  description: 'The lead’s id, or its reference.',
  schema: { type: 'string' },
  example: leadList.leads[0]?.reference,
}

const outcomeSchema = z.strictObject({
  /** What it came to; doing it again does no harm and is told as such. */
  result: z.enum(actionResults),
  /** Of an erasure: how many leads were deleted. */
  deleted: z.int().optional(),
})

export const leadSchemas = {
  requests: { LeadChange: actionSchemas.handle, LeadAssignment: actionSchemas.assign, LeadNote: actionSchemas.note },
  answers: { LeadOutcome: outcomeSchema },
} satisfies NamedSchemas

type Texts = Pick<Description, 'operationId' | 'summary' | 'description'>

function action(
  texts: Texts,
  name: keyof typeof actionSchemas,
  examples: { request?: object; outcome: z.input<typeof outcomeSchema> },
  problems: Description['problems'] = [],
) {
  return {
    POST: {
      ...texts,
      parameters: [id],
      body: { schema: actionSchemas[name], example: examples.request ?? {} },
      responses: {
        200: answer('Done, or so already.', outcomeSchema, examples.outcome),
        303: {
          description: 'For a form-encoded body: to the lead’s page in the operator console.',
          headers: { Location: 'The address of that page.' },
        },
      },
      problems: ['not_found', ...problems],
    } satisfies Description,
  }
}

export const leadOperations = {
  '/api/operator/leads.csv': {
    GET: {
      operationId: 'exportLeads',
      summary: 'Export all leads of a query as CSV',
      description: 'As `GET /api/contact?format=csv`, but all of them: `limit` does not count. The reading is logged.',
      parameters: queryParameters(leadQuerySchema, leadQueryTexts),
      responses: { 200: { description: 'A line each.', content: [{ type: 'text/csv', example: leadsCsvExample }] } },
      problems: ['invalid_fields'],
    },
  },
  '/api/operator/leads/{id}/assign': action(
    {
      operationId: 'assignLead',
      summary: 'Give a lead to whoever answers it',
      description: 'A name of your own choice; empty for nobody.',
    },
    'assign',
    { request: { owner: 'Inès Caron' }, outcome: { result: 'assigned' } },
  ),
  '/api/operator/leads/{id}/erase': action(
    {
      operationId: 'eraseLead',
      summary: 'Erase all leads of a lead’s e-mail address, and their conversations',
      description: 'For good: backups keep them until they are overwritten. A lead without an address is erased alone.',
    },
    'erase',
    { outcome: { result: 'erased', deleted: 2 } },
  ),
  '/api/operator/leads/{id}/handle': action(
    { operationId: 'handleLead', summary: 'Mark a lead as handled', description: 'Its status is then `handled`.' },
    'handle',
    { outcome: { result: 'handled' } },
  ),
  '/api/operator/leads/{id}/note': action(
    {
      operationId: 'noteLead',
      summary: 'Write what sales note of a lead',
      description: 'The whole note. One that somebody else has changed since it was read is not overwritten.',
    },
    'note',
    { request: { note: 'Called on 3 March.', previous_note: '' }, outcome: { result: 'noted' } },
    ['note_changed'],
  ),
  '/api/operator/leads/{id}/release': action(
    {
      operationId: 'releaseLead',
      summary: 'Let a quarantined lead be delivered',
      description: 'On every channel that is set up; its visitor gets no acknowledgement.',
    },
    'release',
    { outcome: { result: 'released' } },
  ),
  '/api/operator/leads/{id}/reopen': action(
    { operationId: 'reopenLead', summary: 'Mark a lead as new again', description: 'Its status is then `new`.' },
    'reopen',
    { outcome: { result: 'reopened' } },
  ),
  '/api/operator/leads/{id}/retry': action(
    {
      operationId: 'retryLead',
      summary: 'Deliver an undelivered or abandoned lead now',
      description: 'On every channel that is set up and has not delivered it.',
    },
    'retry',
    { outcome: { result: 'retried' } },
  ),
} satisfies Partial<Descriptions>
