import { useLocale, useTranslations } from 'next-intl'
import {
  exportParameters,
  type Filters,
  knownOwners,
  packFilters,
  readListQuery,
  savedViews,
} from '@/lib/console/leads/list-query'
import { languages, routing } from '@/lib/i18n/routing'
import { findTraces } from '@/lib/leads/erase-store'
import { countLeads, type LeadPage, pageOfLeads } from '@/lib/leads/list-store'
import { leadStates, leadStatuses, noOwner } from '@/lib/leads/query'
import { log } from '@/lib/log'
import { consoleAddress, consolePaths, type Query } from '@/lib/operator/console-paths'
import { EraseAddress } from './erase-lead'
import { LeadTable } from './lead-table'
import { Outcome } from './lead-words'
import './leads.css'

type Loaded = {
  operator: string
  filters: Filters
  isReversed: boolean
  page: LeadPage
  count: number
  quarantined: number
  owners: string[]
  /** What erasing the address that was searched for would delete, once it is asked for. */
  erasable?: { leads: number; conversations: number }
}

/** Reads the leads that an address asks for. */
export async function loadLeadList(asked: Query, operator: string): Promise<Loaded> {
  const { filters, query, direction, isReversed } = readListQuery(asked)
  const page = isReversed ? { leads: [] } : await pageOfLeads(query, direction)
  log.info({ operator, leads: page.leads.length, format: 'page' }, 'leads read')
  const { limit: _, cursor: __, format: ___, order: ____, ...filter } = query
  const count = isReversed ? 0 : await countLeads(filter)
  const quarantined = await countLeads({ state: 'quarantined' })
  const loaded = { operator, filters, isReversed, page, count, quarantined, owners: await knownOwners() }
  if (asked.step !== 'erase' || !isAddress(filters.q)) return loaded
  const { leads, sessions } = await findTraces(filters.q)
  return { ...loaded, erasable: { leads: leads.length, conversations: sessions.length } }
}

function isAddress(text = ''): text is string {
  return /^\S+@\S+$/.test(text)
}

export function LeadList({ loaded, query }: { loaded: Loaded; query: Query }) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const { operator, filters, isReversed, page, count, quarantined, owners, erasable } = loaded
  const noneKey = Object.keys(filters).length > 0 ? 'noneFound' : 'none'
  const emptyKey = isReversed ? 'reversed' : noneKey
  return (
    <>
      <div className="lead-heading">
        <h1>{t('title')}</h1>
        <p className="soft">{t('count', { count })}</p>
        {page.leads.length > 0 && (
          <a href={`/api/operator/leads.csv?${new URLSearchParams(exportParameters(filters))}`} download="leads.csv">
            {t('export')}
          </a>
        )}
      </div>
      <Outcome query={query} />
      <Views filters={filters} operator={operator} quarantined={quarantined} />
      <LeadFilters filters={filters} owners={owners} />
      {erasable && <EraseAddress email={filters.q ?? ''} list={packFilters(filters).list} {...erasable} />}
      {page.leads.length > 0 && <LeadTable leads={page.leads} filters={filters} owners={owners} operator={operator} />}
      {page.leads.length === 0 && <p className="empty-state">{t(emptyKey)}</p>}
      <Pages filters={filters} page={page} />
      {isAddress(filters.q) && !erasable && (
        <p>
          <a href={consoleAddress(locale, consolePaths.leads, { ...filters, step: 'erase' })}>
            {t('erase.address', { email: filters.q })}
          </a>
        </p>
      )}
    </>
  )
}

type ViewsProps = { filters: Filters; operator: string; quarantined: number }

