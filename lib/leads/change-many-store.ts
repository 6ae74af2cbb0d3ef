import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { handlingEvents } from './change-events'
import type { EditableLead } from './editable-lead'
import { eventRow } from './history-store'
import { type NoticeOptions, noticesOf } from './notices-store'
import { stageColumns, stageOf } from './stages'

const select = {
  id: true,
  status: true,
  stage: true,
  owner: true,
  quarantine: true,
} satisfies Prisma.LeadSelect

/**
 * Sets the stage or the owner of at most a few hundred leads, and queues
 * notices about each. Returns how many leads changed.
 */
export async function changeLeads(
  ids: string[],
  change: Pick<Partial<EditableLead>, 'stage' | 'owner'>,
  { operator, ownerMails = 'each' }: { operator: string } & NoticeOptions,
): Promise<number> {
  const { stage, owner } = change
  const database = await getDatabase()
  return database.$transaction(async (transaction) => {
    const leads = await transaction.lead.findMany({
      where: { id: { in: ids } },
      select,
    })
    const changed = leads.filter((lead) => {
      const isMoved = stage !== undefined && stageOf(lead) !== stage
      return isMoved || (owner !== undefined && lead.owner !== owner)
    })
    await transaction.lead.updateMany({
      where: { id: { in: changed.map(({ id }) => id) } },
      data: {
        ...(stage && stageColumns(stage)),
        ...(owner !== undefined && { owner }),
      },
    })
    await transaction.leadEvent.createMany({
      data: changed.flatMap(({ id }) =>
        handlingEvents(change, operator).map((event) => eventRow(id, event)),
      ),
    })
    await transaction.leadNotice.createMany({
      data: changed.flatMap((lead) =>
        noticesOf(lead, change, operator, { ownerMails }),
      ),
    })
    return changed.length
  })
}
