'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ChangeEvent, useRef, useState } from 'react'
import {
  checkFile,
  type FileOutcome,
} from '@/lib/attestations/browser/check-file'
import { formatMonth } from '@/lib/attestations/format'

type Found = Omit<FileOutcome, 'state'> & {
  state: 'computing' | 'unreadable' | FileOutcome['state']
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
    const outcome = await checkFile(file).catch(
      (): Found => ({ state: 'unreadable' }),
    )
    // Drops the result if another file has been chosen in the meantime.
    if (latest.current === file) setResult({ name, ...outcome })
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

  function sentencesOf(checked: Found & { name: string }) {
    const { name, state, known = [] } = checked
    const values = { name, title: '', month: '', ...numbersOf(checked) }
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
