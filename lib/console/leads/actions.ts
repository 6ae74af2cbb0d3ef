import type { z } from 'zod'
import { eraseSession } from '@/lib/chatbot/store'
import {
  saveWorksheet,
  setStatus,
  type Worksheet,
} from '@/lib/leads/change-store'
import { sessionOf } from '@/lib/leads/chat-store'
import { releaseLead, retryLead } from '@/lib/leads/delivery/store'
import { eraseLeads, findTraces, type Traces } from '@/lib/leads/erase-store'
import { recordEvent } from '@/lib/leads/history-store'
import { findLead, type StoredLead } from '@/lib/leads/list-store'
import { wakeOutbox } from '@/lib/outbox/queue'
import type { ActionFields, ActionName, bulkSchema } from './schema'

export const actionResults = [
  ...[
    'released',
    'not_quarantined',
    'retried',
    'quarantined',
    'nothing_to_deliver',
  ],
  ...['handled', 'handled_already', 'reopened', 'new_already'],
  ...[
    'assigned',
    'assigned_already',
    'unassigned',
    'noted',
    'noted_already',
    'saved',
    'saved_already',
  ],
  'erased',
] as const

type Result = (typeof actionResults)[number]

/**
 * `deleted`: how many leads an erasure deleted. `conflict`: someone else saved
 * first, so nothing was saved.
 */
type Outcome = { result: Result | 'conflict'; deleted?: number }

type Act = (
  lead: StoredLead,
  operator: string,
  fields: ActionFields,
) => Promise<Outcome>

export const leadActions: Record<ActionName, Act> = {
  async release({ id, quarantine }, operator) {
    if (!(await releaseLead(id))) return { result: 'not_quarantined' }
    await recordEvent(id, { kind: 'released', operator, detail: quarantine })
    wakeOutbox()
    return { result: 'released' }
  },
  async retry({ id, quarantine }, operator) {
    if (quarantine !== null) return { result: 'quarantined' }
    if (!(await retryLead(id))) return { result: 'nothing_to_deliver' }
    await recordEvent(id, { kind: 'retried', operator })
    wakeOutbox()
    return { result: 'retried' }
  },
  async handle({ id }, operator) {
    return {
      result: (await setStatus(id, 'handled', operator))
        ? 'handled'
        : 'handled_already',
    }
  },
  async reopen({ id }, operator) {
    return {
      result: (await setStatus(id, 'new', operator))
        ? 'reopened'
        : 'new_already',
    }
  },
  assign: (lead, operator, fields) =>
    save(lead, operator, fields, [
      fields.owner ? 'assigned' : 'unassigned',
      'assigned_already',
    ]),
  note: (lead, operator, fields) =>
    save(lead, operator, fields, ['noted', 'noted_already']),
  async update(lead, operator, { action = 'save', ...fields }) {
    const typed = action === 'take' ? { ...fields, owner: operator } : fields
    const saved = await save(lead, operator, typed, ['saved', 'saved_already'])
    if (saved.result === 'conflict' || action === 'save' || action === 'take')
      return saved
    return leadActions[action](lead, operator, {})
  },
  async erase(lead) {
    return {
      result: 'erased',
      deleted: await eraseTraces(await tracesOf(lead)),
    }
  },
}

async function save(
  { id }: StoredLead,
  operator: string,
  fields: ActionFields,
  [saved, unchanged]: [Result, Result],
): Promise<Outcome> {
  const changed = await saveWorksheet(
    id,
    worksheetOf(fields, ''),
    worksheetOf(fields, 'previous_'),
    operator,
  )
  if (changed === 'conflict') return { result: changed }
  return { result: changed ? saved : unchanged }
}

function worksheetOf(
  fields: Record<string, string | undefined>,
  prefix: string,
): Partial<Worksheet> {
  const {
    [`${prefix}note`]: note,
    [`${prefix}owner`]: owner,
    [`${prefix}reminder`]: reminder,
  } = fields
  return {
    ...(note !== undefined && { note }),
    ...(owner !== undefined && { owner: owner || null }),
    ...(reminder !== undefined && { remindOn: reminder || null }),
  }
}

const changes: readonly string[] = [
  'handled',
  'assigned',
  'unassigned',
  'released',
  'retried',
]

/** Returns how many leads changed. */
export async function actOnMany(
  bulk: z.output<typeof bulkSchema>,
  operator: string,
): Promise<number> {
  if (bulk.action === 'erase') return eraseTraces(await findTraces(bulk.email))
  let changed = 0
  for (const id of bulk.ids) {
    const lead = await findLead(id)
    const outcome =
      lead &&
      (await leadActions[bulk.action](lead, operator, { owner: bulk.owner }))
    if (outcome && changes.includes(outcome.result)) changed++
  }
  return changed
}

export async function tracesOf({
  id,
  email,
}: {
  id: string
  email: string
}): Promise<Traces> {
  if (email !== '') return findTraces(email)
  const session = await sessionOf(id)
  return { leads: [id], sessions: session ? [session] : [] }
}

async function eraseTraces({ leads, sessions }: Traces): Promise<number> {
  for (const session of sessions) await eraseSession(session)
  return eraseLeads(leads)
}
