'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { type SubmitHandler, useForm } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { addReport, type Failure } from '@/lib/attestations/browser/api'
import { definitionOf, mapFields, type NewReport, type ReportField } from '@/lib/attestations/fields'
import { reportSchemaSince } from '@/lib/attestations/schema'
import { randomId } from '@/lib/browser/random-id'
import { ChangeFailure } from './change-failure'
import { FileFingerprint } from './file-fingerprint'
import { useOperatorActions } from './operator-actions'

/** A report that a new one may take the place of. */
export type Replaceable = { id: string; label: string }

/** `isPart`: more reports, of other years, are on other pages. */
type Props = { id: string; replaceable: Replaceable[]; isPart: boolean; founded: string; onAdded: () => void }

const empty = mapFields(() => '')

const figures = ['gold_ounces', 'gold_tokens', 'silver_ounces', 'silver_tokens'] as const

/** The form for a new report: what it checks here, the server checks again with the same schema. */
export function ReportForm({ id, replaceable, isPart, founded, onAdded }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const { perform } = useOperatorActions()
  const [failure, setFailure] = useState<Failure>()
  const attempt = useRef<{ report: string; key: string }>(undefined)
  const [resolver] = useState(() => standardSchemaResolver(reportSchemaSince(founded)))
  const form = useForm({ resolver, defaultValues: empty })
  const { errors, isSubmitting } = form.formState

  const add: SubmitHandler<NewReport> = async (report) => {
    // One key a report: sending the same one again, after a failure, cannot publish it twice.
    const written = JSON.stringify(report)
    if (attempt.current?.report !== written) attempt.current = { report: written, key: randomId() }
    const { key } = attempt.current
    setFailure(undefined)
    const outcome = await perform(() => addReport(report, key))
    if (outcome.kind === 'done') return onAdded()
    if (outcome.kind === 'failed') return setFailure(outcome)
    for (const [field, [code]] of Object.entries(outcome.fields)) form.setError(field as ReportField, { message: code })
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

  return (
    <form id={id} className="report-form" onSubmit={form.handleSubmit(add)} noValidate aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('formTitle')}</h2>
      <p className="hint">{t('requiredHint')}</p>
      <div className="field-grid">
        <Field {...field('title')} required />
        <Field {...field('report_date')} required hint={t('hints.report_date')} placeholder="2025-01" />
      </div>
      <Field {...field('file_url')} type="url" required hint={t('hints.file_url')} />
      <Field {...field('description')} rows={3} />
      {replaceable.length > 0 && (
        <div className="field">
          <label htmlFor="report-replaces">{t('fields.replaces')}</label>
          <select
            id="report-replaces"
            aria-describedby={isPart ? 'report-replaces-hint' : undefined}
            {...form.register('replaces')}
          >
            <option value="">{t('replacesNothing')}</option>
            {replaceable.map((report) => (
              <option key={report.id} value={report.id}>
                {report.label}
              </option>
            ))}
          </select>
          {isPart && (
            <p className="field-hint" id="report-replaces-hint">
              {t('hints.replaces')}
            </p>
          )}
        </div>
      )}
      <fieldset>
        <legend>{t('fingerprintLegend')}</legend>
        <FileFingerprint onComputed={(sha256) => form.setValue('sha256', sha256, { shouldValidate: true })} />
        <Field {...field('sha256')} spellCheck={false} />
      </fieldset>
      <fieldset>
        <legend>{t('reservesLegend')}</legend>
        <p className="hint">{t('hints.figures')}</p>
        <div className="field-grid">
          {figures.map((name) => (
            <Field key={name} {...field(name)} inputMode="decimal" />
          ))}
          <Field {...field('as_of')} type="date" />
          <Field {...field('firm')} />
        </div>
      </fieldset>
      <button type="submit" className="button" disabled={isSubmitting}>
        {t(isSubmitting ? 'adding' : 'add')}
      </button>
      <ChangeFailure failure={failure} sentence="addFailed" />
    </form>
  )
}
