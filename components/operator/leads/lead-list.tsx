import { useLocale, useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import { WhenInteractive } from '@/components/ui/when-interactive'
import {
  countUnsentConversations,
  exportParameters,
  type Filters,
  knownOwners,
  nameOf,
  packFilters,
  readListQuery,
  savedViews,
  unsentConversations,
  unsentView,
} from '@/lib/console/leads/list-query'
import { languages, routing } from '@/lib/i18n/routing'
import {
  countLeads,
  countQuarantined,
  type LeadPage,
  pageOfLeads,
  progressOf,
  type StoredLead,
} from '@/lib/leads/list-store'
import { findTraces } from '@/lib/leads/manage-store'
import { leadStates, leadStatuses, maxSearch, noOwner } from '@/lib/leads/query'
import { log } from '@/lib/log'
import {
  consoleAddress,
  consolePaths,
  itemPath,
  type Query,
} from '@/lib/operator/console-paths'
import { hasRole } from '@/lib/operator/roles'
import { keysOf } from '@/lib/text'
import { cut, isolate } from '@/lib/typed-text'
import type { Visit } from '../console-page'
import {
  ConsoleForm,
  ConsoleLink,
  languageName,
  Moment,
  type Option,
  Outcome,
  SelectField,
  SubmitButton,
} from '../console-parts'
import { SelectAll } from '../form-helpers'
import { UnsentConversations } from './conversations'
import { LeadState } from './lead-facts'
import { EraseQuestion } from './lead-form'
import './leads.css'

type Loaded = Awaited<ReturnType<typeof loadLeadList>>

export async function loadLeadList({
  operator,
  query: asked,
}: Pick<Visit, 'operator' | 'query'>) {
  const { filters, query, direction, isReversed } = readListQuery(asked)
  const page: LeadPage = isReversed
    ? { leads: [] }
    : await pageOfLeads(query, direction)
  log.info({ operator, leads: page.leads.length, format: 'page' }, 'leads read')
  const count = isReversed ? 0 : await countLeads(query)
  const quarantined = await countQuarantined()
  const isUnsentView = asked.view === unsentView.view
  const unsent = isUnsentView ? await unsentConversations() : []
  // Looks up what erasing the searched address would delete, once erasing is
  // requested.
  const traces =
    asked.step === 'erase' && isAddress(filters.q)
      ? await findTraces(filters.q)
      : undefined
  return {
    operator,
    filters,
    isReversed,
    page,
    count,
    quarantined,
    unsent,
    unsentCount: isUnsentView
      ? unsent.length
      : await countUnsentConversations(),
    traces,
    owners: await knownOwners(),
  }
}

function isAddress(text = ''): text is string {
  return /^\S+@\S+$/.test(text)
}

export function LeadList({ loaded, query }: { loaded: Loaded; query: Query }) {
  return query.view === unsentView.view ? (
    <UnsentList loaded={loaded} />
  ) : (
    <FoundLeads loaded={loaded} query={query} />
  )
}

function UnsentList({ loaded }: { loaded: Loaded }) {
  const t = useTranslations('OperatorLeads')
  return (
    <>
      <h1>{t('title')}</h1>
      <Views {...loaded} filters={unsentView} />
      <UnsentConversations conversations={loaded.unsent} />
    </>
  )
}

function FoundLeads({ loaded, query }: { loaded: Loaded; query: Query }) {
  const t = useTranslations('OperatorLeads')
  const { operator, filters, isReversed, page, count, owners, traces } = loaded
  const { q: email = '' } = filters
  const noneKey = Object.keys(filters).length > 0 ? 'noneFound' : 'none'
  const listWith = (others: Query) => ({
    to: consolePaths.leads,
    query: { ...filters, ...others },
  })
  return (
    <>
      <div className="lead-heading">
        <h1>{t('title')}</h1>
        <p className="soft">{t('count', { count })}</p>
        {page.leads.length > 0 && (
          <a
            href={`/api/operator/leads.csv?${new URLSearchParams(exportParameters(filters))}`}
            download="leads.csv"
          >
            {t('export')}
          </a>
        )}
      </div>
      <Outcome of="OperatorLeads" query={query} />
      <Views {...loaded} />
      <LeadFilters filters={filters} owners={owners} />
      {traces && (
        <EraseQuestion
          email={email}
          traces={traces}
          action="/api/operator/leads"
          hidden={{ action: 'erase', email }}
          back={listWith({})}
        />
      )}
      {page.leads.length > 0 && (
        <LeadTable
          leads={page.leads}
          filters={filters}
          owners={owners}
          operator={operator}
        />
      )}
      {page.leads.length === 0 && (
        <p className="empty-state">{t(isReversed ? 'reversed' : noneKey)}</p>
      )}
      {(page.previous || page.next) && (
        <nav className="lead-pager" aria-label={t('pages')}>
          {page.previous && (
            <ConsoleLink
              {...listWith({ back: page.previous })}
              rel="prev"
              label={t('previousPage')}
            />
          )}
          {page.next && (
            <ConsoleLink
              {...listWith({ after: page.next })}
              rel="next"
              label={t('nextPage')}
            />
          )}
        </nav>
      )}
      {isAddress(email) && !traces && hasRole(operator, 'admin') && (
        <p>
          <ConsoleLink
            {...listWith({ step: 'erase' })}
            label={t('erase.address', { email })}
          />
        </p>
      )}
    </>
  )
}

type ViewsProps = Pick<Loaded, 'operator' | 'quarantined' | 'unsentCount'> & {
  filters: Query
}

function Views({ filters, operator, quarantined, unsentCount }: ViewsProps) {
  const t = useTranslations('OperatorLeads.views')
  const views = { ...savedViews(operator), unsent: unsentView }
  const badges: Partial<Record<keyof typeof views, number>> = {
    quarantined,
    unsent: unsentCount,
  }
  const textOf = (each: Query) => JSON.stringify(Object.entries(each).sort())
  return (
    <nav aria-label={t('label')} className="console-links lead-views">
      <ul>
        {keysOf(views).map((name) => (
          <li key={name}>
            <ConsoleLink
              to={consolePaths.leads}
              query={views[name]}
              aria-current={
                textOf(views[name]) === textOf(filters) ? 'true' : undefined
              }
            >
              {t(name)}
              {(badges[name] ?? 0) > 0 && (
                <span className="lead-badge">{badges[name]}</span>
              )}
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LeadFilters({
  filters,
  owners,
}: {
  filters: Filters
  owners: string[]
}) {
  const t = useTranslations('OperatorLeads')
  const names = Object.keys(filters)
  const any: Option = ['', t('filters.any')]
  const choices = {
    status: [
      any,
      ...leadStatuses.map((value): Option => [value, t(`statuses.${value}`)]),
    ],
    state: [
      any,
      ...leadStates.map((value): Option => [value, t(`progress.${value}`)]),
    ],
    owner: [
      any,
      [noOwner, t('nobody')],
      ...owners.map((owner): Option => [owner, owner]),
    ],
    reminder: [any, ['due', t('filters.reminderDue')]],
    language: [
      any,
      ...routing.locales.map((value): Option => [value, languages[value].name]),
    ],
    order: [
      ['', t('filters.newest')],
      ['oldest', t('filters.oldest')],
    ],
  } satisfies Record<string, Option[]>
  const fieldOf = (name: keyof typeof choices | 'since' | 'until') => {
    return {
      id: `lead-${name}`,
      name,
      label: t(`filters.${name}`),
      defaultValue: filters[name],
    }
  }
  return (
    <search>
      <form
        action={consoleAddress(useLocale(), consolePaths.leads)}
        className="lead-filters"
      >
        <div className="lead-search">
          <input
            name="q"
            type="search"
            aria-label={t('filters.q')}
            placeholder={t('filters.qHint')}
            defaultValue={filters.q}
            maxLength={maxSearch}
          />
          <SubmitButton label={t('filters.submit')} />
        </div>
        <details>
          <summary className="quiet-button">
            {t('filters.more', {
              count: names.filter((name) => name !== 'q').length,
            })}
          </summary>
          <div className="lead-choices">
            {keysOf(choices).map((name) => (
              <SelectField
                key={name}
                {...fieldOf(name)}
                options={withChosen(choices[name], filters[name])}
              />
            ))}
            {(['since', 'until'] as const).map((name) => (
              <Field key={name} {...fieldOf(name)} type="date" />
            ))}
          </div>
        </details>
        {names.length > 0 && (
          <ConsoleLink to={consolePaths.leads} label={t('filters.clear')} />
        )}
      </form>
    </search>
  )
}

// A hand-typed address may name an owner who is not in the list.
function withChosen(options: Option[], value = ''): Option[] {
  return options.some(([each]) => each === value)
    ? options
    : [...options, [value, value]]
}

const bulkForm = 'lead-bulk'
const previewCharacters = 200
const columns = ['who', 'message', 'state', 'owner', 'received'] as const

type TableProps = {
  leads: StoredLead[]
  filters: Filters
  owners: string[]
  operator: string
}

function LeadTable({ leads, filters, owners, operator }: TableProps) {
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
