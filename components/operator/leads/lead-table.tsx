import { useLocale, useTranslations } from 'next-intl'
import { type Filters, nameOf, packFilters } from '@/lib/console/leads/list-query'
import { progressOf, type StoredLead, today } from '@/lib/leads/list-store'
import { consoleAddress, leadPath } from '@/lib/operator/console-paths'
import { ConsoleForm, languageName, Moment } from '../console-parts'
import { SelectAll } from './form-helpers'
import { ReasonWords } from './lead-words'

const bulkForm = 'lead-bulk'
const previewCharacters = 200
const columns = ['who', 'message', 'state', 'owner', 'received'] as const

type Props = { leads: StoredLead[]; filters: Filters; owners: string[]; operator: string }

export function LeadTable({ leads, filters, owners, operator }: Props) {
  const t = useTranslations('OperatorLeads')
  const hasQuarantined = leads.some(({ quarantine }) => quarantine !== null)
  return (
    <>
      <table className="leads">
        <caption className="visually-hidden">{t('title')}</caption>
        <thead>
          <tr>
            <td>
              <SelectAll label={t('bulk.all')} form={bulkForm} />
            </td>
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
        hidden={{ ...packFilters(filters) }}
      >
        <span className="soft">{t('bulk.selected')}</span>
        <button type="submit" name="action" value="handle" className="quiet-button">
          {t('actions.handle')}
        </button>
        {hasQuarantined && (
          <button type="submit" name="action" value="release" className="quiet-button">
            {t('actions.release')}
          </button>
        )}
        <label htmlFor="bulk-owner" className="visually-hidden">
          {t('actions.owner')}
        </label>
        <select id="bulk-owner" name="owner" defaultValue={operator}>
          <option value="">{t('nobody')}</option>
          {owners.map((owner) => (
            <option key={owner}>{owner}</option>
          ))}
        </select>
        <button type="submit" name="action" value="assign" className="quiet-button">
          {t('bulk.assign')}
        </button>
      </ConsoleForm>
    </>
  )
}

function Row({ lead, filters }: { lead: StoredLead; filters: Filters }) {
  const t = useTranslations('OperatorLeads')
  const address = consoleAddress(useLocale(), leadPath(lead.id), packFilters(filters))
  const name = nameOf(lead) ?? t('unnamed')
  const person = lead.name === name ? lead.email : lead.name
  const details = [person, languageName(lead.language), lead.source === 'chat' && t('sources.chat')]
  return (
    <tr data-status={lead.status}>
      <td>
        <input type="checkbox" name="id" value={lead.id} form={bulkForm} aria-label={t('bulk.select', { name })} />
      </td>
      <th scope="row">
        <a href={address}>{name}</a>
        <span>{details.filter(Boolean).join(' · ')}</span>
      </th>
      <td>
        <span className="lead-preview">{lead.message.slice(0, previewCharacters)}</span>
      </td>
      <td>
        <LeadState lead={lead} />
      </td>
      <td className="lead-owner" data-nobody={lead.owner === null ? '' : undefined}>
        {lead.owner ?? t('nobody')}
      </td>
      <td>
        <Moment at={lead.receivedAt} isRelative />
      </td>
    </tr>
  )
}

export function LeadState({ lead, withReasons = true }: { lead: StoredLead; withReasons?: boolean }) {
  const t = useTranslations('OperatorLeads')
  const progress = progressOf(lead)
  const isDue = lead.remindOn !== null && lead.remindOn <= today() && lead.status === 'new'
  return (
    <>
      <span className="lead-badge" data-status={lead.status}>
        {t(`statuses.${lead.status === 'handled' ? 'handled' : 'new'}`)}
      </span>{' '}
      {progress !== 'delivered' && (
        <span className="lead-badge" data-progress={progress}>
          {t(`progress.${progress}`)}
        </span>
      )}
      {withReasons && lead.quarantine !== null && (
        <span className="small">
          <ReasonWords codes={lead.quarantine} />
        </span>
      )}
      {lead.remindOn !== null && (
        <span className="small" data-due={isDue ? '' : undefined}>
          {t(isDue ? 'reminder.due' : 'reminder.on', { day: lead.remindOn })}
        </span>
      )}
    </>
  )
}
