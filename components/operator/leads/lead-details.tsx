import { useLocale, useTranslations } from 'next-intl'
import { countErasable } from '@/lib/console/leads/erase'
import { type Entry, entriesOf } from '@/lib/console/leads/history'
import { nameOf, progressOf } from '@/lib/console/leads/list-query'
import { sessionOf } from '@/lib/leads/chat-store'
import { recordRead } from '@/lib/leads/event-store'
import { findDraft } from '@/lib/leads/form-drafts'
import { findLead, type StoredLead } from '@/lib/leads/list-store'
import { namesLead, referenceOf } from '@/lib/leads/reference'
import { log } from '@/lib/log'
import { consoleAddress, type Query } from '@/lib/operator/console-address'
import { consolePaths } from '@/lib/operator/console-paths'
import { EraseLead } from './erase-lead'
import { LeadActions } from './lead-actions'
import { LeadDeliveries } from './lead-deliveries'
import { LeadFacts } from './lead-facts'
import { LeadHistory } from './lead-history'
import { knownOwners } from './lead-list'
import { LeadNote } from './lead-note'
import { Outcome } from './outcome'
import './leads.css'

type Loaded = {
  lead: StoredLead
  entries: Entry[]
  owners: string[]
  /** The conversation it comes from. */
  session: string | undefined
  /** What erasing it would delete, once it is asked for. */
  erasable?: { leads: number; conversations: number }
  /** A note that was not stored, as somebody else had changed it. */
  typed?: string
}

/** Reads a lead by its id or reference, and records that it was read; undefined where there is none. */
export async function loadLead(id: string, visit: { operator: string; query: Query }): Promise<Loaded | undefined> {
  const { operator, query } = visit
  const lead = namesLead(id) ? await findLead(id) : null
  log.info({ operator, leads: lead ? 1 : 0, format: 'page' }, 'leads read')
  if (!lead) return undefined
  await recordRead(lead.id, operator)
  const draft = query.problem === 'note_changed' ? await findDraft(query.draft) : undefined
  return {
    lead,
    entries: await entriesOf(lead),
    owners: await knownOwners(),
    session: await sessionOf(lead.id),
    ...(query.step === 'erase' && { erasable: await countErasable(lead) }),
    ...(draft && { typed: draft.values.message ?? '' }),
  }
}

export function LeadDetails({ loaded, query }: { loaded: Loaded | undefined; query: Query }) {
  const t = useTranslations('OperatorLeads')
  const list = consoleAddress(useLocale(), consolePaths.leads)
  if (!loaded) {
    return (
      <>
        <h1>{t('gone')}</h1>
        <p>
          <a href={list}>{t('all')}</a>
        </p>
      </>
    )
  }
  const { lead, entries, owners, session, erasable, typed } = loaded
  return (
    <>
      <p>
        <a href={list}>{t('all')}</a>
      </p>
      <h1>{nameOf(lead) ?? t('unnamed')}</h1>
      <p className="soft">
        {[referenceOf(lead.id), t(`progress.${progressOf(lead)}`), t(`statuses.${statusOf(lead)}`)].join(' · ')}
      </p>
      <Outcome query={query} />
      {erasable && <EraseLead lead={lead} {...erasable} />}
      <div className="lead-page">
        <LeadFacts lead={lead} session={session} />
        <div>
          <LeadActions lead={lead} owners={owners} />
          <LeadNote lead={lead} typed={typed} />
        </div>
      </div>
      <LeadDeliveries lead={lead} />
      <LeadHistory entries={entries} />
    </>
  )
}

function statusOf({ status }: StoredLead) {
  return status === 'handled' ? 'handled' : 'new'
}
