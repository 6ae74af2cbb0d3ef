import { useLocale, useTranslations } from 'next-intl'
import { ReportEvents } from '@/components/attestations/report'
import { Field } from '@/components/ui/field'
import type { Report } from '@/lib/attestations/archive'
import { maxReasonCharacters } from '@/lib/attestations/fields'
import { formatDay, formatMonth } from '@/lib/attestations/format'
import { isRealMonth } from '@/lib/attestations/month'
import type { Draft } from '@/lib/console/reports/store'
import { shortOfficeTime } from '@/lib/i18n/offices'
import { consoleAddress, draftPath, type Query } from '@/lib/operator/console-paths'
import { ConsoleForm, Notice } from '../console-parts'
import './reports.css'

type Props = { archive: Report[]; drafts: Draft[]; query: Query }

export function ReportList({ archive, drafts, query }: Props) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  return (
    <>
      <h1>{t('title')}</h1>
      <ReportsOutcome query={query} />
      <p className="lead">{t('intro')}</p>
      <p>
        <a className="button" href={consoleAddress(locale, draftPath('new'))}>
          {t('add')}
        </a>
      </p>
      <section aria-labelledby="drafts">
        <h2 id="drafts">{t('drafts')}</h2>
        {drafts.length === 0 && <p className="soft">{t('noDrafts')}</p>}
        <ul className="console-reports">
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
  const month = fields.report_date.trim()
  return (
    <li>
      <h3>
        <span className="soft">{isRealMonth(month) ? formatMonth(locale, month) : month || t('withoutMonth')}</span>{' '}
        <a href={consoleAddress(locale, draftPath(id))}>{fields.title.trim() || t('untitled')}</a>
      </h3>
      <p className="soft">{t('changed', { time: shortOfficeTime(updatedAt, locale), operator: updatedBy })}</p>
    </li>
  )
}

function ReportRow({ report }: { report: Report }) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  const { id, title, reportDate, status, createdAt, fileUrl, events, replacedById } = report
  return (
    <li>
      <h3>
        <time className="soft" dateTime={reportDate}>
          {formatMonth(locale, reportDate)}
        </time>{' '}
        {title}
      </h3>
      <p className="row soft">
        <span>{t(`status.${status}`)}</span>
        <span>{t('published', { day: formatDay(locale, createdAt) })}</span>
        <a href={fileUrl} rel="noopener noreferrer">
          {t('openFile')} <span className="visually-hidden">{title}</span>
        </a>
      </p>
      <ReportEvents events={events} />
      {(replacedById === null || status === 'withdrawn') && (
        <details className="console-details">
          <summary>
            {t('manage')} <span className="visually-hidden">{title}</span>
          </summary>
          {replacedById === null && (
            <p>
              <a href={consoleAddress(locale, draftPath('new'), { replaces: id })}>{t('replace')}</a>
            </p>
          )}
          <ChangeStatus id={id} intent={status === 'withdrawn' ? 'restore' : 'withdraw'} />
        </details>
      )}
    </li>
  )
}

function ChangeStatus({ id, intent }: { id: string; intent: 'withdraw' | 'restore' }) {
  const t = useTranslations('OperatorReports')
  return (
    <ConsoleForm action="/api/operator/reports">
      <input type="hidden" name="report" value={id} />
      {intent === 'withdraw' && (
        <Field
          id={`reason-${id}`}
          name="reason"
          label={t('reason')}
          hint={t('withdrawHint')}
          maxLength={maxReasonCharacters}
        />
      )}
      <button type="submit" name="intent" value={intent} className="quiet-button">
        {t(intent)}
      </button>
    </ConsoleForm>
  )
}

const done = ['saved', 'added', 'discarded', 'withdrawn', 'restored'] as const
const problems = [
  ...(['fields', 'too_large', 'not_pdf', 'no_space', 'malformed', 'rate_limited', 'already_replaced'] as const),
  ...(['already_withdrawn', 'not_withdrawn', 'unknown_report', 'key_reused', 'not_found'] as const),
  ...(['month_published', 'month_taken'] as const),
]

export function ReportsOutcome({ query }: { query: Query }) {
  const t = useTranslations('OperatorReports')
  const succeeded = done.find((code) => code === query.done)
  const failed = problems.find((code) => code === query.problem)
  if (succeeded) return <Notice outcome="good">{t(`done.${succeeded}`)}</Notice>
  return failed ? <Notice outcome="bad">{t(`problems.${failed}`)}</Notice> : null
}
