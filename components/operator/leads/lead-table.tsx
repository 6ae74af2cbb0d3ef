import { useLocale, useTranslations } from 'next-intl'
import { nameOf, progressOf } from '@/lib/console/leads/list-query'
import { isLocale, languages } from '@/lib/i18n/routing'
import type { StoredLead } from '@/lib/leads/list-store'
import { referenceOf } from '@/lib/leads/reference'
import { consoleAddress } from '@/lib/operator/console-address'
import { leadPath } from '@/lib/operator/console-paths'
import { Moment } from '../moment'

const columns = ['who', 'received', 'language', 'state', 'status', 'owner'] as const

/** The leads of a page of the list; on a phone each is a card. */
export function LeadTable({ leads }: { leads: StoredLead[] }) {
  const t = useTranslations('OperatorLeads')
  return (
    <table className="leads">
      <caption className="visually-hidden">{t('title')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <Row key={lead.id} lead={lead} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ lead }: { lead: StoredLead }) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const progress = progressOf(lead)
  const name = nameOf(lead)
  const others = [lead.name, lead.email].filter((text) => text !== '' && text !== name)
  return (
    <tr>
      <th scope="row">
        <a href={consoleAddress(locale, leadPath(lead.id))}>{name ?? t('unnamed')}</a>
        <span className="small">{[...others, referenceOf(lead.id)].join(' · ')}</span>
      </th>
      <td data-label={t('columns.received')}>
        <Moment at={lead.receivedAt} />
        {lead.source === 'chat' && <span className="small">{t('sources.chat')}</span>}
      </td>
      <td data-label={t('columns.language')}>
        {isLocale(lead.language) ? languages[lead.language].name : lead.language}
      </td>
      <td data-label={t('columns.state')} data-progress={progress}>
        {t(`progress.${progress}`)}
      </td>
      <td data-label={t('columns.status')}>{t(`statuses.${lead.status === 'handled' ? 'handled' : 'new'}`)}</td>
      <td data-label={t('columns.owner')}>{lead.owner ?? t('nobody')}</td>
    </tr>
  )
}
