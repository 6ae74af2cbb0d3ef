'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, type ComponentProps, useRef, useState } from 'react'
import { type SubmitHandler, useForm } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import {
  addDraft,
  addReport,
  type ChangeOutcome,
  type Failure,
  fingerprintOf,
  type Upload,
} from '@/lib/attestations/browser/api'
import { definitionOf, mapFields, type NewReport, type ReportField } from '@/lib/attestations/fields'
import { reportSchemaSince } from '@/lib/attestations/schema'
import { randomId } from '@/lib/browser/session'
import { FileUpload, uploadTexts } from './file-upload'
import { ChangeFailure, useOperatorActions } from './operator-actions'

/** A report that a new one may take the place of. `isCurrent`: it stands on the list. */
export type Replaceable = { id: string; label: string; title: string; month: string; isCurrent: boolean }

/** `isPart`: more reports, of other years, are on other pages. */
type Props = { id: string; replaceable: Replaceable[]; isPart: boolean; founded: string; onAdded: () => void }

const empty = mapFields(() => '')

/** The form for a new report: what it checks here, the server checks again with the same schema. */
export function ReportForm({ id, replaceable, isPart, founded, onAdded }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const { perform } = useOperatorActions()
  const [failure, setFailure] = useState<{ failure?: Failure; sentence: 'addFailed' | 'draft.failed' }>()
  const [draft, setDraft] = useState<'saving' | 'saved'>()
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
    tell(outcome, 'addFailed')
  }

  async function saveDraft() {
    setFailure(undefined)
    setDraft('saving')
    const outcome = await perform(() => addDraft(form.getValues()))
    setDraft(outcome.kind === 'done' ? 'saved' : undefined)
    if (outcome.kind !== 'done') tell(outcome, 'draft.failed')
  }

  function tell(outcome: Exclude<ChangeOutcome, { kind: 'done' }>, sentence: 'addFailed' | 'draft.failed') {
    if (outcome.kind === 'failed') return setFailure({ failure: outcome, sentence })
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

  const [month, replaces] = form.watch(['report_date', 'replaces'])
  const sameMonth = replaceable.find((report) => report.isCurrent && report.month === month.trim())

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
      <FileUpload
        id="report-upload"
        texts={uploadTexts(t)}
        perform={sendFile}
        onKept={({ fileUrl, sha256 }) => {
          form.setValue('file_url', fileUrl, { shouldValidate: true })
          form.setValue('sha256', sha256, { shouldValidate: true })
        }}
      />
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
      <FigureFields field={field} />
      <div role="status">
        {sameMonth && replaces !== sameMonth.id && (
          <p className="outcome">{t('draft.sameMonth', { title: sameMonth.title })}</p>
        )}
        {draft === 'saved' && <p className="outcome outcome-good">{t('draft.saved')}</p>}
      </div>
      <p className="row">
        <button type="submit" className="button" disabled={isSubmitting}>
          {t(isSubmitting ? 'adding' : 'add')}
        </button>
        <button type="button" className="quiet-button" disabled={draft === 'saving'} onClick={saveDraft}>
          {t(draft === 'saving' ? 'draft.saving' : 'draft.save')}
        </button>
      </p>
      <ChangeFailure failure={failure?.failure} sentence={failure?.sentence ?? 'addFailed'} />
    </form>
  )
}

const figures = ['gold_ounces', 'gold_tokens', 'silver_ounces', 'silver_tokens'] as const

/** The fields for what a report says of the reserves; `field` gives each its label, value and error. */
export function FigureFields({ field }: { field: (name: ReportField) => ComponentProps<typeof Field> }) {
  const t = useTranslations('Attestations.operatorActions')
  return (
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
  )
}

/** Computes the fingerprint of a chosen file for the form. The file is not sent. */
export function FileFingerprint({ onComputed }: { onComputed: (sha256: string) => void }) {
  const t = useTranslations('Attestations.operatorActions')
  const [state, setState] = useState<'fingerprintBusy' | 'fingerprintUnreadable'>()

  async function compute({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    setState('fingerprintBusy')
    try {
      onComputed(await fingerprintOf(file))
      setState(undefined)
    } catch {
      setState('fingerprintUnreadable') // deleted or moved since it was chosen, or a folder
    }
  }

  return (
    <div className="field">
      <label htmlFor="report-file">{t('fingerprintFile')}</label>
      <input id="report-file" type="file" onChange={compute} />
      <p role="status" className="field-hint">
        {state && t(state)}
      </p>
    </div>
  )
}
