import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'

/** How many days the audit covers. */
export const auditDays = 400

export const auditedActions = [
  'signed_in',
  'signed_out',
  'listed',
  'read',
  'exported',
  'erased',
  'submitted',
  'returned',
  'published',
  'withdrew',
  'restored',
  'passkey_added',
  'passkey_removed',
  'passkeys_reset',
] as const

export type AuditedAction = (typeof auditedActions)[number]

type Details = { subject?: string | null; count?: number | null }

/** Records what an operator did. */
export async function recordAction(
  operator: string,
  action: AuditedAction,
  { subject = null, count = null }: Details = {},
  id: string = randomUUID(),
) {
  const database = await getDatabase()
  const data = { id, at: new Date(), operator, action, subject, count }
  await isCreated(
    database.operatorAction.create({ data, select: { id: true } }),
  )
}

/**
 * Records that an operator read something, at most once per hour, because a
 * reloaded page is not a new reading.
 */
export function recordReading(
  operator: string,
  action: 'listed' | 'read' | 'exported',
  subject: string,
): Promise<void> {
  const hour = new Date().toISOString().slice(0, '2026-11-22T09'.length)
  const id = `${action} ${subject} ${hour} ${operator}`
  return recordAction(operator, action, { subject }, id)
}

export type AuditQuery = {
  operator?: string
  action?: AuditedAction
  /** The position that the page begins after: `next` of the previous page. */
  after?: string
}

const entriesShown = 50

/**
 * Lists one page of entries, the newest first. `next` is the position that
 * older entries begin after, if there are any.
 */
export async function listActions(query: AuditQuery) {
  const actions = await findEntries(query)
  const entries = actions.slice(0, entriesShown)
  const last = entries.at(-1)
  const hasMore = actions.length > entries.length
  const next = last && hasMore ? `${last.at.getTime()}~${last.id}` : undefined
  return { entries, next }
}

async function findEntries({ operator, action, after = '' }: AuditQuery) {
  const database = await getDatabase()
  const [, time, id = ''] = after.match(/^(\d{1,15})~(.{1,200})$/) ?? []
  const at = new Date(Number(time))
  return database.operatorAction.findMany({
    where: {
      ...(operator && { operator }),
      ...(action && { action }),
      // Reads one range of the index, unlike a condition with OR.
      ...(time && { at: { lte: at }, NOT: { at, id: { gte: id } } }),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: entriesShown + 1,
    select: {
      id: true,
      at: true,
      operator: true,
      action: true,
      subject: true,
      count: true,
    },
  })
}

/**
 * Lists everyone who is in the audit. Skips from one name to the next in the
 * index, because grouping by name would read all entries.
 */
export async function listAudited(): Promise<string[]> {
  const database = await getDatabase()
  const names: string[] = []
  for (let last = ''; ; ) {
    const next = await database.operatorAction.findFirst({
      where: { operator: { gt: last } },
      orderBy: { operator: 'asc' },
      select: { operator: true },
    })
    if (!next) return names
    last = next.operator
    names.push(last)
  }
}
