import { addMonths, currentMonth } from '@/lib/attestations/month'
import { type ProblemCode, problem } from '@/lib/http/error-response'
import { paths } from '@/lib/routes'
import type { Answer, Group, PageState, SampleFile, Step } from './types'

const call = 'POST /api/attestations'
const signIn = 'POST /api/operator/session'
const saveDraft = 'POST /api/attestations/drafts'
const upload = 'POST /api/attestations/files'

const open: Step = { click: '.add-report > button' }
const submit: Step = { click: '.report-form button[type=submit]' }
const save: Step = { click: '.report-form p.row:last-of-type button[type=button]' }
const sendKey: Step[] = [
  { fill: '#operator-key', with: 'a key of an operator' },
  { click: '.modal button[type=submit]' },
]

const lastMonth = addMonths(currentMonth(), -2)
const valid = [
  field('title', 'Reserve attestation'),
  field('report_date', lastMonth),
  field('file_url', 'https://reports.thornquist-vale.example/report.pdf'),
]
const sent = [open, ...valid, submit]

const refusals: [code: string, name: string, answer: Answer][] = [
  ['not_configured', 'There is no operator', refused(call, 'not_configured')],
  ['rate_limited', 'Too many changes', { call, with: () => problem('rate_limited', { retryAfterSeconds: 120 }) }],
  ['offline', 'No connection', { call, is: 'lost' }],
  ['unavailable', 'The database is away', refused(call, 'unavailable')],
  ['already_replaced', 'Another report was quicker', refused(call, 'already_replaced')],
  ['not_found', 'The report to be replaced is gone', refused(call, 'not_found')],
]

const keyRefusals: [key: string, name: string, code: ProblemCode][] = [
  ['wrong', 'The key is wrong', 'unauthorized'],
  ['limited', 'Too many keys', 'rate_limited'],
  ['failed', 'The key could not be checked', 'internal'],
  ['code_required', 'A code is needed', 'code_required'],
  ['wrong_code', 'The code is wrong', 'wrong_code'],
]

/** The codes of errors that fields can have, spread over the fields that show one. */
const errors = [
  {
    ...{ title: 'too_long', report_date: 'invalid_month', file_url: 'invalid_url', description: 'invalid' },
    ...{ sha256: 'invalid_sha256', gold_ounces: 'invalid_figure', gold_tokens: 'required_with_figures' },
    ...{ as_of: 'invalid_day', firm: 'required' },
  },
  {
    ...{ title: 'unknown_report', report_date: 'future_month', file_url: 'unknown_file', sha256: 'other_file' },
    ...{ as_of: 'future_day', firm: 'before_founding' },
  },
]

export const reportForm: Group = {
  title: 'Attestations: a report is added',
  states: [
    form('open', 'The form', ['formTitle', 'requiredHint', 'replacesNothing', 'upload.label'], [open]),
    ...errors.map((fields, index) => {
      const codes = Object.entries(fields).map(([name, code]) => [name, [code]])
      const answer = { call, with: () => problem('invalid_fields', { fields: Object.fromEntries(codes) }) }
      const shows = Object.values(fields).map((code) => `errors.${code}`)
      return form(`errors-${index + 1}`, `Errors of the fields, ${index + 1}`, shows, sent, answer)
    }),
    form('same-month', 'There is a report of the month', ['draft.sameMonth'], [open, ...valid]),
    form('adding', 'While it is added', ['adding'], sent, { call, is: 'awaited' }),
    form('added', 'It was added', ['added'], sent, { call, with: () => Response.json({}, { status: 201 }) }),
    ...refusals.map(([code, name, answer]) =>
      form(code.replace('_', '-'), name, ['addFailed', `problems.${code}`], sent, answer),
    ),
    form('key', 'It asks for a key', ['key.title', 'key.intro'], sent, refused(call, 'unauthorized')),
    form(
      'key-refused',
      'Without a key it is not added',
      ['problems.unauthorized'],
      [...sent, { click: '.modal button[type=button]' }],
      refused(call, 'unauthorized'),
    ),
    key('sending', 'While the key is checked', { call: signIn, is: 'awaited' }),
    ...keyRefusals.map(([state, name, code]) => key(state, name, refused(signIn, code))),
    form('saving', 'While a draft is saved', ['draft.saving'], [open, save], { call: saveDraft, is: 'awaited' }),
    form('saved', 'The draft was saved', ['draft.saved'], [open, save], {
      call: saveDraft,
      with: () => Response.json({}, { status: 201 }),
    }),
    form('not-saved', 'The draft was not saved', ['draft.failed'], [open, save], refused(saveDraft, 'internal')),
    uploading('sending', 'While a file is sent', { call: upload, is: 'awaited' }),
    uploading('cancelled', 'Sending the file was cancelled', { call: upload, is: 'awaited' }, [
      { click: '.file-upload button' },
    ]),
    uploading('kept', 'The file was sent', { call: upload, with: kept }),
    uploading('failed', 'The file could not be sent', refused(upload, 'internal')),
    ...(['too_large', 'not_pdf', 'no_space'] as const).map((code) =>
      uploading(code, `The file is refused: ${code.replace('_', ' ')}`, refused(upload, code)),
    ),
    computing('fingerprintBusy', 'While a fingerprint is computed', 'never ends'),
    computing('fingerprintUnreadable', 'The file cannot be read', 'fails'),
  ],
}

function form(id: string, name: string, shows: string[], steps: Step[], ...answers: Answer[]): PageState {
  return {
    id: `report-${id}`,
    name,
    path: paths.attestations,
    answers,
    steps: () => steps,
    shows: shows.map((key) => `Attestations.operatorActions.${key}`),
  }
}

function key(state: string, name: string, answer: Answer): PageState {
  const steps = [...sent, ...sendKey]
  return form(`key-${state.replace('_', '-')}`, name, [`key.${state}`], steps, refused(call, 'unauthorized'), answer)
}

function uploading(state: string, name: string, answer: Answer, then: Step[] = []): PageState {
  const file = { name: 'report.pdf', content: 'a file' }
  const steps: Step[] = [open, { choose: '#report-upload', file }, ...then]
  return form(`upload-${state.replace('_', '-')}`, name, [`upload.${state}`], steps, answer)
}

function computing(state: string, name: string, reading: SampleFile['reading']): PageState {
  const file = { name: 'report.pdf', content: 'a file', reading }
  return form(state.toLowerCase(), name, [state], [open, { choose: '#report-file', file }])
}

function field(name: string, value: string): Step {
  return { fill: `#report-${name}`, with: value }
}

function refused(to: string, code: ProblemCode): Answer {
  return { call: to, with: () => problem(code) }
}

function kept(): Response {
  const file = { file_url: 'https://reports.thornquist-vale.example/report.pdf', sha256: 'a'.repeat(64) }
  return Response.json(file, { status: 201 })
}
