import { useTranslations } from 'next-intl'
import { WhenInteractive } from '@/components/ui/when-interactive'
import {
  type Filters,
  leadNameOf,
  packFilters,
} from '@/lib/console/leads/list-query'
import type { StoredLead } from '@/lib/leads/list-store'
import { isLeadOpen } from '@/lib/leads/stages'
import { itemPath } from '@/lib/operator/console-paths'
import { isolateDirection, truncate } from '@/lib/shown-text'
import { ConsoleLink, Moment, ownNameOf } from '../console-parts'
import { SelectAll } from '../form-helpers'
import { BulkBar, type BulkProps, bulkForm } from './lead-bulk'
import { LeadState } from './lead-state'
import './leads.css'

const previewCharacters = 200
const columns = ['who', 'message', 'state', 'owner', 'received'] as const

export function LeadTable(props: BulkProps) {
  const { leads, filters } = props
  const t = useTranslations('OperatorLeads')
  return (
    <>
      <table className="leads">
        <caption className="visually-hidden">{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('columns.selection')}</span>
              <WhenInteractive>
                <SelectAll label={t('bulk.all')} form={bulkForm} />
              </WhenInteractive>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <Row key={lead.id} lead={lead} filters={filters} />
          ))}
        </tbody>
      </table>
      <BulkBar {...props} />
    </>
  )
}

function Row({ lead, filters }: { lead: StoredLead; filters: Filters }) {
  const t = useTranslations('OperatorLeads')
  const name = leadNameOf(lead) ?? t('unnamed')
  const person = lead.name === name ? lead.email : lead.name
  const details = [
    isolateDirection(person),
    ownNameOf(lead.language),
    lead.source === 'chat' && t('sources.chat'),
  ]
  return (
    <tr data-status={isLeadOpen(lead) ? 'open' : 'closed'}>
      <td>
        <input
          type="checkbox"
          name="id"
          value={lead.id}
          form={bulkForm}
          aria-label={t('bulk.select', { name })}
        />
      </td>
      <th scope="row">
        <ConsoleLink
          to={itemPath('leads', lead.id)}
          query={packFilters(filters)}
          label={name}
        />
        <span>{details.filter(Boolean).join(' · ')}</span>
      </th>
      <td>
        <span className="lead-preview">
          {truncate(lead.message, previewCharacters)}
        </span>
      </td>
      <td>
        <LeadState lead={lead} />
      </td>
      <td
        className="lead-owner"
        data-nobody={lead.owner === null ? '' : undefined}
      >
        {lead.owner ?? t('nobody')}
      </td>
      <td>
        <Moment at={lead.receivedAt} isRelative />
      </td>
    </tr>
  )
}
