import { z } from 'zod'
import { reportColumnNames } from '@/lib/attestations/json'
import { type ApiTable, mediaTypes } from '@/lib/http/api-table'
import { toCsv } from '@/lib/http/csv'
import type { ProblemCode } from '@/lib/http/error-response'
import { routing } from '@/lib/i18n/routing'
import { leadColumnNames } from '@/lib/leads/csv'
import { leadQuerySchema } from '@/lib/leads/query'
import { dataFiles } from '@/lib/routes'
import { site } from '@/lib/site'
import examples from './examples.json' with { type: 'json' }
import type { SchemaName } from './schemas'

type Name = { [Path in keyof ApiTable]: `${Extract<keyof ApiTable[Path], string>} ${Path}` }[keyof ApiTable]

/** What an operation takes and answers, besides what the API's table knows of it; texts.json describes it in words. */
export type Details = {
  parameters?: Parameter[]
  body?: [schema: SchemaName, example: object | string]
  answers: Record<number, Answer>
  problems?: readonly ProblemCode[]
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: object
  example?: unknown
}

/** A schema, an example and a media type; a file has no schema. */
type Content = [schema: SchemaName | undefined, example: unknown, type?: string]

export type Answer = { content?: Content[]; headers?: Record<string, string> }

const text = { type: 'string' }
const { keptFile, newReport, report } = examples
const [lead] = examples.leadList.leads
const leadRow = { ...lead, ...lead?.context, mail_delivered_at: lead?.mail.delivered_at }
const leadsTable: Content = [undefined, csvExample(leadColumnNames, leadRow), 'text/csv']

const key: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The client’s own key for this request. Repeated with the same body, it gets the same answer, stores nothing and counts against no limit; with another body it gets 422.',
  schema: { ...text, pattern: '^[\\w-]{16,128}$' },
  example: '3f1b6c1e-8d0a-4f6e-9b52-0c7d1a2e4b68',
}
const formToken: Parameter = {
  name: 'Form-Token',
  in: 'header',
  description:
    'From GET /api/contact/token: when the visitor opened the form. Messages without it look more like spam.',
  schema: text,
}
const include: Parameter = {
  name: 'include',
  in: 'query',
  description: '`history` adds withdrawn and replaced reports.',
  schema: { ...text, enum: ['history'] },
}
const reportId = idOf('The report’s `id`.', report.id)
const leadId = idOf('The lead’s id, or its reference.')
const leadQuery = queryParameters(leadQuerySchema, {
  q: 'Words that all occur in name, company, e-mail, phone, reference, message or note, ignoring case and accents.',
  state: 'Only leads in this state.',
  status: 'Only leads with this status.',
  owner: 'Only leads of this owner, ignoring case and accents; `-` for leads without one.',
  reminder: 'Only new leads whose reminder is due.',
  email: 'Only leads of this e-mail address, and conversations that contain it.',
  language: 'Only leads in this language.',
  since: 'Only leads received from this moment; a date alone means its beginning in UTC.',
  until: 'Only leads received before this moment.',
  order: 'Newest first, or those first that have waited longest.',
  limit: 'The maximum number of leads.',
  cursor: 'The `next_cursor` of the previous page.',
  format: '`csv` for a table (RFC 4180) with a header line.',
})

/** The answer to a form, which works without JavaScript. */
const redirect: Answer = { headers: { Location: 'The page that shows the result.' } }
const noContent: Answer = {}

