import { getDatabase } from '@/lib/database/client'

/** How many leads nobody has done anything about yet, but for those in quarantine. */
export async function countNewLeads(): Promise<number> {
  const database = await getDatabase()
  return database.lead.count({ where: { status: 'new', quarantine: null } })
}

/** How far a lead has come on one channel. */
export type Delivery = {
  attempts: number
  nextAt: Date | null
  deliveredAt: Date | null
  abandonedAt: Date | null
  lastError: string | null
}

/** The deliveries of the newest leads that are not in quarantine. */
export async function listDeliveries(limit: number) {
  const database = await getDatabase()
  const newest = await database.lead.findMany({
    where: { quarantine: null },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select,
  })
  return newest.map(({ id, receivedAt, ...lead }) => ({
    id,
    receivedAt,
    mail: {
      attempts: lead.mailAttempts,
      nextAt: lead.mailNextAt,
      deliveredAt: lead.mailDeliveredAt,
      abandonedAt: lead.mailAbandonedAt,
      lastError: lead.mailLastError,
    },
    webhook: {
      attempts: lead.webhookAttempts,
      nextAt: lead.webhookNextAt,
      deliveredAt: lead.webhookDeliveredAt,
      abandonedAt: lead.webhookAbandonedAt,
      lastError: lead.webhookLastError,
    },
  }))
}

const select = {
  id: true,
  receivedAt: true,
  mailAttempts: true,
  mailNextAt: true,
  mailDeliveredAt: true,
  mailAbandonedAt: true,
  mailLastError: true,
  webhookAttempts: true,
  webhookNextAt: true,
  webhookDeliveredAt: true,
  webhookAbandonedAt: true,
  webhookLastError: true,
} as const
