import { currentMonth } from '@/lib/attestations/month'
import { problem } from '@/lib/http/error-response'
import { paths, yearPagePath } from '@/lib/routes'
import { sampleDatabases } from './samples.mjs'
import type { Answer, Group, PageState, Step } from './types'

const anyReport = /^DELETE \/api\/attestations\//
const restoring = /^POST \/api\/attestations\/[^/]+\/restore$/
const ask: Step = { click: '.manage .report-change button' }
const confirm: Step = { click: '.modal button[value=delete]' }
const restore: Step = { click: '#withdrawn .report-change button' }

// Its pages are several.
const earlierYear = String(Number(currentMonth().slice(0, 4)) - 5)

export const attestations: Group = {
  title: 'Attestations',
  states: [
    list('empty', 'No report', ['empty'], sampleDatabases.empty),
    list('one', 'One report', ['open'], sampleDatabases.one),
    list('full', 'Many reports, replaced and withdrawn ones', ['historySummary', 'replacedBy', 'missing']),
    list('away', 'The database is away', ['unavailable', 'retry'], sampleDatabases.away),
    {
      id: 'attestations-year',
      name: 'The page of a year',
      path: yearPagePath({ year: earlierYear, page: 1 }),
      shows: ['all', 'previous', 'latest', 'pages'].map((key) => `Attestations.years.${key}`),
    },
    { ...list('signed-in', 'For an operator', ['operatorActions.signedIn']), signedIn: true },
    change('delete', 'A report is to be deleted', ['deleteQuestion', 'deleteNote', 'reasonHint'], [ask]),
    change('deleting', 'While it is deleted', ['deleting'], [ask, confirm], { call: anyReport, is: 'awaited' }),
    change('deleted', 'It was deleted', ['deleted'], [ask, confirm], done(anyReport)),
    change('delete-failed', 'It could not be deleted', ['deleteFailed'], [ask, confirm], failing(anyReport)),
    change('reloading', 'While the list is loaded again', ['loading'], [ask, confirm], done(anyReport), {
      call: /^GET (\/[\w-]+)?\/attestations$/,
      is: 'awaited',
    }),
    change('restored', 'A report was restored', ['restored'], [restore], done(restoring)),
    change('restore-failed', 'It could not be restored', ['restoreFailed'], [restore], failing(restoring)),
  ],
}

function list(id: string, name: string, shows: string[], database?: string): PageState {
  return {
    id: `attestations-${id}`,
    name,
    path: paths.attestations,
    settings: database === undefined ? {} : { DATABASE_URL: database },
    shows: shows.map((key) => `Attestations.${key}`),
  }
}

function change(id: string, name: string, shows: string[], steps: Step[], ...answers: Answer[]): PageState {
  const keys = shows.map((key) => `operatorActions.${key}`)
  return { ...list(id, name, keys), steps: () => steps, answers }
}

function done(call: RegExp): Answer {
  return { call, with: () => Response.json({}) }
}

function failing(call: RegExp): Answer {
  return { call, with: () => problem('internal') }
}