/** Every operation of the API's table. */
export const operations: Record<Name, Details> = {
  'POST /api/contact': {
    parameters: [key, formToken],
    body: ['ContactSubmission', examples.contactSubmission],
    answers: { 201: json('Receipt', examples.receipt), 303: redirect },
    problems: ['invalid_idempotency_key', 'unauthorized', 'idempotency_key_reused'],
  },
  'GET /api/contact': {
    parameters: leadQuery,
    answers: {
      200: {
        headers: { 'Next-Cursor': 'In CSV: the cursor of the next page, if there is one.' },
        content: [['LeadList', examples.leadList], leadsTable],
      },
    },
    problems: ['invalid_fields'],
  },
  'GET /api/contact/token': { answers: { 200: json('FormToken', { token: '1767225600.Zm9ybS10b2tlbg' }) } },
  'GET /api/email': { answers: { 200: json('EmailAddress', { email: site.email }) } },
  'GET /api/operator/leads.csv': {
    parameters: leadQuery,
    answers: { 200: { content: [leadsTable] } },
    problems: ['invalid_fields'],
  },
  'POST /api/operator/leads': {
    body: ['LeadsAction', { action: 'handle', ids: ['6F1C2A9E'] }],
    answers: { 200: json('LeadsActionResult', { changed: 1 }), 303: redirect },
  },
  'POST /api/operator/leads/{id}': leadAction('LeadUpdate', examples.leadUpdate, 'saved', ['note_changed']),
  'POST /api/operator/leads/{id}/assign': leadAction('LeadAssignment', { owner: 'Zoe Martin' }, 'assigned'),
  'POST /api/operator/leads/{id}/erase': leadAction('LeadAction', {}, 'erased'),
  'POST /api/operator/leads/{id}/handle': leadAction('LeadAction', {}, 'handled'),
  'POST /api/operator/leads/{id}/note': leadAction('LeadNote', examples.leadNote, 'noted', ['note_changed']),
  'POST /api/operator/leads/{id}/release': leadAction('LeadAction', {}, 'released'),
  'POST /api/operator/leads/{id}/reopen': leadAction('LeadAction', {}, 'reopened'),
  'POST /api/operator/leads/{id}/retry': leadAction('LeadAction', {}, 'retried'),
  'GET /api/attestations': {
    parameters: [include],
    answers: { 200: json('ReportList', [report]) },
    problems: ['unavailable'],
  },
  'POST /api/attestations': {
    parameters: [key],
    body: ['NewReport', newReport],
    answers: { 201: json('Report', report) },
    problems: ['invalid_idempotency_key', 'already_replaced', 'month_published', 'idempotency_key_reused'],
  },
  'GET /api/attestations/log': {
    answers: { 200: json('ReportLog', examples.reportLog) },
    problems: ['unavailable'],
  },
  'DELETE /api/attestations/{id}': {
    parameters: [reportId],
    body: ['Withdrawal', { reason: 'Typing error.' }],
    answers: { 200: json('WithdrawnReport', { id: report.id, withdrawn_at: '2026-02-04T08:00:00.000Z' }) },
    problems: ['not_found', 'already_withdrawn'],
  },
  'POST /api/attestations/{id}/restore': {
    parameters: [reportId],
    answers: { 200: json('RestoredReport', { id: report.id }) },
    problems: ['not_found', 'not_withdrawn', 'month_published'],
  },
  'POST /api/attestations/files': {
    body: ['ReportFile', '%PDF-1.7 …'],
    answers: { 201: json('KeptReportFile', keptFile) },
    problems: ['not_pdf', 'not_configured', 'no_space'],
  },
  'POST /api/operator/reports': {
    body: ['ReportForm', { intent: 'save', draft: report.id, title: newReport.title }],
    answers: { 303: redirect },
  },
  'GET /api/chatbot/status': { answers: { 200: json('ChatStatus', { enabled: true, disabled_reason: null }) } },
  'POST /api/chatbot/chat': {
    body: ['ChatRequest', examples.question],
    answers: { 200: json('ChatAnswer', examples.chatAnswer) },
    problems: ['bad_gateway'],
  },
  'POST /api/chatbot/end-session': {
    body: ['ChatSessionEnd', examples.endedSession],
    answers: { 204: noContent },
    problems: ['bad_gateway'],
  },
  'GET /healthz': { answers: { 200: json('Liveness', { status: 'ok' }) } },
  'GET /metrics': { answers: { 200: { content: [[undefined, examples.metrics, 'text/plain']] } } },
  'GET /readyz': {
    answers: { 200: json('Readiness', examples.ready), 503: json('Readiness', examples.notReady) },
  },
  'POST /api/operator/questions/dismiss': {
    body: ['QuestionDismissal', { id: '5d2c1f', language: 'en' }],
    answers: { 303: redirect },
  },
  'GET /api/operator/session': { answers: { 200: json('OperatorSession', { operator: 'alice', open: false }) } },
  'POST /api/operator/session': {
    body: ['OperatorKey', { key: 'the-part-after-the-name-in-operator-keys' }],
    answers: { 200: session({ operator: 'alice' }), 303: redirect },
    problems: ['unauthorized', 'code_required', 'wrong_code', 'not_configured'],
  },
  'DELETE /api/operator/session': {
    answers: { 200: session({ operator: null }) },
    problems: ['cross_site', 'wrong_type'],
  },
  'POST /api/operator/session/end': { body: ['SessionEnd', { language: 'en' }], answers: { 303: redirect } },
  'GET /api/openapi.json': { answers: { 200: json('OpenApi', { openapi: '3.1.0', info: {}, paths: {} }) } },
}

