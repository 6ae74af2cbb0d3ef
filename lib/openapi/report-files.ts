import { z } from 'zod'
import { draftSchema } from '@/lib/attestations/drafts/schema'
import { mapFields } from '@/lib/attestations/fields'
import {
  draftAnswerSchema,
  draftDeletedSchema,
  fileAnswerSchema,
  reportAnswerSchema,
} from '@/lib/attestations/response-schema'
import type { NamedSchemas } from './components'
import { answer, type Descriptions } from './describe'
import { newReport, report } from './examples'
import { toConsole } from './operator'

const fileSchema = z.file().describe('A PDF of at most 25 MB.')
const draftListSchema = z.array(draftAnswerSchema)

const consoleFormSchema = z.object({
  intent: z.enum(['save', 'publish', 'discard', 'withdraw', 'restore']),
  draft: z.string().optional().describe('The `id` of the draft to change, publish or delete; a new one without.'),
  report: z.string().optional().describe('The `id` of the report to withdraw or to restore.'),
  reason: z.string().optional(),
  ...mapFields(() => z.string().optional()),
  file: z.file().optional().describe('Of `multipart/form-data`: the file of the report.'),
  language: z.string().optional().describe('The language of the page that follows.'),
})

export const reportFileSchemas = {
  requests: { ReportFile: fileSchema, NewReportDraft: draftSchema, ReportForm: consoleFormSchema },
  answers: {
    KeptReportFile: fileAnswerSchema,
    ReportDraft: draftAnswerSchema,
    ReportDraftList: draftListSchema,
    DeletedReportDraft: draftDeletedSchema,
  },
} satisfies NamedSchemas

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The draft’s `id`.',
  schema: { type: 'string' },
  example: report.id,
} as const

const fields = { ...newReport, replaces: '' }

const draft = {
  id: report.id,
  ...fields,
  firm: '',
  problems: { firm: ['required_with_figures'] },
  created_at: report.published_at,
  updated_at: report.published_at,
  updated_by: 'alice',
}

export const reportFileOperations = {
  '/api/attestations/files': {
    POST: {
      operationId: 'uploadReportFile',
      summary: 'Keep the file of a report',
      description:
        'Its address, made from its SHA-256, may then be the `file_url` of a report. The same file twice is one.',
      body: { schema: fileSchema, example: '%PDF-1.7 …' },
      responses: {
        201: answer('The file is durable.', fileAnswerSchema, {
          file_url: `https://site.example/files/${newReport.sha256}.pdf`,
          sha256: newReport.sha256,
          bytes: 182_044,
        }),
      },
      problems: ['not_pdf', 'not_configured', 'no_space'],
    },
  },
  '/api/attestations/drafts': {
    GET: {
      operationId: 'listReportDrafts',
      summary: 'The drafts of reports',
      description: 'The one changed last first. Only operators see them.',
      responses: { 200: answer('The drafts.', draftListSchema, [draft]) },
    },
    POST: {
      operationId: 'createReportDraft',
      summary: 'Save a draft',
      description: 'The fields of a report, complete or not; `problems` says what keeps it from being published.',
      body: { schema: draftSchema, example: fields },
      responses: { 201: answer('The draft is saved.', draftAnswerSchema, draft) },
      problems: ['not_configured'],
    },
  },
  '/api/attestations/drafts/{id}': {
    GET: {
      operationId: 'getReportDraft',
      summary: 'A draft',
      description: 'Its fields as they were typed.',
      parameters: [id],
      responses: { 200: answer('The draft.', draftAnswerSchema, draft) },
      problems: ['not_found'],
    },
    PUT: {
      operationId: 'changeReportDraft',
      summary: 'Change a draft',
      description: 'Replaces all of its fields. Of two operators who change it, the last one is kept.',
      parameters: [id],
      body: { schema: draftSchema, example: fields },
      responses: { 200: answer('The draft is saved.', draftAnswerSchema, draft) },
      problems: ['not_found', 'not_configured'],
    },
    DELETE: {
      operationId: 'deleteReportDraft',
      summary: 'Delete a draft',
      description: 'Its file, if one was uploaded, stays.',
      parameters: [id],
      responses: { 200: answer('The draft is gone.', draftDeletedSchema, { id: report.id }) },
      problems: ['not_found', 'cross_site', 'not_configured'],
    },
  },
  '/api/attestations/drafts/{id}/publish': {
    POST: {
      operationId: 'publishReportDraft',
      summary: 'Publish a draft as a report',
      description: 'The draft is removed. Asking twice publishes it once.',
      parameters: [id],
      responses: { 201: answer('The report is durable.', reportAnswerSchema, report) },
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
  '/api/operator/reports': {
    POST: {
      operationId: 'changeReportsByForm',
      summary: 'Change the reports or their drafts, by a form of the operator console',
      description:
        'A report is saved as a draft first, and then published. As `multipart/form-data` it may carry its file.',
      body: { schema: consoleFormSchema, example: { intent: 'save', title: newReport.title } },
      responses: { 303: toConsole },
    },
  },
} satisfies Partial<Descriptions>