function Views({ filters, operator, quarantined }: ViewsProps) {
  const t = useTranslations('OperatorLeads.views')
  const locale = useLocale()
  const textOf = (each: Filters) => JSON.stringify(Object.entries(each).sort())
  return (
    <nav aria-label={t('label')} className="lead-views">
      <ul>
        {savedViews(operator).map(([name, view]) => (
          <li key={name}>
            <a
              href={consoleAddress(locale, consolePaths.leads, view)}
              aria-current={textOf(view) === textOf(filters) ? 'true' : undefined}
            >
              {t(name)}
              {name === 'quarantined' && quarantined > 0 && <span className="lead-badge">{quarantined}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The form that filters the list, whose address it becomes. */
function LeadFilters({ filters, owners }: { filters: Filters; owners: string[] }) {
  const t = useTranslations('OperatorLeads')
  const list = consoleAddress(useLocale(), consolePaths.leads)
  const { q: _, ...hidden } = filters
  const active = Object.keys(hidden).length
  const people = owners.map((owner) => ({ value: owner, label: owner }))
  return (
    <search>
      <form action={list} className="lead-filters">
        <div className="lead-search">
          <label htmlFor="lead-q" className="visually-hidden">
            {t('filters.q')}
          </label>
          <input
            id="lead-q"
            name="q"
            type="search"
            placeholder={t('filters.qHint')}
            defaultValue={filters.q}
            maxLength={200}
          />
          <button type="submit" className="button">
            {t('filters.submit')}
          </button>
        </div>
        <details>
          <summary>{t('filters.more', { count: active })}</summary>
          <div className="lead-choices">
            <Choice
              name="state"
              label={t('filters.state')}
              value={filters.state}
              options={leadStates.map((value) => ({ value, label: t(`progress.${value}`) }))}
            />
            <Choice
              name="status"
              label={t('filters.status')}
              value={filters.status}
              options={leadStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            />
            <Choice
              name="owner"
              label={t('filters.owner')}
              value={filters.owner}
              options={[{ value: noOwner, label: t('nobody') }, ...people]}
            />
            <Choice
              name="reminder"
              label={t('filters.reminder')}
              value={filters.reminder}
              options={[{ value: 'due', label: t('filters.reminderDue') }]}
            />
            <Choice
              name="language"
              label={t('filters.language')}
              value={filters.language}
              options={routing.locales.map((value) => ({ value, label: languages[value].name }))}
            />
            <Choice
              name="order"
              label={t('filters.order')}
              any={t('filters.newest')}
              value={filters.order}
              options={[{ value: 'oldest', label: t('filters.oldest') }]}
            />
            <Day name="since" label={t('filters.since')} value={filters.since} />
            <Day name="until" label={t('filters.until')} value={filters.until} />
          </div>
        </details>
        {Object.keys(filters).length > 0 && <a href={list}>{t('filters.clear')}</a>}
      </form>
    </search>
  )
}

type ChoiceProps = {
  name: string
  label: string
  /** The choice of nothing in particular. */
  any?: string
  value: string | undefined
  options: { value: string; label: string }[]
}

function Choice({ name, label, any, value = '', options }: ChoiceProps) {
  const t = useTranslations('OperatorLeads.filters')
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <div className="field">
      <label htmlFor={`lead-${name}`}>{label}</label>
      <select id={`lead-${name}`} name={name} defaultValue={value}>
        <option value="">{any ?? t('any')}</option>
        {[...options, ...(isListed ? [] : [{ value, label: value }])].map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

function Day({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <div className="field">
      <label htmlFor={`lead-${name}`}>{label}</label>
      <input id={`lead-${name}`} name={name} type="date" defaultValue={value} />
    </div>
  )
}

function Pages({ filters, page }: Pick<Loaded, 'filters' | 'page'>) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const address = (query: Query) => consoleAddress(locale, consolePaths.leads, { ...filters, ...query })
  if (!(page.previous || page.next)) return null
  return (
    <nav className="row" aria-label={t('pages')}>
      {page.previous && (
        <a href={address({ back: page.previous })} rel="prev">
          {t('previousPage')}
        </a>
      )}
      {page.next && (
        <a href={address({ after: page.next })} rel="next">
          {t('nextPage')}
        </a>
      )}
    </nav>
  )
}