export const language: Parameter = {
  name: 'language',
  in: 'path',
  required: true,
  description: 'The language; English has no prefix.',
  schema: { ...text, enum: routing.locales.filter((locale) => locale !== routing.defaultLocale) },
  example: 'fr',
}

const reportsTable = csvExample(reportColumnNames, { ...report, history: '' })

/** The files with all reports: beside the pages, and below each language's prefix. */
export const feeds: { path: string; name: string; summary: string; description: string; content: Content }[] = [
  {
    path: dataFiles.atom,
    name: 'AtomFeed',
    summary: 'The latest changes of reports as Atom (RFC 4287)',
    description: 'Up to 100 entries, newest change first. Withdrawn and replaced reports stay and are marked.',
    content: [undefined, examples.atomFeed, 'application/atom+xml'],
  },
  {
    path: dataFiles.jsonFeed,
    name: 'JsonFeed',
    summary: 'The latest changes of reports as JSON Feed 1.1',
    description: 'Like the Atom feed, with each report’s own fields under `_attestation`.',
    content: ['JsonFeed', examples.jsonFeed, 'application/feed+json'],
  },
  {
    path: dataFiles.csv,
    name: 'ReportsCsv',
    summary: 'All reports as one table (RFC 4180)',
    description: 'With a header line; columns have the same names in every language. Includes withdrawn reports.',
    content: [undefined, reportsTable, 'text/csv'],
  },
]

function json(schema: SchemaName, example: object): Answer {
  return { content: [[schema, example, mediaTypes.json]] }
}

/** An action on one lead, which a form of the console sends too. */
function leadAction(schema: SchemaName, sent: object, result: string, problems: ProblemCode[] = []): Details {
  return {
    parameters: [leadId],
    body: [schema, sent],
    answers: { 200: json('LeadActionResult', { result }), 303: redirect },
    problems: ['not_found', ...problems],
  }
}

function session(example: object): Answer {
  return { ...json('OperatorSession', example), headers: { 'Set-Cookie': 'Starts or ends the session.' } }
}

function idOf(description: string, example?: string): Parameter {
  return { name: 'id', in: 'path', required: true, description, schema: text, ...(example && { example }) }
}

function queryParameters<Schema extends z.ZodObject>(
  schema: Schema,
  descriptions: Record<keyof z.input<Schema>, string>,
): Parameter[] {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries<string>(descriptions).map(([name, description]) => ({
    ...{ name, in: 'query', required: false, description },
    schema: Object(properties?.[name]),
  }))
}

/** A table of one row, with all its columns. */
function csvExample(columns: readonly string[], row: Record<string, unknown>): string {
  return toCsv([[...columns], columns.map((column) => String(row[column] ?? ''))])
}
