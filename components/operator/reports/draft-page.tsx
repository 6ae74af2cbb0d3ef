import { useLocale, useTranslations } from 'next-intl'
import { ReportItem } from '@/components/attestations/report'
import { ReportFields } from '@/components/attestations/report-fields'
import { Field } from '@/components/ui/field'
import type { Report } from '@/lib/attestations/archive'
import { definitionOf, type ReportField } from '@/lib/attestations/fields'
import { formatMonth } from '@/lib/attestations/format'
import type { DraftPage } from '@/lib/console/reports/drafts'
import { consoleAddress, consolePaths, type Query } from '@/lib/operator/console-paths'
import { ConsoleForm } from '../console-parts'
import { ReportsOutcome } from './report-list'
import '@/components/attestations/attestations.css'
import './reports.css'

export function DraftView({ draft, query }: { draft: DraftPage; query: Query }) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  const { id, isSaved, preview, archive } = draft
  // Nothing is wrong yet with a draft that was only saved.
  const problems = query.problem === undefined ? {} : draft.problems
  return (
    <>
      <p>
        <a href={consoleAddress(locale, consolePaths.reports)}>{t('back')}</a>
      </p>
      <h1>{t(isSaved ? 'draftTitle' : 'newTitle')}</h1>
      <ReportsOutcome query={query} />
      <DraftForm {...draft} problems={problems} />
      {isSaved && (
        <section aria-labelledby="preview">
          <h2 id="preview">{t('preview.title')}</h2>
          <p className="hint">{t(preview ? 'preview.intro' : 'preview.incomplete')}</p>
          {preview && <Preview report={preview} archive={archive} />}
        </section>
      )}
      {isSaved && (
        <details className="console-details">
          <summary>{t('discard')}</summary>
          <ConsoleForm action="/api/operator/reports">
            <input type="hidden" name="draft" value={id} />
            <p>{t('discardIntro')}</p>
            <button type="submit" name="intent" value="discard" className="quiet-button">
              {t('discardConfirm')}
            </button>
          </ConsoleForm>
        </details>
      )}
    </>
  )
}

/** Works in any browser: what was typed is kept, whatever is wrong with it. */
function DraftForm({ id, fields, problems, archive, sameMonth }: DraftPage) {
  const t = useTranslations('OperatorReports')
  const texts = useTranslations('Attestations.operatorActions')
  const locale = useLocale()
  const replaceable = archive.filter((report) => report.replacedById === null || report.id === fields.replaces)

  const field = (name: ReportField) => {
    const [code] = problems[name] ?? []
    const { max = 0, required } = definitionOf(name)
    return {
      id: `report-${name}`,
      name,
      label: texts(`fields.${name}`),
      defaultValue: fields[name],
      required,
      error: code && texts(`errors.${code}` as 'errors.too_long', { max }),
    }
  }

  const asksDay = problems.as_of?.includes('outside_month') || fields.as_of_confirmed === 'true'
  const confirmation = { name: 'as_of_confirmed', value: 'true', defaultChecked: fields.as_of_confirmed === 'true' }
  // `noValidate`: a draft may be incomplete.
  return (
    <ConsoleForm action="/api/operator/reports" className="report-form" encType="multipart/form-data" noValidate>
      <input type="hidden" name="draft" value={id} />
      <ReportFields
        field={field}
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
        confirmation={asksDay ? confirmation : undefined}
      />
      <div className="field">
        <label htmlFor="report-replaces">{texts('fields.replaces')}</label>
        <select id="report-replaces" name="replaces" defaultValue={fields.replaces}>
          <option value="">{texts('replacesNothing')}</option>
          {replaceable.map(({ id: other, reportDate, title }) => (
            <option key={other} value={other}>
              {`${formatMonth(locale, reportDate)} · ${title}`}
            </option>
          ))}
        </select>
      </div>
      {sameMonth && (
        <div className="outcome">
          <p>{t('sameMonth', { month: formatMonth(locale, sameMonth.reportDate), title: sameMonth.title })}</p>
          <input type="hidden" name="same_month" value={sameMonth.id} />
          <button type="submit" name="intent" value="replace" className="quiet-button">
            {t('publishInstead')}
          </button>
        </div>
      )}
      <p className="row">
        <button type="submit" name="intent" value="publish" className="button">
          {t('publish')}
        </button>
        <button type="submit" name="intent" value="save" className="quiet-button">
          {t('save')}
        </button>
      </p>
    </ConsoleForm>
  )
}

/** A report as its entry on the public page looks. */
function Preview({ report, archive }: { report: Report; archive: Report[] }) {
  return (
    <ul className="plain-list">
      <ReportItem report={report} archive={archive} heading="h3" isOpen />
    </ul>
  )
}
