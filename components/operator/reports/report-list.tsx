import { useLocale, useTranslations } from 'next-intl'
import { ReportEvents } from '@/components/attestations/report-events'
import { Field } from '@/components/ui/field'
import type { Report } from '@/lib/attestations/archive'
import { maxReasonCharacters } from '@/lib/attestations/fields'
import { formatMonth } from '@/lib/attestations/format'
import { monthPattern } from '@/lib/attestations/month'
import type { RefusedFields } from '@/lib/console/refused-form'
import type { ReportDraft } from '@/lib/console/reports/draft-store'
import { env } from '@/lib/env'
import { officeDate, shortOfficeTime } from '@/lib/i18n/offices'
import { itemPath, type Query } from '@/lib/operator/console-paths'
import {
  ConsoleForm,
  ConsoleLink,
  FormOutcome,
  SubmitButton,
  TitledSection,
} from '../console-parts'
import './reports.css'

type Props = {
  archive: Report[]
  drafts: ReportDraft[]
  query: Query
  typed?: RefusedFields
}

export function ConsoleReportList({ archive, drafts, query, typed }: Props) {
  const t = useTranslations('OperatorReports')
  const isOff = env.REPORTS_FOUR_EYES === false
  const waiting = drafts.filter(({ submittedBy }) => submittedBy !== null)
  const others = drafts.filter(({ submittedBy }) => submittedBy === null)
  return (
    <>
      <h1>{t('title')}</h1>
      <FormOutcome of="OperatorReports" query={query} />
      <p className="lead">{t('intro')}</p>
      <p>
        <ConsoleLink
          className="button"
          to={itemPath('reports', 'new')}
          label={t('add')}
        />
      </p>
      {(!isOff || waiting.length > 0) && (
        <TitledSection id="waiting" title={t('waiting.title')}>
          <Drafts drafts={waiting} none={t('waiting.none')} />
        </TitledSection>
      )}
      <TitledSection id="drafts" title={t('drafts')}>
        <Drafts drafts={others} none={t('noDrafts')} />
      </TitledSection>
      <TitledSection id="published" title={t('publishedTitle')}>
        {archive.length === 0 && <p className="soft">{t('noReports')}</p>}
        <ul className="console-reports">
          {archive.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              reason={typed?.report === report.id ? typed.reason : undefined}
            />
          ))}
        </ul>
      </TitledSection>
    </>
  )
}

function Drafts({ drafts, none }: { drafts: ReportDraft[]; none: string }) {
  if (drafts.length === 0) return <p className="soft">{none}</p>
  return (
    <ul className="console-reports">
      {drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} />
      ))}
    </ul>
  )
}

function DraftRow({
  draft: { id, fields, updatedAt, updatedBy, submittedAt, submittedBy },
}: {
  draft: ReportDraft
}) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  const month = fields.report_date.trim()
  return (
    <li>
      <h3>
        <span className="soft">
          {monthPattern.test(month)
            ? formatMonth(locale, month)
            : month || t('withoutMonth')}
        </span>{' '}
        <ConsoleLink
          to={itemPath('reports', id)}
          label={fields.title.trim() || t('untitled')}
        />
      </h3>
      <p className="soft">
        {submittedAt && submittedBy
          ? t('waiting.since', {
              time: shortOfficeTime(submittedAt, locale),
              operator: submittedBy,
            })
          : t('changed', {
              time: shortOfficeTime(updatedAt, locale),
              operator: updatedBy,
            })}
      </p>
    </li>
  )
}

type RowProps = {
  report: Report
  /** A reason that was entered but not saved. */
  reason: string | undefined
}

function ReportRow({ report, reason }: RowProps) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  const {
    id,
    title,
    reportDate,
    status,
    createdAt,
    fileUrl,
    events,
    replacedById,
  } = report
  return (
    <li>
      <h3>
        <time className="soft" dateTime={reportDate}>
          {formatMonth(locale, reportDate)}
        </time>{' '}
        <span lang={report.reportLanguage ?? undefined}>{title}</span>
      </h3>
      <p className="row soft">
        <span>{t(`status.${status}`)}</span>
        <span>
          {t('published', { day: officeDate(new Date(createdAt), locale) })}
        </span>
        <a href={fileUrl} rel="noopener noreferrer">
          {t('openFile')} <span className="visually-hidden">{title}</span>
        </a>
      </p>
      <ReportEvents events={events} />
      {(replacedById === null || status === 'withdrawn') && (
        <details className="console-details" open={reason !== undefined}>
          <summary>
            {t('manage')} <span className="visually-hidden">{title}</span>
          </summary>
          {replacedById === null && (
            <p>
              <ConsoleLink
                to={itemPath('reports', 'new')}
                query={{ replaces: id }}
                label={t('replace')}
              />
            </p>
          )}
          <ChangeStatus
            id={id}
            intent={status === 'withdrawn' ? 'restore' : 'withdraw'}
            reason={reason}
          />
        </details>
      )}
    </li>
  )
}

type StatusProps = {
  id: string
  intent: 'withdraw' | 'restore'
  reason: string | undefined
}

function ChangeStatus({ id, intent, reason }: StatusProps) {
  const t = useTranslations('OperatorReports')
  return (
    <ConsoleForm action="/api/operator/reports" hidden={{ report: id }}>
      {intent === 'withdraw' && (
        <Field
          id={`reason-${id}`}
          name="reason"
          label={t('reason')}
          hint={t('withdrawHint')}
          defaultValue={reason}
          maxLength={maxReasonCharacters}
        />
      )}
      <SubmitButton name="intent" value={intent} label={t(intent)} />
    </ConsoleForm>
  )
}
