import { useLocale, useTranslations } from 'next-intl'
import { exportParameters, unsentView } from '@/lib/console/leads/list-query'
import { isAddress, type LoadedList } from '@/lib/console/leads/load-list'
import { separatorOf } from '@/lib/http/csv'
import { consolePaths, type Query } from '@/lib/operator/console-paths'
import { hasRole } from '@/lib/operator/roles'
import { isolateDirection } from '@/lib/shown-text'
import {
  ConsoleLink,
  FormOutcome,
  InvalidFilters,
  Pager,
} from '../console-parts'
import { UnsentConversations } from './conversations'
import { EraseQuestion } from './erase-question'
import { BulkQuestion } from './lead-bulk'
import { LeadFilters, Stages, Views } from './lead-filters'
import { LeadTable } from './lead-table'
import './leads.css'

type Props = { loaded: LoadedList; query: Query }

export function LeadList({ loaded, query }: Props) {
  return query.view === unsentView.view ? (
    <UnsentList loaded={loaded} query={query} />
  ) : (
    <FoundLeads loaded={loaded} query={query} />
  )
}

function UnsentList({ loaded, query }: Props) {
  const t = useTranslations('OperatorLeads')
  return (
    <>
      <h1>{t('title')}</h1>
      <FormOutcome of="OperatorLeads" query={query} />
      <Views {...loaded} filters={unsentView} />
      <UnsentConversations conversations={loaded.unsent} />
    </>
  )
}

function FoundLeads({ loaded, query }: Props) {
  const t = useTranslations('OperatorLeads')
  const { operator, filters, isRangeReversed, invalid, page, count } = loaded
  const { owners, traces } = loaded
  const { q: email = '' } = filters
  const noneKey = Object.keys(filters).length > 0 ? 'noneFound' : 'none'
  return (
    <>
      <Heading {...loaded} />
      <FormOutcome of="OperatorLeads" query={query} />
      <Views {...loaded} />
      <Stages {...loaded} />
      {query.step === 'bulk' && <BulkQuestion {...loaded} query={query} />}
      <LeadFilters filters={filters} owners={owners} />
      <InvalidFilters labels={invalid.map((name) => t(`filters.${name}`))} />
      {traces && (
        <EraseQuestion
          email={email}
          traces={traces}
          action="/api/operator/leads"
          hidden={{ action: 'erase', email }}
          back={listLink(filters)}
        />
      )}
      {page.leads.length > 0 && (
        <LeadTable
          leads={page.leads}
          count={count}
          filters={filters}
          owners={owners}
          operator={operator}
        />
      )}
      {page.leads.length === 0 && (
        <p className="empty-state">
          {t(isRangeReversed ? 'reversed' : noneKey)}
        </p>
      )}
      <Pager
        label={t('pages')}
        links={[
          page.previous !== undefined && {
            ...listLink({ ...filters, back: page.previous }),
            rel: 'prev',
            label: t('previousPage'),
          },
          page.next !== undefined && {
            ...listLink({ ...filters, after: page.next }),
            rel: 'next',
            label: t('nextPage'),
          },
        ]}
      />
      {isAddress(email) && !traces && hasRole(operator, 'admin') && (
        <p>
          <ConsoleLink
            {...listLink({ ...filters, step: 'erase' })}
            label={t('erase.address', { email: isolateDirection(email) })}
          />
        </p>
      )}
    </>
  )
}

function Heading({ filters, page, count }: LoadedList) {
  const t = useTranslations('OperatorLeads')
  const separator = separatorOf(useLocale())
  const exported = { ...exportParameters(filters), separator }
  return (
    <div className="lead-heading">
      <h1>{t('title')}</h1>
      <p className="soft">{t('count', { count })}</p>
      {page.leads.length > 0 && (
        <a
          href={`/api/operator/leads.csv?${new URLSearchParams(exported)}`}
          download="leads.csv"
        >
          {t('export')}
        </a>
      )}
    </div>
  )
}

function listLink(query: Query) {
  return { to: consolePaths.leads, query }
}
