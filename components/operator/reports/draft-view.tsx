import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { ReportFields } from '@/components/attestations/report-fields'
import { ReportTable } from '@/components/attestations/report-table'
import { Field } from '@/components/ui/field'
import { formatMonth } from '@/lib/attestations/format'
import type { DraftPage } from '@/lib/console/reports/drafts'
import { consolePaths, type Query } from '@/lib/operator/console-paths'
import { isolateDirection } from '@/lib/shown-text'
import {
  ConsoleForm,
  ConsoleLink,
  FormOutcome,
  Notice,
  type Option,
  SubmitButton,
  TitledSection,
} from '../console-parts'
import '@/components/attestations/attestations.css'
import './reports.css'

export function DraftView({
  draft,
  query,
  operator,
}: {
  draft: DraftPage
  query: Query
  operator: string
}) {
  const t = useTranslations('OperatorReports')
  const format = useFormatter()
  const locale = useLocale()
  const { id, isSaved, preview, archive, submittedBy, sharing } = draft
  // Shows no errors in a draft that was only saved.
  const isRefused =
    query.problem !== undefined || query.refused === 'invalid_fields'
  const problems = isRefused ? draft.problems : {}
  return (
    <>
      <p>
        <ConsoleLink to={consolePaths.reports} label={t('back')} />
      </p>
      <h1>{t(isSaved ? 'draftTitle' : 'newTitle')}</h1>
      <FormOutcome of="OperatorReports" query={query} />
      {sharing.length > 0 && (
        <Notice outcome="bad">
          {t('sameFile', {
            months: format.list(
              sharing.map(({ reportDate }) => formatMonth(locale, reportDate)),
            ),
          })}
        </Notice>
      )}
      {submittedBy === null ? (
        <DraftForm {...draft} problems={problems} />
      ) : (
        <Waiting draft={draft} submittedBy={submittedBy} operator={operator} />
      )}
      {isSaved && (
        <TitledSection id="preview" title={t('preview.title')}>
          <p className="hint">
            {t(preview ? 'preview.intro' : 'preview.incomplete')}
          </p>
          {preview && (
            <ReportTable
              entries={[{ month: preview.reportDate, report: preview }]}
              archive={archive}
              labelledBy="preview"
            />
          )}
        </TitledSection>
      )}
      {isSaved && (
        <details className="console-details">
          <summary>{t('discard')}</summary>
          <ConsoleForm action="/api/operator/reports" hidden={{ draft: id }}>
            <p>{t('discardIntro')}</p>
            <SubmitButton
              name="intent"
              value="discard"
              label={t('discardConfirm')}
            />
          </ConsoleForm>
        </details>
      )}
    </>
  )
}

type WaitingProps = { draft: DraftPage; submittedBy: string; operator: string }

/** The actions for a report that waits for a second person. */
function Waiting({ draft, submittedBy, operator }: WaitingProps) {
  const t = useTranslations('OperatorReports.waiting')
  const isOwn = submittedBy === operator
  const { others } = draft
  return (
    <ConsoleForm
      action="/api/operator/reports"
      className="outcome"
      hidden={{ draft: draft.id, seen: draft.version }}
    >
      <p>{t(isOwn ? 'own' : 'other', { operator: submittedBy })}</p>
      {isOwn && (
        <p className="hint">
          {others.length > 0
            ? t('others', { operators: others.join(', ') })
            : t('nobody')}
        </p>
      )}
      <p className="row">
        <SubmitButton name="intent" value="return" label={t('return')} />
        {!isOwn && (
          <SubmitButton
            name="intent"
            value="approve"
            className="button"
            label={t('approve')}
          />
        )}
      </p>
    </ConsoleForm>
  )
}

/**
 * Edits a draft, even without JavaScript. Its input is stored even if it is
 * invalid.
 */
function DraftForm(draft: DraftPage) {
  const { id, fields, problems, archive, sameMonth, sharing } = draft
  const t = useTranslations('OperatorReports')
  const texts = useTranslations('Attestations.operatorActions')
  const locale = useLocale()
  const replaceable = archive.filter(
    (report) => report.replacedById === null || report.id === fields.replaces,
  )
  const replacements = replaceable.map((report): Option => {
    return [
      report.id,
      `${formatMonth(locale, report.reportDate)} · ${isolateDirection(report.title)}`,
    ]
  })
  // Skips the browser's validation, because a draft may be incomplete.
  return (
    <ConsoleForm
      action="/api/operator/reports"
      hidden={{
        draft: id,
        same_month: sameMonth?.id,
        seen_file: sharing[0]?.sha256 ?? undefined,
      }}
      encType="multipart/form-data"
      className="report-form"
      noValidate
    >
      <ReportFields
        inputOf={(name) => ({
          name,
          defaultValue:
            fields[name] || (name === 'report_language' ? locale : ''),
        })}
        codeOf={(name) => problems[name]?.[0]}
        upload={
          <Field
            id="report-file"
            name="file"
            type="file"
            accept=".pdf,application/pdf"
            label={texts('upload.label')}
            hint={texts('upload.hint')}
          />
        }
        confirmation={confirmationOf(draft)}
      />
      <Field
        id="report-replaces"
        name="replaces"
        label={texts('fields.replaces')}
        defaultValue={fields.replaces}
        options={[['', texts('replacesNothing')], ...replacements]}
      />
      {/* Begins with the button that saves, because Enter presses the first
          button and must not publish. */}
      <p className="row">
        <SubmitButton name="intent" value="save" label={t('save')} />
        <SubmitButton
          name="intent"
          value="publish"
          className="button"
          label={t('publish')}
        />
      </p>
      {sameMonth && (
        <div className="outcome">
          <p>
            {t('sameMonth', {
              month: formatMonth(locale, sameMonth.reportDate),
              title: isolateDirection(sameMonth.title),
            })}
          </p>
          <SubmitButton
            name="intent"
            value="replace"
            label={t('publishInstead')}
          />
        </div>
      )}
    </ConsoleForm>
  )
}

/**
 * Returns the checkbox that confirms a date outside the report's month, if it
 * is needed.
 */
function confirmationOf({
  fields,
  problems,
}: Pick<DraftPage, 'fields' | 'problems'>) {
  const isConfirmed = fields.as_of_confirmed === 'true'
  const isNeeded = isConfirmed || problems.as_of?.includes('outside_month')
  return isNeeded
    ? { name: 'as_of_confirmed', value: 'true', defaultChecked: isConfirmed }
    : undefined
}
