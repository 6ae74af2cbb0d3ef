import { useLocale, useTranslations } from 'next-intl'
import type { StoredLead } from '@/lib/leads/list-store'
import { consoleAddress } from '@/lib/operator/console-address'
import { leadPath } from '@/lib/operator/console-paths'
import { ConsoleForm } from '../console-form'
import { actionAddress } from './lead-actions'

/** Leads to the second step of erasing, which says what would be deleted. */
export function EraseLink({ lead }: { lead: StoredLead }) {
  const t = useTranslations('OperatorLeads.erase')
  const address = consoleAddress(useLocale(), leadPath(lead.id), { step: 'erase' })
  return (
    <p>
      <a className="text-link" href={`${address}#erase`}>
        {t('link')}
      </a>
    </p>
  )
}

type Props = { lead: StoredLead; leads: number; conversations: number }

export function EraseLead({ lead, leads, conversations }: Props) {
  const t = useTranslations('OperatorLeads.erase')
  return (
    <section id="erase" className="summary" aria-labelledby="erase-title">
      <h2 id="erase-title">{t('title')}</h2>
      <p>{lead.email === '' ? t('alone', { conversations }) : t('all', { email: lead.email, leads, conversations })}</p>
      <p>{t('final')}</p>
      <ConsoleForm action={actionAddress(lead, 'erase')} className="row">
        <button type="submit" className="button">
          {t('confirm')}
        </button>
        <a href={consoleAddress(useLocale(), leadPath(lead.id))}>{t('cancel')}</a>
      </ConsoleForm>
    </section>
  )
}
