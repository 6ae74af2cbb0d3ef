import { z } from 'zod'
import { reportSchema } from '@/lib/attestations/report-schema'
import {
  eventSchema,
  logAnswerSchema,
  logEntrySchema,
  logKeySchema,
  reportAnswerSchema,
  restorationAnswerSchema,
  withdrawalAnswerSchema,
} from '@/lib/attestations/response-schema'
import { withdrawalSchema } from '@/lib/attestations/schema'
import { site } from '@/lib/site'
import type { NamedSchemas } from './components'
import { keyParameter } from './contact'
import { answer, type Descriptions } from './describe'
import { newReport, report, reportLog } from './examples'

const reportListSchema = z.array(reportAnswerSchema)

export const attestationSchemas = {
  requests: { NewReport: reportSchema, Withdrawal: withdrawalSchema },
  answers: {
    Report: reportAnswerSchema,
    ReportEvent: eventSchema,
    ReportList: reportListSchema,
    ReportLog: logAnswerSchema,
    ReportLogEntry: logEntrySchema,
    ReportLogKey: logKeySchema,
    WithdrawnReport: withdrawalAnswerSchema,
    RestoredReport: restorationAnswerSchema,
  },
} satisfies NamedSchemas

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The report’s `id`.',
  schema: { type: 'string' },
  example: report.id,
} as const

const include = {
  name: 'include',
  in: 'query',
  description: '`history` adds withdrawn and replaced reports.',
  schema: { type: 'string', enum: ['history'] },
} as const

export const attestationOperations = {
  '/api/attestations': {
    GET: {
      operationId: 'listReports',
      summary: 'The reports on the list, newest month first',
      description: 'Figures are exact decimals as text, in fine troy ounces and tokens.',
      parameters: [include],
      responses: { 200: answer('The reports.', reportListSchema, [report]) },
      problems: ['unavailable'],
    },
    POST: {
      operationId: 'publishReport',
      summary: 'Publish a report',
      description: `Neither its month nor the day of its figures is before ${site.founded} or in the future. With \`replaces\` it takes the place of another report, which stays visible in the history.`,
      parameters: [keyParameter],
      body: { schema: reportSchema, example: newReport },
      responses: { 201: answer('The report is durable.', reportAnswerSchema, report) },
      problems: ['invalid_idempotency_key', 'already_replaced', 'idempotency_key_reused'],
    },
  },
  '/api/attestations/log': {
    GET: {
      operationId: 'readReportLog',
      summary: 'The log of everything published, each entry chained to the one before it',
      description:
        'Who keeps a copy can prove later that something was removed or changed: the hash of every later entry depends on it. Signed are the texts `attestations entry SEQUENCE HASH` and `attestations head SEQUENCE HASH`.',
      responses: { 200: answer('The log.', logAnswerSchema, reportLog) },
      problems: ['unavailable'],
    },
  },
  '/api/attestations/{id}': {
    DELETE: {
      operationId: 'withdrawReport',
      summary: 'Withdraw a report',
      description:
        'Nothing is erased: the report stays visible among the withdrawn ones, with the reason if one is given.',
      parameters: [id],
      body: { schema: withdrawalSchema, example: { reason: 'Typing error.' } },
      responses: {
        200: answer('The report is withdrawn.', withdrawalAnswerSchema, {
          id: report.id,
          withdrawn_at: '2026-02-04T08:00:00.000Z',
        }),
      },
      problems: ['not_found', 'already_withdrawn'],
    },
  },
  '/api/attestations/{id}/restore': {
    POST: {
      operationId: 'restoreReport',
      summary: 'Put a withdrawn report back on the list',
      description: 'Its history shows that it was withdrawn and restored.',
      parameters: [id],
      responses: { 200: answer('The report is on the list.', restorationAnswerSchema, { id: report.id }) },
      problems: ['not_found', 'not_withdrawn'],
    },
  },
} satisfies Partial<Descriptions>
