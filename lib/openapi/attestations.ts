import { z } from 'zod'
import { draftSchema } from '@/lib/attestations/drafts/schema'
import { mapFields } from '@/lib/attestations/fields'
import { reportSchema } from '@/lib/attestations/report-schema'
import {
  draftAnswerSchema,
  draftDeletedSchema,
  fileAnswerSchema,
  reportAnswerSchema,
  restorationAnswerSchema,
  sessionAnswerSchema,
  withdrawalAnswerSchema,
} from '@/lib/attestations/response-schema'
import { withdrawalSchema } from '@/lib/attestations/schema'
import { site } from '@/lib/site'
import { answer, type Descriptions } from './describe'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const consoleFormSchema = z.object({
  intent: z.enum(['save', 'publish', 'discard', 'withdraw', 'restore']),
  draft: z.string().optional(),
  report: z.string().optional(),
  reason: z.string().optional(),
  ...mapFields(() => z.string().optional()),
  language: z.string().optional(),
})

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
  '/api/attestations/files': {
    POST: {
      summary: 'Keep the file of a report; `file_url` of the report may then be its address',
      description: 'A PDF of at most 25 MB. Its address is made from its SHA-256: the same file twice is one.',
      body: z.file().describe('The PDF itself.'),
      responses: { 201: answer('The file is durable.', fileAnswerSchema) },
      problems: ['not_pdf', 'not_configured', 'no_space'],
    },
  },
  '/api/attestations/drafts': {
    GET: {
      summary: 'The drafts of reports, the one changed last first; only operators see them',
      responses: { 200: answer('The drafts.', z.array(draftAnswerSchema)) },
    },
    POST: {
      summary: 'Save a draft: the fields of a report, complete or not',
      body: draftSchema,
      responses: { 201: answer('The draft is saved.', draftAnswerSchema) },
      problems: ['not_configured'],
    },
  },
  '/api/attestations/drafts/{id}': {
    GET: {
      summary: 'A draft',
      parameters: [id],
      responses: { 200: answer('The draft.', draftAnswerSchema) },
      problems: ['not_found'],
    },
    PUT: {
      summary: 'Change a draft',
      parameters: [id],
      body: draftSchema,
      responses: { 200: answer('The draft is saved.', draftAnswerSchema) },
      problems: ['not_found', 'not_configured'],
    },
    DELETE: {
      summary: 'Delete a draft',
      parameters: [id],
      responses: { 200: answer('The draft is gone.', draftDeletedSchema) },
      problems: ['not_found', 'cross_site', 'not_configured'],
    },
  },
  '/api/attestations/drafts/{id}/publish': {
    POST: {
      summary: 'Publish a draft as a report, and remove it; asking twice publishes it once',
      parameters: [id],
      responses: { 201: answer('The report is durable.', reportAnswerSchema) },
      problems: [
        'cross_site',
        'not_found',
        'already_replaced',
        'invalid_fields',
        'idempotency_key_reused',
        'not_configured',
      ],
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
  '/api/operator/session/end': {
    POST: {
      summary: 'Sign out, or end other sessions, by a form of the operator console',
      body: z.object({ session: z.string().optional(), language: z.string().optional() }),
      responses: { 303: answer('To a page of the console.') },
    },
  },
  '/api/operator/reports': {
    POST: {
      summary: 'Change the reports or their drafts, by a form of the operator console',
      description:
        'A report is saved as a draft first, and then published. As `multipart/form-data` it may carry a file.',
      body: consoleFormSchema,
      responses: { 303: answer('To a page of the console.') },
    },
  },
} satisfies Partial<Descriptions>
