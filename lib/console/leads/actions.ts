import { eraseSession } from '@/lib/chatbot/store'
import { changeLeads } from '@/lib/leads/change-many-store'
import { changeLead } from '@/lib/leads/change-store'
import { sessionOf } from '@/lib/leads/chat-store'
import {
  markLeadsAsSpam,
  releaseLeads,
  retryLeads,
} from '@/lib/leads/delivery/requeue-store'
import {
  eraseLeads,
  eraseNotes,
  findTraces,
  noTraces,
  type Traces,
} from '@/lib/leads/erase-store'
import { findLead, readLeads, type StoredLead } from '@/lib/leads/list-store'
import { noticeMany } from '@/lib/leads/notices-store'
import { type LeadStage, stageOf } from '@/lib/leads/stages'
import { correctable, type Worksheet } from '@/lib/leads/worksheet'
import { wakeOutbox } from '@/lib/outbox/queue'
import { matchQuery } from './list-query'
import type { ActionFields, ActionName, BulkAction } from './schema'

export const actionResults = [
  ...['released', 'not_quarantined'],
  ...['retried', 'quarantined', 'nothing_to_deliver'],
  ...['marked_spam', 'marked_already'],
  ...['staged', 'staged_already'],
  ...['assigned', 'assigned_already', 'unassigned'],
  ...['noted', 'noted_already'],
  ...['saved', 'saved_already'],
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
  async release({ id }, operator) {
    const released = await releaseLeads([id], operator)
    wakeOutbox()
    return { result: released.length > 0 ? 'released' : 'not_quarantined' }
  },
  async retry({ id, quarantine }, operator, { channel }) {
    if (quarantine !== null) return { result: 'quarantined' }
    const retried = await retryLeads([id], operator, channel)
    wakeOutbox()
    return { result: retried.length > 0 ? 'retried' : 'nothing_to_deliver' }
  },
  async spam({ id }, operator) {
    const marked = await markLeadsAsSpam([id], operator)
    return { result: marked.length > 0 ? 'marked_spam' : 'marked_already' }
  },
  stage: (lead, operator, fields) =>
    save(lead, operator, fields, ['staged', 'staged_already']),
  assign: (lead, operator, fields) =>
    save(lead, operator, fields, [
      fields.owner ? 'assigned' : 'unassigned',
      'assigned_already',
    ]),
  note: (lead, operator, fields) =>
    save(lead, operator, fields, ['noted', 'noted_already']),
  async update(lead, operator, { action = 'save', ...typed }) {
    const fields = { ...typed, ...impliedBy(action, lead, operator, typed) }
    const saved = await save(lead, operator, fields, ['saved', 'saved_already'])
    if (
      saved.result === 'conflict' ||
      ['save', 'next', 'take'].includes(action)
    )
      return saved
    return leadActions[action as 'retry'](lead, operator, {})
  },
  async erase(lead, operator) {
    return {
      result: 'erased',
      deleted: await eraseTraces(await tracesOf(lead), operator),
    }
  },
}

/** Returns what a button of the form sets in addition to its fields. */
function impliedBy(
  action: string,
  lead: StoredLead,
  operator: string,
  { stage }: ActionFields,
): { owner?: string; stage?: LeadStage } {
  if (action === 'take') return { owner: operator }
  const isStillNew = stageOf(lead) === 'new' && (stage ?? 'new') === 'new'
  return action === 'next' && isStillNew ? { stage: 'contacted' } : {}
}

async function save(
  { id }: StoredLead,
  operator: string,
  fields: ActionFields,
  [saved, unchanged]: [Result, Result],
): Promise<Outcome> {
  const { note, note_id } = fields
  const changed = await changeLead(
    id,
    worksheetOf(fields, ''),
    worksheetOf(fields, 'previous_'),
    operator,
    note ? { id: note_id, text: note } : undefined,
  )
  if (changed === 'conflict') return { result: changed }
  wakeOutbox()
  return { result: changed ? saved : unchanged }
}

function worksheetOf(
  fields: Record<string, string | undefined>,
  prefix: string,
): Partial<Worksheet> {
  const typedAs = (name: string) => fields[`${prefix}${name}`]
  const [stage, owner, reminder] = ['stage', 'owner', 'reminder'].map(typedAs)
  const contact = correctable.flatMap((field) => {
    const value = typedAs(field)
    return value === undefined ? [] : [[field, value]]
  })
  return {
    ...Object.fromEntries(contact),
    ...(stage !== undefined && { stage: stage as LeadStage }),
    ...(owner !== undefined && { owner: owner || null }),
    ...(reminder !== undefined && { remindOn: reminder || null }),
  }
}

// More leads share one mail to their new owner.
const maxMails = 10

/** Returns how many leads changed. */
export async function actOnMany(
  bulk: BulkAction,
  operator: string,
): Promise<number> {
  if (bulk.action === 'erase')
    return eraseTraces(await findTraces(bulk.email), operator)
  const { action, ids, owner } = bulk
  const isMany = ids === undefined || ids.length > maxMails
  let changed = 0
  for await (const leads of chosenLeads(bulk)) {
    const chosen = leads.map(({ id }) => id)
    changed += await changeChosen(chosen, bulk, operator, !isMany)
  }
  if (action === 'assign' && owner && isMany && changed > 0)
    await noticeMany(owner, changed, operator)
  wakeOutbox()
  return changed
}

type Chosen = Exclude<BulkAction, { action: 'erase' }>

async function* chosenLeads({ ids = [], match, before }: Chosen) {
  const query = match === undefined ? undefined : matchQuery(match, before)
  if (query) return yield* readLeads(query)
  const found = await Promise.all(ids.map(findLead))
  yield found.filter((lead) => lead !== null)
}

async function changeChosen(
  ids: string[],
  { action, stage, owner, channel }: Chosen,
  operator: string,
  mailsOwner: boolean,
): Promise<number> {
  if (action === 'stage') return changeLeads(ids, { stage }, operator)
  if (action === 'assign')
    return changeLeads(ids, { owner: owner || null }, operator, mailsOwner)
  const acts = {
    release: releaseLeads,
    retry: retryLeads,
    spam: markLeadsAsSpam,
  }
  return (await acts[action](ids, operator, channel)).length
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
  return { ...noTraces, leads: [id], sessions: session ? [session] : [] }
}

async function eraseTraces(
  { leads, sessions, notes }: Traces,
  operator: string,
): Promise<number> {
  for (const session of sessions) await eraseSession(session)
  await eraseNotes(notes)
  const erased = await eraseLeads(leads, operator)
  wakeOutbox()
  return erased
}
