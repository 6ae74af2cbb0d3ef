import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { tracesOf } from '@/lib/console/leads/actions'
import { timelineOf } from '@/lib/console/leads/history'
import {
  knownOwners,
  leadNameOf,
  packFilters,
  unpackFilters,
} from '@/lib/console/leads/list-query'
import { findRefusedInput } from '@/lib/http/refused-input-store'
import { sessionOf } from '@/lib/leads/chat-store'
import { leadNamePattern, referenceOf } from '@/lib/leads/contact-fields'
import { recordRead } from '@/lib/leads/history-store'
import {
  findLead,
  findRelated,
  neighborsOf,
  type StoredLead,
} from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { recordReading } from '@/lib/operator/audit-store'
import {
  consoleAddress,
  consolePaths,
  itemPath,
  type Query,
} from '@/lib/operator/console-paths'
import type { Visit } from '../console-page'
import {
  ConsoleLink,
  FormOutcome,
  Moment,
  Notice,
  Pager,
  TitledSection,
} from '../console-parts'
import { EraseQuestion } from './erase-question'
import { DeliveryFacts } from './lead-deliveries'
import { LeadFacts } from './lead-facts'
import { InvalidFields, LeadForm } from './lead-form'
import { LeadState } from './lead-state'
import { LeadTimeline } from './lead-timeline'
import './leads.css'

type Loaded = Awaited<ReturnType<typeof loadLead>>

export async function loadLead({ id, locale, operator, query }: Visit) {
  const lead = leadNamePattern.test(id) ? await findLead(id) : null
  log.info({ operator, leads: lead ? 1 : 0, format: 'page' }, 'leads read')
  if (!lead)
    redirect(consoleAddress(locale, consolePaths.leads, { problem: 'gone' }))
  await recordRead(lead.id, operator)
  await recordReading(operator, 'read', lead.id)
  const { filters, query: listed } = unpackFilters(query.list)
  return {
    lead,
    operator,
    timeline: await timelineOf(lead),
    owners: await knownOwners(),
    related: await findRelated(lead),
    filters,
    neighbors: await neighborsOf(lead, listed),
    session: await sessionOf(lead.id),
    traces: query.step === 'erase' ? await tracesOf(lead) : undefined,
    refused: await findRefusedInput(query.input),
  }
}

export function LeadPage({ loaded, query }: { loaded: Loaded; query: Query }) {
  const t = useTranslations('OperatorLeads')
  const { lead, traces, session, refused } = loaded
  const listQuery = packFilters(loaded.filters)
  return (
    <>
      <Neighbors {...loaded} />
      <div className="lead-heading">
        <h1>{leadNameOf(lead) ?? t('unnamed')}</h1>
        <p className="soft">{referenceOf(lead.id)}</p>
        <p>
          <LeadState lead={lead} withReasons={false} />
        </p>
      </div>
      <FormOutcome of="OperatorLeads" query={query}>
        {refused?.fields && <InvalidFields problems={refused.fields} />}
      </FormOutcome>
      {/* Says that nothing was saved if the session had ended when the form was
          sent. */}
      {refused &&
        query.problem === undefined &&
        query.refused === undefined && (
          <Notice outcome="bad">{t('problems.signed_out')}</Notice>
        )}
      {traces && (
        <EraseQuestion
          email={lead.email}
          traces={traces}
          action={`/api/operator/leads/${lead.id}`}
          hidden={{ action: 'erase', ...listQuery }}
          back={{ to: itemPath('leads', lead.id), query: listQuery }}
        />
      )}
      <div className="lead-page">
        <LeadFacts lead={lead} session={session} />
        <div>
          <LeadForm {...loaded} listQuery={listQuery} />
          <Related leads={loaded.related} listQuery={listQuery} />
        </div>
      </div>
      <TitledSection id="history" title={t('history.title')}>
        <LeadTimeline {...loaded.timeline} />
      </TitledSection>
      <TitledSection id="deliveries" title={t('deliveries.title')}>
        <DeliveryFacts lead={lead} />
      </TitledSection>
    </>
  )
}

/** Links to the list, and to the leads before and after on it. */
function Neighbors({ filters, neighbors: { previous, next } }: Loaded) {
  const t = useTranslations('OperatorLeads')
  const listQuery = packFilters(filters)
  const neighbor = (id: string) => ({
    to: itemPath('leads', id),
    query: listQuery,
  })
  return (
    <Pager
      label={t('pager')}
      links={[
        {
          to: consolePaths.leads,
          query: filters,
          label: t('list' in listQuery ? 'backToList' : 'all'),
        },
        previous !== undefined && {
          ...neighbor(previous),
          rel: 'prev',
          label: t('previousLead'),
        },
        next !== undefined && {
          ...neighbor(next),
          rel: 'next',
          label: t('nextLead'),
        },
      ]}
    />
  )
}

function Related({
  leads,
  listQuery,
}: {
  leads: StoredLead[]
  listQuery: Query
}) {
  const t = useTranslations('OperatorLeads')
  if (leads.length === 0) return null
  return (
    <TitledSection id="related" title={t('related')}>
      <ul className="lead-related">
        {leads.map((lead) => (
          <li key={lead.id}>
            <ConsoleLink
              to={itemPath('leads', lead.id)}
              query={listQuery}
              label={lead.name || lead.email || referenceOf(lead.id)}
            />
            <LeadState lead={lead} withReasons={false} />
            <Moment at={lead.receivedAt} isRelative />
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
