import { useLocale, useTranslations } from 'next-intl'
import { findTyped } from '@/lib/console/leads/action-handler'
import { tracesOf } from '@/lib/console/leads/actions'
import { entriesOf } from '@/lib/console/leads/history'
import { knownOwners, nameOf, packFilters, unpackFilters } from '@/lib/console/leads/list-query'
import { sessionOf } from '@/lib/leads/chat-store'
import { namesLead, referenceOf } from '@/lib/leads/fields'
import { findLead, findRelated, neighboursOf, type StoredLead } from '@/lib/leads/list-store'
import { recordRead } from '@/lib/leads/manage-store'
import { log } from '@/lib/log'
import { consoleAddress, consolePaths, leadPath, type Query } from '@/lib/operator/console-paths'
import { Moment } from '../console-parts'
import { LeadFacts } from './lead-facts'
import { LeadForm } from './lead-form'
import { LeadDeliveries, LeadHistory } from './lead-history'
import { LeadState } from './lead-table'
import { EraseQuestion, Outcome } from './lead-words'
import './leads.css'

type Loaded = NonNullable<Awaited<ReturnType<typeof loadLead>>>

export async function loadLead(id: string, { operator, query }: { operator: string; query: Query }) {
  const lead = namesLead(id) ? await findLead(id) : null
  log.info({ operator, leads: lead ? 1 : 0, format: 'page' }, 'leads read')
  if (!lead) return undefined
  await recordRead(lead.id, operator)
  const { filters, query: listed } = unpackFilters(query.list)
  return {
    lead,
    operator,
    entries: await entriesOf(lead),
    owners: await knownOwners(),
    related: await findRelated(lead),
    filters,
    neighbours: await neighboursOf(lead, listed),
    session: await sessionOf(lead.id),
    traces: query.step === 'erase' ? await tracesOf(lead) : undefined,
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
  const { lead, traces, session, typed } = loaded
  const list = packFilters(loaded.filters)
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
      {traces && (
        <EraseQuestion
          email={lead.email}
          leads={traces.leads.length}
          conversations={traces.sessions.length}
          action={`/api/operator/leads/${lead.id}/erase`}
          hidden={list}
          back={consoleAddress(locale, leadPath(lead.id), list)}
        />
      )}
      <div className="lead-page">
        <LeadFacts lead={lead} session={session} />
        <div>
          <LeadForm {...loaded} list={list} />
          <Related leads={loaded.related} list={list} />
        </div>
      </div>
      <LeadDeliveries lead={lead} />
      <LeadHistory entries={loaded.entries} />
    </>
  )
}

function Pager({ filters, neighbours: { previous, next } }: Loaded) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const list = packFilters(filters)
  return (
    <nav className="lead-pager" aria-label={t('pager')}>
      <a href={consoleAddress(locale, consolePaths.leads, filters)}>{t('list' in list ? 'backToList' : 'all')}</a>
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

function Related({ leads, list }: { leads: StoredLead[]; list: Query }) {
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
            </a>
            <LeadState lead={lead} withReasons={false} />
            <Moment at={lead.receivedAt} isRelative />
          </li>
        ))}
      </ul>
    </section>
  )
}
