'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { addReport } from '@/lib/attestations/browser/api'
import {
  type NewReport,
  type ReportField,
  reportFields,
} from '@/lib/attestations/fields'
import { reportSchemaSince } from '@/lib/attestations/schema'
import type { Failure } from '@/lib/browser/request-json'
import { randomId } from '@/lib/browser/session'
import { recordOf } from '@/lib/text'
import { FileUpload } from './file-upload'
import { ChangeFailure, useOperatorActions } from './operator-actions'
import { ReportFields } from './report-fields'

type Props = { id: string; onAdded: (isPending: boolean) => void }

// Does not check the founding year, which only the server knows.
const resolver = standardSchemaResolver(reportSchemaSince(''))

const empty = { ...recordOf(reportFields, () => ''), as_of_confirmed: false }

export function ReportForm({ id, onAdded }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const defaultValues = { ...empty, report_language: useLocale() }
  const form = useForm({ resolver, defaultValues })
  const { errors, isSubmitting } = form.formState
  const { add, failure } = useAdding(onAdded, (name, message) =>
    form.setError(name, { message }),
  )

  const asksDay =
    errors.as_of?.message === 'outside_month' || form.watch('as_of_confirmed')
  // The report that already exists for the month.
  const current = failure?.replaces
  const fill = (name: ReportField, value: string) =>
    form.setValue(name, value, { shouldValidate: true })
  return (
    <form
      id={id}
      className="report-form"
      onSubmit={form.handleSubmit(add)}
      noValidate
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>{t('formTitle')}</h2>
      <ReportFields
        inputOf={form.register}
        codeOf={(name) => errors[name]?.message}
        upload={<FileUpload id="report-upload" onKept={fill} />}
        confirmation={asksDay ? form.register('as_of_confirmed') : undefined}
      />
      <div role="alert">
        {current && (
          <div className="outcome">
            <p>{t('monthPublished')}</p>
            <button
              type="button"
              className="quiet-button"
              onClick={form.handleSubmit((report) =>
                add({ ...report, replaces: current }),
              )}
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
      <ChangeFailure
        failure={current ? undefined : failure}
        sentence="addFailed"
      />
    </form>
  )
}

function useAdding(
  onAdded: Props['onAdded'],
  showError: (field: ReportField, code?: string) => void,
) {
  const { perform } = useOperatorActions()
  const [failure, setFailure] = useState<Failure>()
  const keys = useRef<Record<string, string>>({})

  async function add(report: NewReport) {
    // Uses one key per report, so that resending it after a failure cannot
    // publish it twice.
    const written = JSON.stringify(report)
    keys.current[written] ??= randomId()
    const key = keys.current[written]
    setFailure(undefined)
    const outcome = await perform(() => addReport(report, key))
    if (outcome.kind === 'done')
      return onAdded(outcome.body.status === 'pending')
    if (outcome.kind === 'failed') return setFailure(outcome)
    for (const [field, [code]] of Object.entries(outcome.fields))
      showError(field as ReportField, code)
  }

  return { add, failure }
}
