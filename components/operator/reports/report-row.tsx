import { useLocale, useTranslations } from 'next-intl'
import { ReportEvents } from '@/components/attestations/report'
import { Field } from '@/components/ui/field'
import type { Report } from '@/lib/attestations/archive'
import { maxReasonCharacters } from '@/lib/attestations/fields'
import { formatDay, formatMonth } from '@/lib/attestations/format'
import { consoleAddress } from '@/lib/operator/console-address'
import { draftPath } from '@/lib/operator/console-paths'
import { ConsoleForm } from '../console-form'

/** A published report with its standing, its history and what may be done with it. */
export function ReportRow({ report }: { report: Report }) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  const { id, title, reportDate, status, createdAt, fileUrl, events, replacedById } = report
  return (
    <li className="console-report">
      <h3>
        <time dateTime={reportDate}>{formatMonth(locale, reportDate)}</time> {title}
      </h3>
      <p className="row soft">
        <span>{t(`status.${status}`)}</span>
        <span>{t('published', { day: formatDay(locale, createdAt) })}</span>
        <a href={fileUrl} rel="noopener noreferrer">
          {t('openFile')} <span className="visually-hidden">{title}</span>
        </a>
      </p>
      <ReportEvents events={events} />
      {replacedById === null && (
        <details className="console-details">
          <summary>
            {t('manage')} <span className="visually-hidden">{title}</span>
          </summary>
          <p>
            <a href={consoleAddress(locale, draftPath('new'), { replaces: id })}>{t('replace')}</a>
          </p>
          {status === 'withdrawn' ? <Restore id={id} /> : <Withdraw id={id} />}
        </details>
      )}
      {replacedById !== null && status === 'withdrawn' && <Restore id={id} />}
    </li>
  )
}

function Withdraw({ id }: { id: string }) {
  const t = useTranslations('OperatorReports')
  return (
    <ConsoleForm action="/api/operator/reports">
      <input type="hidden" name="report" value={id} />
      <Field
        id={`reason-${id}`}
        name="reason"
        label={t('reason')}
        hint={t('withdrawHint')}
        maxLength={maxReasonCharacters}
      />
      <button type="submit" name="intent" value="withdraw" className="quiet-button">
        {t('withdraw')}
      </button>
    </ConsoleForm>
  )
}

function Restore({ id }: { id: string }) {
  const t = useTranslations('OperatorReports')
  return (
    <ConsoleForm action="/api/operator/reports">
      <input type="hidden" name="report" value={id} />
      <button type="submit" name="intent" value="restore" className="quiet-button">
        {t('restore')}
      </button>
    </ConsoleForm>
  )
}
