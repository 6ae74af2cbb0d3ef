import { useLocale, useTranslations } from 'next-intl'
import { formatMonth } from '@/lib/attestations/format'
import type { DraftPage } from '@/lib/console/reports/load-draft'
import { consoleAddress, type Query } from '@/lib/operator/console-address'
import { consolePaths } from '@/lib/operator/console-paths'
import { ConsoleForm } from '../console-form'
import { DraftForm } from './draft-form'
import { Outcome } from './outcome'
import { Preview } from './preview'
import '@/components/attestations/attestations.css'
import './reports.css'

/** A draft: its form, with what is wrong, and how it will look. */
export function DraftView({ draft, query }: { draft: DraftPage; query: Query }) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  const { id, preview, sameMonth, archive } = draft
  // Of a draft that was only saved, nothing is wrong yet.
  const problems = query.problem === undefined ? {} : draft.problems
  return (
    <>
      <p>
        <a href={consoleAddress(locale, consolePaths.reports)}>{t('back')}</a>
      </p>
      <h1>{t(id ? 'draftTitle' : 'newTitle')}</h1>
      <Outcome query={query} />
      {sameMonth.map((report) => (
        <p key={report.id} className="outcome">
          {t('sameMonth', { month: formatMonth(locale, report.reportDate), title: report.title })}
        </p>
      ))}
      <DraftForm id={id} fields={draft.fields} problems={problems} archive={archive} />
      {id && (
        <section aria-labelledby="preview">
          <h2 id="preview">{t('preview.title')}</h2>
          <p className="hint">{t(preview ? 'preview.intro' : 'preview.incomplete')}</p>
          {preview && <Preview report={preview} archive={archive} />}
        </section>
      )}
      {id && (
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
