// Queues notices of changes to a lead, for the webhook and for its owner.
import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { env } from '@/lib/env'
import { dueConditions, leaseColumns } from '@/lib/outbox/back-off'
import type { Queue } from '@/lib/outbox/queue'
import { isConfigured } from './delivery/configured-channels'
import { foldForSearch } from './search-text'
import { type LeadStage, stageOf } from './stages'

type NoticeKind = 'assigned' | 'assigned_many' | 'stage_changed' | 'erased'

type NotifiedLead = {
  id: string
  status: string
  stage: string
  owner: string | null
  quarantine: string | null
}

export type NoticeOptions = {
  /** `none` if one mail about many leads follows. */
  ownerMails?: 'each' | 'none'
}

/**
 * Returns the notices about a changed lead: to the webhook, and to a new owner
 * who did not choose it.
 */
export function noticesOf(
  lead: NotifiedLead,
  { stage, owner }: { stage?: LeadStage; owner?: string | null },
  operator: string,
  { ownerMails = 'each' }: NoticeOptions = {},
): Prisma.LeadNoticeCreateManyInput[] {
  const isReported = isConfigured('webhook') && lead.quarantine === null
  const isMailed = ownerMails === 'each' && owner && isMailedTo(owner, operator)
  const moved = {
    kind: 'stage_changed',
    detail: stage,
    former: stageOf(lead),
  } as const
  const assigned = {
    kind: 'assigned',
    detail: owner,
    former: lead.owner,
  } as const
  const notices = [
    isReported && stage && { channel: 'webhook', ...moved },
    isReported && owner !== undefined && { channel: 'webhook', ...assigned },
    isMailed && { channel: 'owner', ...assigned },
  ]
  return notices.flatMap((notice) =>
    notice ? noticeRow({ leadId: lead.id, operator, ...notice }) : [],
  )
}

function isMailedTo(owner: string, operator: string): boolean {
  const isOther = foldForSearch(owner) !== foldForSearch(operator)
  return isOther && isConfigured('mail') && addressOfOwner(owner) !== undefined
}

/** Queues one mail to the owner of many leads that were assigned at once. */
export async function queueAssignmentMail(
  owner: string,
  count: number,
  operator: string,
) {
  if (!isMailedTo(owner, operator)) return
  const database = await getDatabase()
  await database.leadNotice.create({
    data: noticeRow({
      leadId: '',
      channel: 'owner',
      kind: 'assigned_many',
      operator,
      detail: owner,
      former: String(count),
    }),
    select: { id: true },
  })
}

/** Reads the columns of a notice from `queueAssignmentMail`. */
export function assignmentOf({ detail, former }: LeadNotice) {
  return { owner: detail ?? '', count: Number(former) }
}

/** Returns notices to the webhook that leads were erased. */
export function erasureNotices(
  leads: { leadId: string }[],
  operator: string | null,
): Prisma.LeadNoticeCreateManyInput[] {
  if (!isConfigured('webhook')) return []
  return leads.map(({ leadId }) =>
    noticeRow({ leadId, channel: 'webhook', kind: 'erased', operator }),
  )
}

type Row = Pick<
  Prisma.LeadNoticeCreateManyInput,
  'leadId' | 'channel' | 'operator' | 'detail' | 'former'
> & { kind: NoticeKind }

function noticeRow(row: Row): Prisma.LeadNoticeCreateManyInput {
  const now = new Date()
  return { id: randomUUID(), ...row, at: now, queuedAt: now, dueAt: now }
}

/** Returns the owner's e-mail address from OPERATOR_EMAILS, or undefined. */
export function addressOfOwner(owner: string): string | undefined {
  return env.OPERATOR_EMAILS.find(
    ({ name }) => foldForSearch(name) === foldForSearch(owner),
  )?.address
}

export type LeadNotice = Prisma.LeadNoticeGetPayload<object>

/** Finds, leases and records one channel's notices for its queue. */
export function noticesOn(
  channel: 'webhook' | 'owner',
): Pick<Queue<LeadNotice>, 'findDue' | 'lease' | 'recordAttempt'> {
  return {
    async findDue(now, limit) {
      const database = await getDatabase()
      return database.leadNotice.findMany({
        where: { channel, OR: dueConditions(now) },
        orderBy: { dueAt: 'asc' },
        take: limit,
      })
    },
    async lease(notice, until) {
      const { id, dueAt } = notice
      const database = await getDatabase()
      const { count } = await database.leadNotice.updateMany({
        where: { id, dueAt },
        data: leaseColumns(notice, until),
      })
      return count === 1
    },
    async recordAttempt({ id }, leasedUntil, { dueAt, lastError }) {
      const database = await getDatabase()
      const where = { id, dueAt: leasedUntil }
      if (dueAt)
        await database.leadNotice.updateMany({
          where,
          data: { dueAt, lastError },
        })
      else await database.leadNotice.deleteMany({ where })
    },
  }
}
