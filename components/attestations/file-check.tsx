'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ChangeEvent, useRef, useState } from 'react'
import type { ReportStatus } from '@/lib/attestations/archive'
import { fetchReports, fingerprintOf } from '@/lib/attestations/browser/api'
import type { LogOutcome } from '@/lib/attestations/browser/check-log'
import { formatMonth } from '@/lib/attestations/format'
import type { ReportJson } from '@/lib/attestations/json'

type Found = Omit<LogOutcome, 'state'> & {
  state:
    | 'computing'
    | 'unreadable'
    | 'unavailable'
    | 'unknown'
    | ReportStatus
    | LogOutcome['state']
  sha256?: string
  /** The reports that the file belongs to, of one or several months. */
  known?: ReportJson[]
}

const good: Found['state'][] = ['current', 'log.unchanged', 'log.extended']

/**
 * Says which report a dropped or chosen file belongs to, if any, or whether
 * today's log continues a copy of the log. Neither the file nor its fingerprint
 * leaves the browser.
 */
export function FileCheck() {
  const t = useTranslations('Attestations.check')
  const locale = useLocale()
  const [result, setResult] = useState<Found & { name: string }>()
  const latest = useRef<File>(undefined)

  async function check({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    target.value = '' // Lets the same file be chosen and checked again.
    latest.current = file
    const { name } = file
    setResult({ name, state: 'computing' })
    // Reports a folder, or a file that no longer exists, as unreadable.
    const found = await examine(file).catch(
      (): Found => ({ state: 'unreadable' }),
    )
    // Drops the result if another file has been chosen in the meantime.
    if (latest.current === file) setResult({ name, ...found })
  }

  return (
    <div className="file-check needs-script">
      <label className="drop-zone">
        <span>{t('choose')}</span>
        <input type="file" onChange={check} />
      </label>
      <div role="status">
        {result && (
          <div
            className={
              good.includes(result.state) ? 'outcome outcome-good' : 'outcome'
            }
          >
            {sentencesOf(result).map(({ id, sentence }) => (
              <p key={id}>{sentence}</p>
            ))}
            {result.note && <p>{t(result.note.key, numbersOf(result.note))}</p>}
            {result.sha256 && (
              <p className="computed">
                {t('computed')} <code>{result.sha256}</code>
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  )

  function sentencesOf(found: Found & { name: string }) {
    const { name, state, known = [] } = found
    const values = { name, title: '', month: '', ...numbersOf(found) }
    if (known.length === 0) return [{ id: state, sentence: t(state, values) }]
    return known.map(({ id, status, title, report_date }) => {
      const month = formatMonth(locale, report_date)
      return { id, sentence: t(status, { ...values, title, month }) }
    })
  }
}

function numbersOf({
  count = 0,
  entry = 0,
}: {
  count?: number
  entry?: number
}) {
  return { count, entry: String(entry) }
}

async function examine(file: File): Promise<Found> {
  if (/\.json$/i.test(file.name)) {
    const { checkLog } = await import('@/lib/attestations/browser/check-log')
    const outcome = await checkLog(file)
    if (outcome) return outcome
  }
  const sha256 = await fingerprintOf(file)
  // Fetches the reports of all years, because the page shows only some.
  const reports = await fetchReports()
  if (!reports) return { state: 'unavailable', sha256 }
  const matches = reports.filter((known) => known.sha256 === sha256)
  const currentMonths = matches
    .filter(({ status }) => status === 'current')
    .map(({ report_date }) => report_date)
  // Leaves out earlier reports of a month that has a current one, because a
  // file that was withdrawn and republished is listed twice.
  const known = matches.filter(
    ({ status, report_date }) =>
      status === 'current' || !currentMonths.includes(report_date),
  )
  const [first = { status: 'unknown' as const }] = known
  const worst = known.find(({ status }) => status !== 'current') ?? first
  return { state: worst.status, sha256, known }
}
