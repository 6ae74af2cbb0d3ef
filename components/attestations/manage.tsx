import { useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import { ChangeReport } from './change-report'

/** What an operator may do with a report: at hand for one who is signed in, out of the way of readers. */
export function Manage({ report: { id, title, status }, isOperator }: { report: Report; isOperator: boolean }) {
  const t = useTranslations('Attestations')
  if (status === 'replaced') return null
  const change = <ChangeReport id={id} title={title} change={status === 'current' ? 'delete' : 'restore'} />
  if (isOperator) return change
  return (
    <details className="manage needs-script">
      <summary className="soft">{t('manage')}</summary>
      {change}
    </details>
  )
}
