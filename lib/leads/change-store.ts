import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { recordEvent } from './history-store'
import { searchTextOf } from './normalize'
import type { LeadStatus } from './query'

export async function setStatus(
  id: string,
  status: LeadStatus,
  operator: string,
): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.lead.updateMany({
    where: { id, status: { not: status } },
    data: { status },
  })
  if (count > 0)
    await recordEvent(id, {
      kind: status === 'handled' ? 'handled' : 'reopened',
      operator,
    })
  return count > 0
}

/** Values that sales record on a lead. Null means no owner or no reminder. */
export type Worksheet = {
  owner: string | null
  note: string
  remindOn: string | null
}

const worksheet = {
  owner: true,
  note: true,
  remindOn: true,
} satisfies Prisma.LeadSelect

const searched = {
  id: true,
  name: true,
  company: true,
  email: true,
  phone: true,
  message: true,
} as const

const maxTries = 5

/**
 * Saves the values that differ from `previous`, which the operator saw. Returns
 * whether anything changed. Returns 'conflict' and changes nothing if someone
 * else has since changed one of those values to something else.
 */
export async function saveWorksheet(
  id: string,
  typed: Partial<Worksheet>,
  previous: Partial<Worksheet>,
  operator: string,
): Promise<boolean | 'conflict'> {
  const database = await getDatabase()
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUnique({
      where: { id },
      select: { ...worksheet, ...searched },
    })
    if (!lead) return false
    const { note, owner, remindOn, ...others } = lead
    const stored = { note, owner, remindOn }
    const changed = (Object.keys(stored) as (keyof Worksheet)[]).filter(
      (name) => {
        const isTyped =
          typed[name] !== undefined && typed[name] !== stored[name]
        return isTyped && !(name in previous && typed[name] === previous[name])
      },
    )
    if (
      changed.some(
        (name) => name in previous && previous[name] !== stored[name],
      )
    )
      return 'conflict'
    if (changed.length === 0) return false
    const values = Object.fromEntries(
      changed.map((name) => [name, typed[name]]),
    ) as Partial<Worksheet>
    const data = {
      ...values,
      searchText: searchTextOf({ ...others, note: values.note ?? note }),
    }
    const { count } = await database.lead.updateMany({
      where: { id, ...stored },
      data,
    })
    if (count === 0) continue
    if ('owner' in values)
      await recordEvent(id, {
        kind: 'assigned',
        operator,
        detail: values.owner ?? null,
      })
    if ('remindOn' in values)
      await recordEvent(id, {
        kind: 'reminded',
        operator,
        detail: values.remindOn ?? null,
      })
    if ('note' in values) await recordEvent(id, { kind: 'noted', operator })
    return true
  }
  return 'conflict'
}
