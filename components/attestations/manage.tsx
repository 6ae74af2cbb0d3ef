import { useLocale, useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import { consoleAddress } from '@/lib/operator/console-address'
import { draftPath } from '@/lib/operator/console-paths'
import { ChangeReport } from './change-report'

/** What an operator may do with a report: at hand for one who is signed in, out of the way of readers. */
export function Manage({ report: { id, title, status }, isOperator }: { report: Report; isOperator: boolean }) {
  const t = useTranslations('Attestations')
  if (status === 'replaced') return null
  const change = <ChangeReport id={id} title={title} change={status === 'current' ? 'delete' : 'restore'} />
  if (isOperator) {
    return (
      <>
        {change}
        <Replace id={id} />
      </>
    )
  }
  return (
    <details className="manage needs-script">
      <summary className="soft">{t('manage')}</summary>
      {change}
    </details>
  )
}

/** Leads to the console's form, filled in from the report. */
function Replace({ id }: { id: string }) {
  const t = useTranslations('OperatorReports')
  return (
    <a className="soft" href={consoleAddress(useLocale(), draftPath('new'), { replaces: id })}>
      {t('replace')}
    </a>
  )
}
