import { useLocale, useTranslations } from 'next-intl'
import { exportParameters, type Filters, knownOwners, readListQuery, savedViews } from '@/lib/console/leads/list-query'
import { languages, routing } from '@/lib/i18n/routing'
import { countLeads, type LeadPage, pageOfLeads } from '@/lib/leads/list-store'
import { findTraces } from '@/lib/leads/manage-store'
import { leadStates, leadStatuses, noOwner } from '@/lib/leads/query'
import { log } from '@/lib/log'
import { consoleAddress, consolePaths, type Query } from '@/lib/operator/console-paths'
import { LeadTable } from './lead-table'
import { EraseQuestion, Outcome } from './lead-words'
import './leads.css'

type Loaded = Awaited<ReturnType<typeof loadLeadList>>

export async function loadLeadList(asked: Query, operator: string) {
  const { filters, query, direction, isReversed } = readListQuery(asked)
  const page: LeadPage = isReversed ? { leads: [] } : await pageOfLeads(query, direction)
  log.info({ operator, leads: page.leads.length, format: 'page' }, 'leads read')
  const count = isReversed ? 0 : await countLeads(query)
  const quarantined = await countLeads({ state: 'quarantined' })
  // What erasing the address that was searched for would delete, once it is asked for.
  const traces = asked.step === 'erase' && isAddress(filters.q) ? await findTraces(filters.q) : undefined
  return { operator, filters, isReversed, page, count, quarantined, traces, owners: await knownOwners() }
}

function isAddress(text = ''): text is string {
  return /^\S+@\S+$/.test(text)
}

export function LeadList({ loaded, query }: { loaded: Loaded; query: Query }) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const { operator, filters, isReversed, page, count, quarantined, owners, traces } = loaded
  const { q: email } = filters
  const noneKey = Object.keys(filters).length > 0 ? 'noneFound' : 'none'
  const address = (others: Query) => consoleAddress(locale, consolePaths.leads, { ...filters, ...others })
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
      {traces && (
        <EraseQuestion
          email={email ?? ''}
          leads={traces.leads.length}
          conversations={traces.sessions.length}
          action="/api/operator/leads"
          hidden={{ action: 'erase', email: email ?? '' }}
          back={address({})}
        />
      )}
      {page.leads.length > 0 && <LeadTable leads={page.leads} filters={filters} owners={owners} operator={operator} />}
      {page.leads.length === 0 && <p className="empty-state">{t(isReversed ? 'reversed' : noneKey)}</p>}
      {(page.previous || page.next) && (
        <nav className="lead-pager" aria-label={t('pages')}>
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
      )}
      {isAddress(email) && !traces && (
        <p>
          <a href={address({ step: 'erase' })}>{t('erase.address', { email })}</a>
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
    <nav aria-label={t('label')} className="console-links lead-views">
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

type Option = [value: string, label: string]

function LeadFilters({ filters, owners }: { filters: Filters; owners: string[] }) {
  const t = useTranslations('OperatorLeads')
  const list = consoleAddress(useLocale(), consolePaths.leads)
  const active = Object.keys(filters).filter((name) => name !== 'q').length
  const choices = {
    status: leadStatuses.map((value): Option => [value, t(`statuses.${value}`)]),
    state: leadStates.map((value): Option => [value, t(`progress.${value}`)]),
    owner: [[noOwner, t('nobody')], ...owners.map((owner): Option => [owner, owner])],
    reminder: [['due', t('filters.reminderDue')]],
    language: routing.locales.map((value): Option => [value, languages[value].name]),
    order: [['oldest', t('filters.oldest')]],
  } satisfies Record<string, Option[]>
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
          <button type="submit" className="quiet-button">
            {t('filters.submit')}
          </button>
        </div>
        <details>
          <summary className="quiet-button">{t('filters.more', { count: active })}</summary>
          <div className="lead-choices">
            {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
              <Choice key={name} name={name} value={filters[name] ?? ''} options={choices[name]} />
            ))}
            {(['since', 'until'] as const).map((name) => (
              <div key={name} className="field">
                <label htmlFor={`lead-${name}`}>{t(`filters.${name}`)}</label>
                <input id={`lead-${name}`} name={name} type="date" defaultValue={filters[name]} />
              </div>
            ))}
          </div>
        </details>
        {Object.keys(filters).length > 0 && <a href={list}>{t('filters.clear')}</a>}
      </form>
    </search>
  )
}

type ChoiceProps = {
  name: 'state' | 'status' | 'owner' | 'reminder' | 'language' | 'order'
  value: string
  options: Option[]
}

function Choice({ name, value, options }: ChoiceProps) {
  const t = useTranslations('OperatorLeads.filters')
  // An address typed by hand may name an owner whom the list does not.
  const isListed = value === '' || options.some(([each]) => each === value)
  return (
    <div className="field">
      <label htmlFor={`lead-${name}`}>{t(name)}</label>
      <select id={`lead-${name}`} name={name} defaultValue={value}>
        <option value="">{t(name === 'order' ? 'newest' : 'any')}</option>
        {[...options, ...(isListed ? [] : [[value, value]])].map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
