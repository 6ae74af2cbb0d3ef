import type { LogJson } from '@/lib/attestations/log/json'
import { problem } from '@/lib/http/error-response'
import { paths } from '@/lib/routes'
import { makeLog, newKey, withBreak, withWrongSignature } from './sample-log'
import { sampleFiles } from './sample-reports'
import type { Answer, Group, PageState, SampleFile, Step } from './types'

const reports = 'GET /api/attestations'
const log = 'GET /api/attestations/log'

const [one, two, three] = [makeLog([{}]), makeLog([{}, {}]), makeLog([{}, {}, {}])]
const firstKey = newKey()
const signed = makeLog([firstKey])
const unlisted = makeLog([{ kind: 'added', report: { id: 'unlisted' } }])

export const fileCheck: Group = {
  title: 'Attestations: a file is checked',
  states: [
    file('computing', 'While it is read', { reading: 'never ends' }),
    file('current', 'The file of a report', { content: sampleFiles.current }),
    file('replaced', 'The file of a report that was replaced', { content: sampleFiles.replaced }),
    file('withdrawn', 'The file of a report that was withdrawn', { content: sampleFiles.withdrawn }),
    file('unknown', 'The file of no report', { content: 'another file' }),
    file('unreadable', 'It cannot be read', { reading: 'fails' }),
    file('unavailable', 'The reports cannot be loaded', {}, { call: reports, is: 'lost' }),
    copyOfLog('unchanged', 'A copy of the log, which is unchanged', two, two, 'unsigned'),
    copyOfLog('extended', 'The log has more by now', one, two),
    copyOfLog('shorter', 'The log has less by now', three, two),
    copyOfLog('differs', 'The log says something else by now', makeLog([{ kind: 'another' }]), two),
    copyOfLog('copyBroken', 'The copy was changed', withBreak(two), two),
    copyOfLog('logBroken', 'The log was changed', two, withBreak(two)),
    copyOfLog('signatureWrong', 'A signature of the log is wrong', two, withWrongSignature(two)),
    copyOfLog('listDiffers', 'The list lacks a report of the log', unlisted, unlisted),
    copyOfLog('signed', 'The log is signed', signed, signed, 'signed'),
    copyOfLog('unvouched', 'The log is signed by a new key', signed, makeLog([firstKey, newKey()]), 'unvouched'),
    copyOfLog('unverified', 'The browser cannot check signatures', signed, signed, 'unverified', [
      { without: 'signatures' },
    ]),
    choosing('log-unavailable', 'The log cannot be loaded', ['log.unavailable'], fileOf(two), {
      call: log,
      with: () => problem('unavailable'),
    }),
  ],
}

function file(state: string, name: string, given: Partial<SampleFile>, ...answers: Answer[]): PageState {
  return choosing(state, name, [state], { name: 'report.pdf', content: 'a file', ...given }, ...answers)
}

function copyOfLog(
  state: string,
  name: string,
  copy: LogJson,
  today: LogJson,
  note?: string,
  before: Step[] = [],
): PageState {
  const comparison = ['signed', 'unvouched', 'unverified'].includes(state) ? [] : [`log.${state}`]
  const shows = [...comparison, ...(note ? [`log.${note}`] : [])]
  const answer = { call: log, with: () => Response.json(today) }
  const chosen = choosing(`log-${state.toLowerCase()}`, name, shows, fileOf(copy), answer)
  return { ...chosen, steps: async (locale) => [...before, ...((await chosen.steps?.(locale)) ?? [])] }
}

function fileOf(copy: LogJson): SampleFile {
  return { name: 'attestations-log.json', content: JSON.stringify(copy) }
}

function choosing(id: string, name: string, shows: string[], file: SampleFile, ...answers: Answer[]): PageState {
  return {
    id: `file-${id}`,
    name,
    path: paths.attestations,
    answers,
    steps: () => [{ choose: '.file-check input', file }],
    shows: shows.map((key) => `Attestations.check.${key}`),
  }
}
