import { useLocale, useTranslations } from 'next-intl'
import { exportParameters, type Filters, readListQuery } from '@/lib/console/leads/list-query'
import { env } from '@/lib/env'
import { countQuarantined, type LeadPage, pageOfLeads } from '@/lib/leads/list-store'
import { listOwners } from '@/lib/leads/manage-store'
import { log } from '@/lib/log'
import { consoleAddress, type Query } from '@/lib/operator/console-address'
import { consolePaths } from '@/lib/operator/console-paths'
import { LeadFilters } from './lead-filters'
import { LeadTable } from './lead-table'
import { Outcome } from './outcome'
import './leads.css'

type Loaded = { filters: Filters; page: LeadPage; quarantined: number; owners: string[] }

/** Reads the leads that an address asks for. */
export async function loadLeadList(asked: Query, operator: string): Promise<Loaded> {
  const { filters, query, direction } = readListQuery(asked)
  const page = await pageOfLeads(query, direction)
  log.info({ operator, leads: page.leads.length, format: 'page' }, 'leads read')
  return { filters, page, quarantined: await countQuarantined(), owners: await knownOwners() }
}

/** The names that a lead may be given to: of operators, and those given before. */
export async function knownOwners(): Promise<string[]> {
  const names = [...env.OPERATOR_KEYS.map(({ name }) => name), ...(await listOwners())]
  return [...new Set(names)].sort()
}

export function LeadList({ loaded, query }: { loaded: Loaded; query: Query }) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const { filters, page, quarantined, owners } = loaded
  return (
    <>
      <h1>{t('title')}</h1>
      <Outcome query={query} />
      {quarantined > 0 && filters.state !== 'quarantined' && (
        <p className="outcome">
          {t('quarantined', { count: quarantined })}{' '}
          <a href={consoleAddress(locale, consolePaths.leads, { state: 'quarantined' })}>{t('showQuarantined')}</a>
        </p>
      )}
      <LeadFilters filters={filters} owners={owners} />
      {page.leads.length > 0 ? (
        <LeadTable leads={page.leads} />
      ) : (
        <p className="empty-state">{t(Object.keys(filters).length > 0 ? 'noneFound' : 'none')}</p>
      )}
      <Pages filters={filters} page={page} />
    </>
  )
}

function Pages({ filters, page }: Pick<Loaded, 'filters' | 'page'>) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const address = (query: Query) => consoleAddress(locale, consolePaths.leads, { ...filters, ...query })
  return (
    <nav className="row" aria-label={t('pages')}>
      {page.newer && (
        <a href={address({ newer: page.newer })} rel="prev">
          {t('newer')}
        </a>
      )}
      {page.older && (
        <a href={address({ older: page.older })} rel="next">
          {t('older')}
        </a>
      )}
      {page.leads.length > 0 && (
        <a href={`/api/operator/leads.csv?${new URLSearchParams(exportParameters(filters))}`} download="leads.csv">
          {t('export')}
        </a>
      )}
    </nav>
  )
}
