'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { addReport, type Failure, type Upload } from '@/lib/attestations/browser/api'
import { definitionOf, mapFields, type NewReport, type ReportField } from '@/lib/attestations/fields'
import { reportSchemaSince } from '@/lib/attestations/schema'
import { randomId } from '@/lib/browser/session'
import { FileUpload } from './file-upload'
import { ChangeFailure, useOperatorActions } from './operator-actions'
import { ReportFields } from './report-fields'

type Props = { id: string; founded: string; onAdded: () => void }

const empty = { ...mapFields(() => ''), as_of_confirmed: false }

export function ReportForm({ id, founded, onAdded }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const { perform } = useOperatorActions()
  const [failure, setFailure] = useState<Failure>()
  const [refused, setRefused] = useState<{ report: NewReport; current: string }>()
  const attempt = useRef<{ report: string; key: string }>(undefined)
  const [resolver] = useState(() => standardSchemaResolver(reportSchemaSince(founded)))
  const form = useForm({ resolver, defaultValues: empty })
  const { errors, isSubmitting } = form.formState

  async function add(report: NewReport) {
    // One key a report: sending the same one again, after a failure, cannot publish it twice.
    const written = JSON.stringify(report)
    if (attempt.current?.report !== written) attempt.current = { report: written, key: randomId() }
    const { key } = attempt.current
    setFailure(undefined)
    setRefused(undefined)
    const outcome = await perform(() => addReport(report, key))
    if (outcome.kind === 'done') return onAdded()
    if (outcome.kind === 'failed') {
      return outcome.replaces ? setRefused({ report, current: outcome.replaces }) : setFailure(outcome)
    }
    for (const [field, [code]] of Object.entries(outcome.fields)) form.setError(field as ReportField, { message: code })
  }

  async function sendFile(send: () => Promise<Upload>): Promise<Upload> {
    let upload: Upload = { kind: 'cancelled' }
    await perform(async () => {
      upload = await send()
      return upload.kind === 'failed' ? { ...upload, retryAfterSeconds: 0 } : { kind: 'done' }
    })
    return upload
  }

  const field = (name: ReportField) => {
    const code = errors[name]?.message
    const max = definitionOf(name).max ?? 0
    return {
      ...form.register(name),
      id: `report-${name}`,
      label: t(`fields.${name}`),
      error: code && t(`errors.${code}` as 'errors.too_long', { max }),
    }
  }

  const asksDay = errors.as_of?.message === 'outside_month' || form.watch('as_of_confirmed')
  const upload = (
    <FileUpload
      id="report-upload"
      perform={sendFile}
      onKept={({ fileUrl, sha256 }) => {
        form.setValue('file_url', fileUrl, { shouldValidate: true })
        form.setValue('sha256', sha256, { shouldValidate: true })
      }}
    />
  )
  return (
    <form id={id} className="report-form" onSubmit={form.handleSubmit(add)} noValidate aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('formTitle')}</h2>
      <ReportFields
        field={field}
        upload={upload}
        confirmation={asksDay ? form.register('as_of_confirmed') : undefined}
      />
      <div role="alert">
        {refused && (
          <div className="outcome">
            <p>{t('monthPublished')}</p>
            <button
              type="button"
              className="quiet-button"
              onClick={() => add({ ...refused.report, replaces: refused.current })}
            >
              {t('replaceIt')}
            </button>
          </div>
        )}
      </div>
      <p className="row">
        <button type="submit" className="button" disabled={isSubmitting}>
          {t(isSubmitting ? 'adding' : 'add')}
        </button>
      </p>
      <ChangeFailure failure={failure} sentence="addFailed" />
    </form>
  )
}
