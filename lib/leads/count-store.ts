import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { recordOf } from '@/lib/text'
import {
  type LeadConditions,
  stateConditions,
  type Where,
  whereOf,
} from './conditions-store'
import { channels } from './delivery/channels'
import { whereToSales } from './delivery/delivery-store'
import { nextWindow } from './list-store'
import type { Position } from './query'
import { type LeadStage, leadStages, stageOf } from './stages'

export async function countLeads(
  filters: Partial<LeadConditions> = {},
): Promise<number> {
  return countWhere(await whereOf(filters))
}

export async function countWhere(where: Where): Promise<number> {
  const database = await getDatabase()
  let count = 0
  for (let start: Position | undefined; ; ) {
    const { window, lastExamined } = await nextWindow(where, 'desc', start)
    count += await database.lead.count({ where: window })
    if (!lastExamined) return count
    start = lastExamined
  }
}

/**
 * Counts leads by `stateConditions`. Reads few rows, because the metrics count often
 * and most leads may be waiting after an outage.
 */
export async function countWaiting(): Promise<
  Record<'undelivered' | 'abandoned' | 'quarantined', number>
> {
  const database = await getDatabase()
  const [found] = await database.$queryRaw<
    { undelivered: bigint; abandoned: bigint }[]
  >`
    SELECT (SELECT count(DISTINCT "leadId") FROM "Delivery" WHERE "channel" <> 'ack' AND "dueAt" IS NOT NULL) AS undelivered,
           (SELECT count(DISTINCT "leadId") FROM "Delivery" JOIN "Lead" ON "Lead"."id" = "leadId"
            WHERE "channel" <> 'ack' AND "abandonedAt" IS NOT NULL AND "status" = 'new') AS abandoned`
  return {
    undelivered: Number(found?.undelivered),
    abandoned: Number(found?.abandoned),
    quarantined: await countQuarantined(),
  }
}

/**
 * Counts the leads of each stage that are not in quarantine. Has no WHERE, so
 * that SQLite reads only the index, which has all of these columns.
 */
export async function countStages(): Promise<Record<LeadStage, number>> {
  const database = await getDatabase()
  const groups = await database.$queryRaw<
    { status: string; stage: string; count: bigint }[]
  >`
    SELECT "status", "stage", count(*) - count("quarantine") AS count
    FROM "Lead" GROUP BY "status", "stage"`
  return recordOf(leadStages, (stage) =>
    groups
      .filter((group) => stageOf(group) === stage)
      .reduce((sum, { count }) => sum + Number(count), 0),
  )
}

export async function countQuarantined(): Promise<number> {
  const database = await getDatabase()
  return database.lead.count({ where: stateConditions.quarantined })
}

/**
 * Returns the earliest time from which a delivery may have been waiting. A time
 * in the future, set by a clock that was ahead, counts as equally far in the
 * past.
 */
export async function oldestUndelivered(): Promise<Date | undefined> {
  const database = await getDatabase()
  const waiting = { where: whereToSales('dueAt'), select: { queuedAt: true } }
  const first = await database.delivery.findFirst({
    ...waiting,
    orderBy: { queuedAt: 'asc' },
  })
  const last = await database.delivery.findFirst({
    ...waiting,
    orderBy: { queuedAt: 'desc' },
  })
  if (!first || !last) return undefined
  const mirrored = 2 * Date.now() - last.queuedAt.getTime()
  return new Date(Math.min(first.queuedAt.getTime(), mirrored))
}

export async function newestLead(): Promise<Date | undefined> {
  const database = await getDatabase()
  const newest = await database.lead.findFirst({
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  })
  return newest?.receivedAt
}

export async function countDeliveries() {
  const database = await getDatabase()
  const countOf = async (where: Prisma.DeliveryWhereInput) => {
    const groups = await database.delivery.groupBy({
      by: ['channel'],
      where,
      _count: true,
    })
    return recordOf(
      channels,
      (channel) =>
        groups.find((group) => group.channel === channel)?._count ?? 0,
    )
  }
  return {
    leads: await database.lead.count(),
    waiting: await countOf({ dueAt: { not: null } }),
    abandoned: await countOf({ abandonedAt: { not: null } }),
  }
}
