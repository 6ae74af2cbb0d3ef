import { salesChannels } from '@/lib/leads/delivery/channels'
import type { StoredLead } from '@/lib/leads/list-store'
import { type LeadQuery, leadQuerySchema } from '@/lib/leads/query'
import type { Query } from '@/lib/operator/console-address'

const pageLeads = 50
const dayMs = 24 * 60 * 60 * 1000

const filterNames = ['q', 'state', 'status', 'owner', 'language', 'since', 'until'] as const

/** What the list of leads is filtered by, as its form has it: both days count, and are days in UTC. */
export type Filters = { [Name in (typeof filterNames)[number]]?: string }

type ListQuery = { filters: Filters; query: LeadQuery; direction: 'older' | 'newer' }

/** Reads an address of the list. What is no filter, as in an address typed by hand, filters nothing. */
export function readListQuery(asked: Query): ListQuery {
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = textOf(asked[name])
      return value !== '' && apiQuery({ [name]: value }).success ? [[name, value]] : []
    }),
  ) as Filters
  const newer = textOf(asked.newer)
  const cursor = newer || textOf(asked.older)
  const parsed = apiQuery({ ...filters, ...(cursor && { cursor }) })
  const query = parsed.success ? parsed.data : leadQuerySchema.parse({})
  return { filters, query: { ...query, limit: pageLeads }, direction: newer ? 'newer' : 'older' }
}

/** The filters as parameters of `GET /api/operator/leads.csv`, which counts to before a moment. */
export function exportParameters({ until, ...filters }: Filters): Record<string, string> {
  return { ...filters, ...(until && { until: dayAfter(until) }) }
}

function apiQuery({ cursor, ...filters }: Filters & { cursor?: string }) {
  return leadQuerySchema.safeParse({ ...exportParameters(filters), ...(cursor && { cursor }) })
}

function dayAfter(day: string): string {
  const start = Date.parse(day)
  return Number.isNaN(start) ? day : new Date(start + dayMs).toISOString().slice(0, day.length)
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

type LeadProgress = 'quarantined' | 'abandoned' | 'undelivered' | 'delivered' | 'stored'

/** How far a lead has come on its way to sales. */
export function progressOf(lead: StoredLead): LeadProgress {
  if (lead.quarantine !== null) return 'quarantined'
  const onAny = (column: 'AbandonedAt' | 'NextAt' | 'DeliveredAt') => {
    return salesChannels.some((channel) => lead[`${channel}${column}`] !== null)
  }
  if (onAny('AbandonedAt')) return 'abandoned'
  if (onAny('NextAt')) return 'undelivered'
  return onAny('DeliveredAt') ? 'delivered' : 'stored'
}

/** What a lead is called: its company, else whatever its visitor gave; undefined where that is nothing. */
export function nameOf({ company, name, email, phone }: StoredLead): string | undefined {
  return [company, name, email, phone].find((given) => given !== '')
}
