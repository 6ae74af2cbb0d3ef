import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { deliveryColumns } from './delivery/channels'

/** How many leads nobody has done anything about yet, but for those in quarantine. */
export async function countNewLeads(): Promise<number> {
  const database = await getDatabase()
  return database.lead.count({ where: { status: 'new', quarantine: null } })
}

const select = { id: true, receivedAt: true, ...deliveryColumns } satisfies Prisma.LeadSelect

/** How far a lead has come on each way to sales. */
export type LeadDelivery = Prisma.LeadGetPayload<{ select: typeof deliveryColumns }>

/** The deliveries of the newest leads that are not in quarantine. */
export async function listDeliveries(limit: number) {
  const database = await getDatabase()
  const orderBy: Prisma.LeadOrderByWithRelationInput[] = [{ receivedAt: 'desc' }, { id: 'desc' }]
  return database.lead.findMany({ where: { quarantine: null }, orderBy, take: limit, select })
}
