// Translates the filters and states of leads into database conditions.
import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { officeDay } from '@/lib/i18n/offices'
import { keysOf } from '@/lib/text'
import { whereToSales } from './delivery/delivery-store'
import { type LeadQuery, type LeadStateName, noOwner } from './query'
import { foldForSearch, searchTermsOf } from './search-text'
import { inStage } from './stages'

export type LeadConditions = Omit<
  LeadQuery,
  'limit' | 'cursor' | 'separator' | 'order'
>
type Choices = Omit<LeadConditions, 'since' | 'until'>

export type Where = Prisma.LeadWhereInput

// Defines every filter in one place, so that a missing filter is a compile
// error.
const filters: {
  [Name in keyof Choices]-?: (
    value: NonNullable<Choices[Name]>,
  ) => Where | Promise<Where>
} = {
  state: (state) => inState[state],
  stage: inStage,
  missing: (channel) => ({
    quarantine: null,
    deliveries: { none: { channel } },
  }),
  owner: whereOwner,
  reminder: whereReminderDue,
  language: (language) => ({ language }),
  // Includes conversations that mention the address, so that everything about a
  // person is found.
  email: (email) => ({
    OR: [
      ...whereLine(email),
      { source: 'chat', searchText: { contains: foldForSearch(email) } },
    ],
  }),
  q: (typed) => ({
    AND: searchTermsOf(typed).map((spellings) => ({
      OR: spellings.map((term) => ({ searchText: { contains: term } })),
    })),
  }),
}

export async function whereOf({
  since,
  until,
  ...asked
}: Partial<LeadConditions>): Promise<Where> {
  const names = keysOf(filters).filter((name) => asked[name])
  const chosen = await Promise.all(
    names.map((name) => filters[name](asked[name] as never)),
  )
  return {
    receivedAt: { ...(since && { gte: since }), ...(until && { lt: until }) },
    AND: chosen,
  }
}

export function whereLine(text: string): Where[] {
  const line = `${foldForSearch(text)}\n`
  return [
    { searchText: { startsWith: line } },
    { searchText: { contains: `\n${line}` } },
  ]
}

/**
 * Selects leads whose reminder is due, from the beginning of its day at the
 * office until the lead is won or lost.
 */
export function whereReminderDue(): Where {
  return { remindOn: { lte: officeDay() }, ...inStage('open') }
}

/** Defines each state for the list, its counts, the digest and the metrics. */
export const inState = {
  accepted: { quarantine: null },
  quarantined: { quarantine: { not: null } },
  undelivered: { deliveries: { some: whereToSales('dueAt') } },
  // Leaves out handled leads, because sales have them even if a channel has
  // failed.
  abandoned: {
    status: 'new',
    deliveries: { some: whereToSales('abandonedAt') },
  },
  delivered: { deliveries: { some: whereToSales('deliveredAt') } },
  stored: {
    quarantine: null,
    deliveries: { none: { channel: { not: 'ack' } } },
  },
} satisfies Record<LeadStateName, Where>

async function whereOwner(owner: string): Promise<Where> {
  return owner === noOwner
    ? { owner: null }
    : { owner: { in: await spellingsOf(owner.trim()) } }
}

/** Returns the spellings of an owner that leads have. */
export async function spellingsOf(owner: string): Promise<string[]> {
  const owners = await listOwners()
  return owners.filter((name) => foldForSearch(name) === foldForSearch(owner))
}

export async function listOwners(): Promise<string[]> {
  const database = await getDatabase()
  const where = { owner: { not: null } }
  const groups = await database.lead.groupBy({
    by: ['owner'],
    where,
    orderBy: { owner: 'asc' },
    take: 200,
  })
  return groups.flatMap(({ owner }) => owner ?? [])
}
