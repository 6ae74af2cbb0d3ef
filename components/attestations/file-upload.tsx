import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { type ChangeEvent, useRef, useState } from 'react'
import {
  fetchReports,
  type RequestOutcome,
  uploadFile,
} from '@/lib/attestations/browser/api'
import { formatMonth } from '@/lib/attestations/format'
import type { Failure } from '@/lib/browser/request-json'
import { useExplanation, useOperatorActions } from './operator-actions'

type OnKept = (field: 'file_url' | 'sha256', value: string) => void

const problems = ['too_large', 'not_pdf', 'no_space'] as const

type UploadState = RequestOutcome | 'idle' | 'sending'

/** Uploads a file as soon as it is chosen. */
function useUpload(onKept: OnKept) {
  const { perform } = useOperatorActions()
  const [state, setState] = useState<UploadState>('idle')
  // The months for which the same file is published already.
  const [months, setMonths] = useState<string[]>([])
  const latest = useRef<File>(undefined)

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    latest.current = file
    setState('sending')
    setMonths([])
    const upload = await perform(() => uploadFile(file))
    // Drops the result if another file has been chosen in the meantime.
    if (latest.current !== file) return
    setState(upload)
    // Lets the same file be chosen again.
    target.value = ''
    if (upload.kind !== 'done') return
    onKept('file_url', String(upload.body.file_url))
    onKept('sha256', String(upload.body.sha256))
    const published = await monthsOf(String(upload.body.sha256))
    if (latest.current === file) setMonths(published)
  }

  return { state, months, send }
}

/** Uploads the chosen file and passes on its address and fingerprint. */
export function FileUpload({ id, onKept }: { id: string; onKept: OnKept }) {
  const t = useTranslations('Attestations.operatorActions')
  const format = useFormatter()
  const locale = useLocale()
  const { state, months, send } = useUpload(onKept)
  const explain = useExplanation()
  const outcome = typeof state === 'object' ? state : undefined
  const error = outcome?.kind === 'failed' ? explainUpload(outcome) : undefined
  return (
    <div className="field file-upload">
      <label htmlFor={id}>{t('upload.label')}</label>
      <p className="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
      <input
        id={id}
        type="file"
        accept=".pdf,application/pdf"
        onChange={send}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
      />
      {state === 'sending' && <progress aria-label={t('upload.label')} />}
      <p role="status" className="field-hint">
        {outcome?.kind === 'done' && t('upload.kept')}{' '}
        {months.length > 0 &&
          t('upload.keptBefore', {
            months: format.list(
              months.map((month) => formatMonth(locale, month)),
            ),
          })}
      </p>
      <p className="field-hint" id={`${id}-hint`}>
        {t('upload.hint')}
      </p>
    </div>
  )

  function explainUpload(failure: Failure): string {
    const problem = problems.find((known) => known === failure.code)
    return problem
      ? t(`upload.${problem}`)
      : (explain(failure) ?? t('upload.failed'))
  }
}

async function monthsOf(sha256: string): Promise<string[]> {
  const reports = (await fetchReports()) ?? []
  return reports
    .filter((known) => known.sha256 === sha256 && known.status === 'current')
    .map(({ report_date }) => report_date)
}
