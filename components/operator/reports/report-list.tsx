import { useLocale, useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import type { Draft } from '@/lib/attestations/drafts'
import { shortOfficeTime } from '@/lib/i18n/offices'
import { consoleAddress, type Query } from '@/lib/operator/console-address'
import { draftPath } from '@/lib/operator/console-paths'
import { Outcome } from './outcome'
import { ReportRow } from './report-row'
import './reports.css'

type Props = { archive: Report[]; drafts: Draft[]; query: Query }

/** Every report with its standing, and what is not published yet. */
export function ReportList({ archive, drafts, query }: Props) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  return (
    <>
      <h1>{t('title')}</h1>
      <Outcome query={query} />
      <p className="lead">{t('intro')}</p>
      <p>
        <a className="button" href={consoleAddress(locale, draftPath('new'))}>
          {t('add')}
        </a>
      </p>
      <section aria-labelledby="drafts">
        <h2 id="drafts">{t('drafts')}</h2>
        {drafts.length === 0 && <p className="soft">{t('noDrafts')}</p>}
        <ul className="console-drafts">
          {drafts.map((draft) => (
            <DraftRow key={draft.id} draft={draft} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="published">
        <h2 id="published">{t('publishedTitle')}</h2>
        {archive.length === 0 && <p className="soft">{t('noReports')}</p>}
        <ul className="console-reports">
          {archive.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      </section>
    </>
  )
}

function DraftRow({ draft: { id, fields, updatedAt, updatedBy } }: { draft: Draft }) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  return (
    <li>
      <a href={consoleAddress(locale, draftPath(id))}>{fields.title.trim() || t('untitled')}</a>{' '}
      <span className="soft">{t('changed', { time: shortOfficeTime(updatedAt, locale), operator: updatedBy })}</span>
    </li>
  )
}
