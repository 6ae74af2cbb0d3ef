import { countUnsent, listUnsent } from '@/lib/chatbot/unsent-contacts-store'
import { dayMs } from '@/lib/durations'
import { instantAtOffice } from '@/lib/i18n/offices'
import { listOwners } from '@/lib/leads/conditions-store'
import type { StoredLead } from '@/lib/leads/list-store'
import {
  filterNames,
  type LeadQuery,
  leadQuerySchema,
  noOwner,
} from '@/lib/leads/query'
import type { LeadStage } from '@/lib/leads/stages'
import type { Query } from '@/lib/operator/console-paths'
import { listAccepted } from '@/lib/operator/keys'
import { recordOf } from '@/lib/text'

const pageLeads = 50

export type Filters = { [Name in (typeof filterNames)[number]]?: string }

type ListQuery = {
  filters: Filters
  query: LeadQuery
  direction: 'forward' | 'back'
  isRangeReversed: boolean
  /** The filters whose value in the address is invalid. */
  invalid: (keyof Filters)[]
}

export function readListQuery(asked: Query): ListQuery {
  const given = filterNames.filter((name) => parameterText(asked[name]) !== '')
  const { valid = [], invalid = [] } = Object.groupBy(given, (name) => {
    const filter = exportParameters({ [name]: parameterText(asked[name]) })
    return leadQuerySchema.safeParse(filter).success ? 'valid' : 'invalid'
  })
  const filters: Filters = recordOf(valid, (name) => parameterText(asked[name]))
  // Compares moments instead of days, because `until` includes its whole day,
  // so that both filters may name the same day.
  const { since: from = '', until: end = '' } = exportParameters(filters)
  const isRangeReversed = Date.parse(from) >= Date.parse(end)
  const { since: _, until: __, ...others } = filters
  const back = parameterText(asked.back)
  // Ignores an invalid position, like an invalid filter.
  const cursor = leadQuerySchema.shape.cursor.safeParse(
    back || parameterText(asked.after),
  ).data
  const query = leadQuerySchema.parse(
    exportParameters(isRangeReversed ? others : filters),
  )
  return {
    filters,
    query: { ...query, cursor, limit: pageLeads },
    direction: back ? 'back' : 'forward',
    isRangeReversed,
    invalid,
  }
}

/**
 * Packs the filters into one parameter of a lead's page, for its link back to
 * the list.
 */
export function packFilters(filters: Filters): Record<string, string> {
  const list = new URLSearchParams(filters as Record<string, string>).toString()
  return list ? { list } : {}
}

export function unpackFilters(list: unknown): ListQuery {
  return readListQuery(
    Object.fromEntries(
      new URLSearchParams(typeof list === 'string' ? list : ''),
    ),
  )
}

/**
 * Reads a list's query for changing all its leads. Returns undefined unless
 * every filter is valid, because an ignored filter would select more leads.
 */
export function matchQuery(
  list: string,
  before: string | undefined,
): LeadQuery | undefined {
  const { filters, query, isRangeReversed } = unpackFilters(list)
  const given = [...new URLSearchParams(list).keys()]
  if (isRangeReversed || given.some((name) => !Object.hasOwn(filters, name)))
    return undefined
  const moments = [query.until, before && new Date(before)]
    .flatMap((moment) => moment || [])
    .sort((a, b) => a.getTime() - b.getTime())
  return { ...query, until: moments[0] }
}

/**
 * The view that lists conversations whose card was never sent, instead of
 * leads.
 */
export const unsentView = { view: 'unsent' } as const

const unsentDays = 30

/**
 * Returns the conversations of the last 30 days in which a visitor typed
 * contact details but never sent the card.
 */
export function unsentConversations(): ReturnType<typeof listUnsent> {
  return listUnsent(unsentSpan())
}

export function countUnsentConversations(): Promise<number> {
  return countUnsent(unsentSpan())
}

function unsentSpan() {
  return { gte: new Date(Date.now() - unsentDays * dayMs) }
}

/** Returns the filters of a stage's list, which countStages() also uses. */
export function stageView(stage: LeadStage) {
  return { stage, state: 'accepted' } as const satisfies Filters
}

export function presetViews(operator: string) {
  const fresh = stageView('new')
  return {
    all: {},
    mine: { stage: 'open', owner: operator },
    unassigned: { ...fresh, owner: noOwner },
    waiting: { ...fresh, order: 'oldest' },
    reminders: { reminder: 'due' },
    quarantined: { state: 'quarantined' },
  } satisfies Record<string, Filters>
}

/**
 * Converts filters to parameters of `GET /api/operator/leads.csv`. A filter's
 * days are days at the office: `since` becomes the beginning of its day,
 * `until` the end.
 */
export function exportParameters({
  since,
  until,
  ...filters
}: Filters): Record<string, string> {
  return {
    ...filters,
    ...(since && { since: momentOf(since) }),
    ...(until && { until: momentOf(dayAfter(until)) }),
  }
}

/** Leaves text that is not a day unchanged, so that the schema refuses it. */
function momentOf(day: string): string {
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay ? instantAtOffice(day).toISOString() : day
}

function dayAfter(day: string): string {
  const next = new Date(Date.parse(day) + dayMs)
  return Number.isNaN(next.getTime())
    ? day
    : next.toISOString().slice(0, day.length)
}

function parameterText(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

export function leadNameOf({
  company,
  name,
  email,
  phone,
}: StoredLead): string | undefined {
  return [company, name, email, phone].find((given) => given !== '')
}

// The most names in the list, because owners are typed freely and each name
// adds an element to the page.
const maxListedOwners = 200

export async function knownOwners(): Promise<string[]> {
  const names = [
    ...(await listAccepted('OPERATOR_KEYS')),
    ...(await listOwners()).slice(0, maxListedOwners),
  ]
  return [...new Set(names)].sort()
}
