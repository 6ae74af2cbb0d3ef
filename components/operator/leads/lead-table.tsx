import { useTranslations } from 'next-intl'
import { WhenInteractive } from '@/components/ui/when-interactive'
import {
  type Filters,
  nameOf,
  packFilters,
} from '@/lib/console/leads/list-query'
import type { StoredLead } from '@/lib/leads/list-store'
import { progressOf } from '@/lib/leads/progress'
import { itemPath } from '@/lib/operator/console-paths'
import { cut, isolate } from '@/lib/typed-text'
import {
  ConsoleForm,
  ConsoleLink,
  languageName,
  Moment,
  SubmitButton,
} from '../console-parts'
import { SelectAll } from '../form-helpers'
import { LeadState } from './lead-facts'
import './leads.css'

const bulkForm = 'lead-bulk'
const previewCharacters = 200
const columns = ['who', 'message', 'state', 'owner', 'received'] as const

type TableProps = {
  leads: StoredLead[]
  filters: Filters
  owners: string[]
  operator: string
}

export function LeadTable({ leads, filters, owners, operator }: TableProps) {
  const t = useTranslations('OperatorLeads')
  const hasQuarantined = leads.some(({ quarantine }) => quarantine !== null)
  const hasAbandoned = leads.some((lead) => progressOf(lead) === 'abandoned')
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
      <ConsoleForm
        id={bulkForm}
        action="/api/operator/leads"
        className="lead-bulk"
        hidden={packFilters(filters)}
      >
        <span className="soft">{t('bulk.selected')}</span>
        <SubmitButton
          name="action"
          value="handle"
          label={t('actions.handle')}
        />
        {hasQuarantined && (
          <SubmitButton
            name="action"
            value="release"
            label={t('actions.release')}
          />
        )}
        {hasAbandoned && (
          <SubmitButton
            name="action"
            value="retry"
            label={t('actions.retry')}
          />
        )}
        <select
          name="owner"
          defaultValue={operator}
          aria-label={t('actions.owner')}
        >
          <option value="">{t('nobody')}</option>
          {owners.map((owner) => (
            <option key={owner}>{owner}</option>
          ))}
        </select>
        <SubmitButton name="action" value="assign" label={t('bulk.assign')} />
      </ConsoleForm>
    </>
  )
}

function Row({ lead, filters }: { lead: StoredLead; filters: Filters }) {
  const t = useTranslations('OperatorLeads')
  const name = nameOf(lead) ?? t('unnamed')
  const person = lead.name === name ? lead.email : lead.name
  const details = [
    isolate(person),
    languageName(lead.language),
    lead.source === 'chat' && t('sources.chat'),
  ]
  return (
    <tr data-status={lead.status}>
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
          {cut(lead.message, previewCharacters)}
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
