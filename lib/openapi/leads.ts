import { z } from 'zod'
import { type ActionName, actionResults, actionSchemas } from '@/lib/console/leads/actions'
import type { NamedSchemas } from './components'
import { leadQueryParameters, leadsTable } from './contact'
import { answer, type Description, type Descriptions } from './describe'

const resultSchema = z.strictObject({
  result: z.enum(actionResults).describe('What it came to; done again it does no harm, and says so.'),
  deleted: z.int().optional().describe('Of an erasure: how many leads were deleted.'),
})

export const leadSchemas = {
  requests: { LeadAction: actionSchemas.release, LeadAssignment: actionSchemas.assign, LeadNote: actionSchemas.note },
  answers: { LeadActionResult: resultSchema },
} satisfies NamedSchemas

type Texts = Pick<Description, 'operationId' | 'summary' | 'description' | 'problems'>

function action(name: ActionName, { problems = [], ...texts }: Texts, example: object, sent: object = {}) {
  return {
    POST: {
      ...texts,
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The lead’s id, or its reference.',
          schema: { type: 'string' },
        },
      ],
      body: { schema: actionSchemas[name], example: sent },
      responses: {
        200: answer('Done, or so already.', resultSchema, example),
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
      description:
        'As GET /api/contact with `format=csv`, but all leads from `cursor` on, whatever `limit` says, sent as they are read.',
      parameters: leadQueryParameters,
      responses: { 200: { description: 'The leads.', content: [{ type: 'text/csv', example: leadsTable }] } },
      problems: ['invalid_fields'],
    },
  },
  '/api/operator/leads/{id}/assign': action(
    'assign',
    {
      operationId: 'assignLead',
      summary: 'Give a lead to whoever answers it',
      description: 'Any name; an empty one takes it back.',
    },
    { result: 'assigned' },
    { owner: 'Zoe Martin' },
  ),
  '/api/operator/leads/{id}/erase': action(
    'erase',
    {
      operationId: 'eraseLead',
      summary: 'Erase all leads of a lead’s e-mail address',
      description: 'With their history and conversations, and for good. A lead without an address is erased alone.',
    },
    { result: 'erased', deleted: 1 },
  ),
  '/api/operator/leads/{id}/handle': action(
    'handle',
    { operationId: 'handleLead', summary: 'Mark a lead as handled', description: 'It stays in all lists.' },
    { result: 'handled' },
  ),
  '/api/operator/leads/{id}/note': action(
    'note',
    {
      operationId: 'noteLead',
      summary: 'Write what sales note of a lead',
      description: 'Only if the note is still `previous_note`: what somebody else wrote meanwhile is not overwritten.',
      problems: ['note_changed'],
    },
    { result: 'noted' },
    { note: 'Called back; sends the contract.', previous_note: '' },
  ),
  '/api/operator/leads/{id}/release': action(
    'release',
    {
      operationId: 'releaseLead',
      summary: 'Let a quarantined lead be delivered',
      description: 'It is due at once on every channel that is set up.',
    },
    { result: 'released' },
  ),
  '/api/operator/leads/{id}/reopen': action(
    'reopen',
    { operationId: 'reopenLead', summary: 'Mark a lead as new again', description: 'The opposite of handling it.' },
    { result: 'reopened' },
  ),
  '/api/operator/leads/{id}/retry': action(
    'retry',
    {
      operationId: 'retryLead',
      summary: 'Deliver an undelivered or abandoned lead now',
      description: 'On every channel that is set up and has not delivered it.',
    },
    { result: 'retried' },
  ),
} satisfies Partial<Descriptions>
