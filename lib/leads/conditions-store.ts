// Translates the filters and states of leads into database conditions.
import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { officeDay } from '@/lib/i18n/offices'
import type { Channel } from './delivery/channels'
import { whereToSales } from './delivery/delivery-store'
import { addressSpellingsOf } from './email-address'
import { type LeadQuery, type LeadStateName, noOwner } from './query'
import { foldForSearch, searchTermsOf } from './search-text'
import { whereStage } from './stages'

export type LeadConditions = Omit<
  LeadQuery,
  'limit' | 'cursor' | 'separator' | 'order'
>

export type Where = Prisma.LeadWhereInput

export async function whereOf({
  since,
  until,
  state,
  stage,
  missing,
  owner,
  reminder,
  language,
  email,
  q,
  ...unhandled
}: Partial<LeadConditions>): Promise<Where> {
  // Fails to compile if a filter has no condition below.
  unhandled satisfies Record<string, never>
  const chosen = [
    state && stateConditions[state],
    stage && whereStage(stage),
    missing && whereMissing(missing),
    owner && (await whereOwner(owner)),
    reminder && whereReminderDue(),
    language && { language },
    email && whereEmail(email),
    q && whereSearched(q),
  ]
  return {
    receivedAt: { ...(since && { gte: since }), ...(until && { lt: until }) },
    AND: chosen.flatMap((condition) => condition || []),
  }
}

function whereMissing(channel: Channel): Where {
  return { quarantine: null, deliveries: { none: { channel } } }
}

/**
 * Includes conversations that mention the address, so that everything about a
 * person is found.
 */
function whereEmail(email: string): Where {
  const conditions = addressSpellingsOf(email).flatMap((spelling) => [
    ...whereLine(spelling),
    {
      source: 'chat',
      searchText: { contains: foldForSearch(spelling) },
    },
  ])
  return { OR: conditions }
}

function whereSearched(typed: string): Where {
  return {
    AND: searchTermsOf(typed).map((spellings) => ({
      OR: spellings.map((term) => ({ searchText: { contains: term } })),
    })),
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
  return { remindOn: { lte: officeDay() }, ...whereStage('open') }
}

/**
 * The condition of each state, for the list, its counts, the digest and the
 * metrics.
 */
export const stateConditions = {
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

/** Returns the spellings of an owner's name that leads contain. */
export async function spellingsOf(owner: string): Promise<string[]> {
  const owners = await listOwners()
  return owners.filter((name) => foldForSearch(name) === foldForSearch(owner))
}

export async function listOwners(): Promise<string[]> {
  const database = await getDatabase()
  const groups = await database.lead.groupBy({
    by: ['owner'],
    where: { owner: { not: null } },
    orderBy: { owner: 'asc' },
  })
  return groups.flatMap(({ owner }) => owner ?? [])
}
