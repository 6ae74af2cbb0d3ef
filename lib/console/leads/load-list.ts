import {
  countLeads,
  countQuarantined,
  countStages,
} from '@/lib/leads/count-store'
import { findTraces } from '@/lib/leads/erase-store'
import { type LeadListPage, pageOfLeads } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { recordReading } from '@/lib/operator/audit-store'
import type { Query } from '@/lib/operator/console-paths'
import {
  countUnsentConversations,
  knownOwners,
  readListQuery,
  unsentConversations,
  unsentView,
} from './list-query'

export type LoadedList = Awaited<ReturnType<typeof loadLeadList>>

export async function loadLeadList({
  operator,
  query: asked,
}: {
  operator: string
  query: Query
}) {
  const { filters, query, direction, isRangeReversed, invalid } =
    readListQuery(asked)
  const page: LeadListPage = isRangeReversed
    ? { leads: [] }
    : await pageOfLeads(query, direction)
  log.info({ operator, leads: page.leads.length, format: 'page' }, 'leads read')
  await recordReading(operator, 'listed', 'leads')

  const count = isRangeReversed ? 0 : await countLeads(query)
  const stages = await countStages()
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
    isRangeReversed,
    invalid,
    page,
    count,
    stages,
    quarantined,
    unsent,
    unsentCount: isUnsentView
      ? unsent.length
      : await countUnsentConversations(),
    traces,
    owners: await knownOwners(),
  }
}

export function isAddress(text = ''): text is string {
  return /^\S+@\S+$/.test(text)
}
