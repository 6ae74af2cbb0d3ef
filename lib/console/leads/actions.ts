import { eraseSession } from '@/lib/chatbot/conversation-store'
import { changeLeads } from '@/lib/leads/change-many-store'
import { type Conflict, changeLead } from '@/lib/leads/change-store'
import { sessionOf } from '@/lib/leads/chat-store'
import {
  markLeadsAsSpam,
  releaseLeads,
  retryLeads,
} from '@/lib/leads/delivery/requeue-store'
import { correctableFields, type EditableLead } from '@/lib/leads/editable-lead'
import {
  eraseLeads,
  eraseNotes,
  findTraces,
  noTraces,
  type Traces,
} from '@/lib/leads/erase-store'
import { findLead, readLeads, type StoredLead } from '@/lib/leads/list-store'
import { queueAssignmentMail } from '@/lib/leads/notices-store'
import { undeliveredChannels } from '@/lib/leads/progress'
import { type LeadStage, stageOf } from '@/lib/leads/stages'
import { wakeOutbox } from '@/lib/outbox/worker'
import { recordOf } from '@/lib/text'
import { matchQuery } from './list-query'
import type { BulkAction, LeadUpdate } from './schema'

export const actionResults = [
  ...['saved', 'saved_already'],
  ...['released', 'released_unsent', 'not_quarantined'],
  ...['retried', 'quarantined', 'nothing_to_deliver'],
  ...['marked_spam', 'marked_already'],
  'erased',
] as const

type Result = (typeof actionResults)[number]

/**
 * `deleted`: how many leads an erasure deleted. `conflict`: someone else saved
 * first, or the operator in another tab (`isOwn`), so nothing was saved.
 */
type Outcome = {
  result: Result | 'conflict'
  deleted?: number
  isOwn?: boolean
}

/**
 * Saves what an operator typed into a lead's form, and does what its button
 * says.
 */
export async function applyLeadAction(
  lead: StoredLead,
  operator: string,
  update: LeadUpdate,
): Promise<Outcome> {
  const { action, channel } = update
  if (action === 'erase') {
    const traces = await tracesOf(lead)
    return { result: 'erased', deleted: await eraseTraces(traces, operator) }
  }
  const saved = await save(lead, operator, update)
  if (typeof saved === 'string')
    return { result: 'conflict', isOwn: saved === 'own_conflict' }
  if (action === 'save' || action === 'next' || action === 'take')
    return { result: saved ? 'saved' : 'saved_already' }
  if (action === 'retry' && lead.quarantine !== null)
    return { result: 'quarantined' }
  const { act, done, unchanged } = deliveryActions[action]
  const changed = await act([lead.id], operator, channel)
  wakeOutbox()
  if (changed.length === 0) return { result: unchanged }
  const isDelivered =
    undeliveredChannels({ ...lead, quarantine: null }).length === 0
  return action === 'release' && isDelivered
    ? { result: 'released_unsent' }
    : { result: done }
}

/**
 * Actions on deliveries, each with the result for a lead that it changed, and
 * for a lead that it left unchanged.
 */
const deliveryActions = {
  release: {
    act: releaseLeads,
    done: 'released',
    unchanged: 'not_quarantined',
  },
  retry: {
    act: retryLeads,
    done: 'retried',
    unchanged: 'nothing_to_deliver',
  },
  spam: {
    act: markLeadsAsSpam,
    done: 'marked_spam',
    unchanged: 'marked_already',
  },
} as const

async function save(
  lead: StoredLead,
  operator: string,
  update: LeadUpdate,
): Promise<boolean | Conflict> {
  const { note, note_id } = update
  const typed = { ...update, ...impliedBy(update, lead, operator) }
  const changed = await changeLead(lead.id, operator, {
    typed: readEditableFields(typed, ''),
    previous: readEditableFields(typed, 'previous_'),
    note: note ? { id: note_id, text: note } : undefined,
  })
  wakeOutbox()
  return changed
}

/** Returns what a button of the form sets in addition to its fields. */
function impliedBy(
  { action, stage = 'new' }: LeadUpdate,
  lead: StoredLead,
  operator: string,
): { owner?: string; stage?: LeadStage } {
  if (action === 'take') return { owner: operator }
  const isStillNew = stageOf(lead) === 'new' && stage === 'new'
  return action === 'next' && isStillNew ? { stage: 'contacted' } : {}
}

function readEditableFields(
  fields: Record<string, string | undefined>,
  prefix: string,
): Partial<EditableLead> {
  const typedAs = (name: string) => fields[`${prefix}${name}`]
  const nullIfEmpty = (text: string | undefined) => (text === '' ? null : text)
  return {
    ...recordOf(correctableFields, typedAs),
    stage: typedAs('stage') as LeadStage | undefined,
    owner: nullIfEmpty(typedAs('owner')),
    remindOn: nullIfEmpty(typedAs('reminder')),
  }
}

// If more leads are assigned at once, their new owner gets one mail about all of
// them.
const maxMails = 10

/** Returns how many leads changed. */
export async function applyBulkAction(
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
    changed += await changeChosen(chosen, bulk, {
      operator,
      ownerMails: isMany ? 'none' : 'each',
    })
  }
  if (action === 'assign' && owner && isMany && changed > 0)
    await queueAssignmentMail(owner, changed, operator)
  wakeOutbox()
  return changed
}

type Chosen = Exclude<BulkAction, { action: 'erase' }>

async function* chosenLeads({ ids = [], match, before }: Chosen) {
  const query = match === undefined ? undefined : matchQuery(match, before)
  if (query) return yield* readLeads(query)
  const leads = await Promise.all(ids.map(findLead))
  yield leads.filter((lead) => lead !== null)
}

async function changeChosen(
  ids: string[],
  { action, stage, owner, channel }: Chosen,
  options: Parameters<typeof changeLeads>[2],
): Promise<number> {
  if (action === 'stage') return changeLeads(ids, { stage }, options)
  if (action === 'assign')
    return changeLeads(ids, { owner: owner || null }, options)
  const { operator } = options
  return (await deliveryActions[action].act(ids, operator, channel)).length
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
