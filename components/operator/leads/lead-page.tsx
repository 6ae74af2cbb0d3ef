import { useLocale, useTranslations } from 'next-intl'
import { findTyped, type Typed } from '@/lib/console/leads/action-handler'
import { tracesOf } from '@/lib/console/leads/actions'
import { type Entry, entriesOf } from '@/lib/console/leads/history'
import { knownOwners, nameOf, packFilters, unpackFilters } from '@/lib/console/leads/list-query'
import { sessionOf } from '@/lib/leads/chat-store'
import { namesLead, referenceOf } from '@/lib/leads/fields'
import { findLead, findRelated, neighboursOf, type StoredLead } from '@/lib/leads/list-store'
import { recordRead } from '@/lib/leads/manage-store'
import { log } from '@/lib/log'
import { consoleAddress, consolePaths, leadPath, type Query } from '@/lib/operator/console-paths'
import { Moment } from '../console-parts'
import { EraseLead } from './erase-lead'
import { LeadFacts } from './lead-facts'
import { LeadForm } from './lead-form'
import { LeadDeliveries, LeadHistory } from './lead-history'
import { LeadState } from './lead-table'
import { Outcome } from './lead-words'
import './leads.css'

type Loaded = {
  lead: StoredLead
  operator: string
  entries: Entry[]
  owners: string[]
  related: StoredLead[]
  /** The filters of the list that the operator came from, as packFilters() made them. */
  list: { list?: string }
  neighbours: { previous: string | undefined; next: string | undefined }
  /** The conversation that the lead comes from. */
  session: string | undefined
  /** What erasing it would delete, once it is asked for. */
  erasable?: { leads: number; conversations: number }
  /** What was typed and could not be saved. */
  typed: Typed | undefined
}

/** Reads a lead by its id or reference, and records that it was read; undefined if there is none. */
export async function loadLead(id: string, visit: { operator: string; query: Query }): Promise<Loaded | undefined> {
  const { operator, query } = visit
  const lead = namesLead(id) ? await findLead(id) : null
  log.info({ operator, leads: lead ? 1 : 0, format: 'page' }, 'leads read')
  if (!lead) return undefined
  await recordRead(lead.id, operator)
  const { filters, query: listed } = unpackFilters(query.list)
  const traces = query.step === 'erase' ? await tracesOf(lead) : undefined
  return {
    lead,
    operator,
    entries: await entriesOf(lead),
    owners: await knownOwners(),
    related: await findRelated(lead),
    list: packFilters(filters),
    neighbours: await neighboursOf(lead, listed),
    session: await sessionOf(lead.id),
    ...(traces && { erasable: { leads: traces.leads.length, conversations: traces.sessions.length } }),
    typed: query.draft === undefined ? undefined : await findTyped(query.draft),
  }
}

export function LeadPage({ loaded, query }: { loaded: Loaded | undefined; query: Query }) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  if (!loaded) {
    return (
      <>
        <h1>{t('gone')}</h1>
        <p>
          <a href={consoleAddress(locale, consolePaths.leads)}>{t('all')}</a>
        </p>
      </>
    )
  }
  const { lead, operator, entries, owners, related, list, session, erasable, typed } = loaded
  return (
    <>
      <Pager {...loaded} />
      <div className="lead-heading">
        <h1>{nameOf(lead) ?? t('unnamed')}</h1>
        <p className="soft">{referenceOf(lead.id)}</p>
        <p>
          <LeadState lead={lead} withReasons={false} />
        </p>
      </div>
      <Outcome query={query} isTyped={typed !== undefined} />
      {erasable && <EraseLead lead={lead} list={list.list} {...erasable} />}
      <div className="lead-page">
        <LeadFacts lead={lead} session={session} />
        <div>
          <LeadForm lead={lead} operator={operator} owners={owners} typed={typed} list={list.list} />
          <Related leads={related} list={list} />
        </div>
      </div>
      <LeadDeliveries lead={lead} />
      <LeadHistory entries={entries} />
    </>
  )
}

function Pager({ list, neighbours: { previous, next } }: Loaded) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const { filters } = unpackFilters(list.list)
  return (
    <nav className="lead-pager" aria-label={t('pager')}>
      <a href={consoleAddress(locale, consolePaths.leads, filters)}>
        {t(Object.keys(filters).length > 0 ? 'backToList' : 'all')}
      </a>
      {previous && (
        <a href={consoleAddress(locale, leadPath(previous), list)} rel="prev">
          {t('previousLead')}
        </a>
      )}
      {next && (
        <a href={consoleAddress(locale, leadPath(next), list)} rel="next">
          {t('nextLead')}
        </a>
      )}
    </nav>
  )
}

function Related({ leads, list }: { leads: StoredLead[]; list: { list?: string } }) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  if (leads.length === 0) return null
  return (
    <section>
      <h2>{t('related')}</h2>
      <ul className="lead-related">
        {leads.map((lead) => (
          <li key={lead.id}>
            <a href={consoleAddress(locale, leadPath(lead.id), list)}>
              {lead.name || lead.email || referenceOf(lead.id)}
            </a>{' '}
            <Moment at={lead.receivedAt} /> <LeadState lead={lead} />
          </li>
        ))}
      </ul>
    </section>
  )
}
