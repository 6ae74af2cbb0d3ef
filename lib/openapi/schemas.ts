import { z } from 'zod'
import { mapFields } from '@/lib/attestations/fields'
import { reportSchema } from '@/lib/attestations/publish'
import * as reports from '@/lib/attestations/response-schema'
import { withdrawalSchema } from '@/lib/attestations/schema'
import * as chat from '@/lib/chatbot/schema'
import { actionResults } from '@/lib/console/leads/actions'
import { actionSchemas, bulkSchema } from '@/lib/console/leads/schema'
import { checkSchema, readySchema } from '@/lib/health/response-schema'
import { type ProblemCode, statuses } from '@/lib/http/handler'
import { contextSchema, submissionSchema } from '@/lib/leads/context'
import { leadSchemas } from '@/lib/leads/json'

const language = z.string().optional().describe('The language of the page that follows.')
const time = z.iso.datetime()

const feedItem = z.strictObject({
  ...{ id: z.string(), url: z.url(), external_url: z.url(), title: z.string(), content_text: z.string() },
  ...{ date_published: time, date_modified: time, _attestation: reports.reportAnswerSchema },
})

const requests = {
  ContactSubmission: submissionSchema,
  SubmittedContext: contextSchema,
  LeadAction: actionSchemas.release,
  LeadAssignment: actionSchemas.assign,
  LeadNote: actionSchemas.note,
  LeadUpdate: actionSchemas.update,
  LeadsAction: bulkSchema,
  NewReport: reportSchema,
  Withdrawal: withdrawalSchema,
  ReportFile: z.file().describe('A PDF of at most 25 MB.'),
  ReportForm: z.object({
    intent: z.enum(['save', 'publish', 'replace', 'discard', 'withdraw', 'restore']),
    draft: z.uuid().optional().describe('The draft to save, publish or delete. A new name makes a new draft.'),
    same_month: z.string().optional().describe('With `replace`: the report that the draft is to replace.'),
    as_of_confirmed: z.literal('true').optional(),
    report: z.string().optional().describe('The `id` of the report to withdraw or restore.'),
    reason: z.string().optional(),
    ...mapFields(() => z.string().optional()),
    file: z.file().optional().describe('In `multipart/form-data`: the file of the report.'),
    language,
  }),
  ChatRequest: chat.chatRequestSchema,
  ChatSessionEnd: chat.endRequestSchema,
  OperatorKey: z.object({
    key: z.string().describe('The part after the name in OPERATOR_KEYS.'),
    code: z.string().optional().describe('The one-time code, for operators in OPERATOR_TOTP.'),
  }),
  SessionEnd: z.object({
    session: z.string().optional().describe('`this`, `others`, or an id in the console’s list.'),
    language,
  }),
  QuestionDismissal: z.object({ id: z.string().describe('The question, as the console lists it.'), language }),
}

const answers = {
  Problem: z.strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(statuses) as [ProblemCode]),
      fields: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('With `invalid_fields`: the codes of what is wrong, by field.'),
      replaces: z.string().optional().describe('With `month_published`: the report that a new one has to replace.'),
    }),
  }),
  OpenApi: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
  ...leadSchemas,
  LeadActionResult: z.strictObject({
    result: z.enum(actionResults).describe('Repeating an action is harmless, and the result says so.'),
    deleted: z.int().optional().describe('After an erasure: the number of deleted leads.'),
  }),
  LeadsActionResult: z.strictObject({ changed: z.int().describe('The number of leads changed or erased.') }),
  FormToken: z.strictObject({ token: z.string() }),
  EmailAddress: z.strictObject({ email: z.email() }),
  Report: reports.reportAnswerSchema,
  ReportEvent: reports.eventSchema,
  ReportList: z.array(reports.reportAnswerSchema),
  ReportLog: reports.logAnswerSchema,
  ReportLogEntry: reports.logEntrySchema,
  ReportLogKey: reports.logKeySchema,
  WithdrawnReport: reports.withdrawalAnswerSchema,
  RestoredReport: reports.restorationAnswerSchema,
  KeptReportFile: reports.fileAnswerSchema,
  OperatorSession: reports.sessionAnswerSchema,
  ChatAnswer: chat.chatAnswerSchema,
  ChatSource: chat.sourceSchema,
  ChatSender: chat.senderDetailsSchema,
  ChatStatus: chat.statusSchema,
  Liveness: z.strictObject({ status: z.literal('ok') }),
  Readiness: readySchema,
  ReadinessCheck: checkSchema,
  JsonFeedItem: feedItem,
  JsonFeed: z.strictObject({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    ...{ title: z.string(), description: z.string(), home_page_url: z.url(), feed_url: z.url(), language: z.string() },
    authors: z.array(z.strictObject({ name: z.string() })),
    items: z.array(feedItem),
  }),
}

export type SchemaName = keyof typeof requests | keyof typeof answers

export function reference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` }
}

export function componentSchemas(): Record<string, object> {
  return { ...converted(requests, 'input'), ...converted(answers, 'output') }
}

function converted(named: Record<string, z.core.$ZodType>, io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    // Generated types take a field with a default for one that is always present, which it is not in a request.
    override: ({ jsonSchema }) => {
      if (io === 'input') delete jsonSchema.default
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([title, { $schema, $id, ...schema }]) => [title, { title, ...schema }]),
  )
}
