import { z } from 'zod'
import { recordEvent } from '@/lib/leads/event-store'
import type { StoredLead } from '@/lib/leads/list-store'
import { setNote, setOwner, setStatus } from '@/lib/leads/manage-store'
import { maxNote, maxOwner } from '@/lib/leads/query'
import { releaseLead, retryLead } from '@/lib/leads/store'
import { wakeOutbox } from '@/lib/outbox/worker'
import { eraseLead } from './erase'

/** What an action came to. Doing it twice does no harm: the second time says that it is so already. */
export const actionResults = [
  'released',
  'not_quarantined',
  'retried',
  'quarantined',
  'nothing_to_deliver',
  'handled',
  'handled_already',
  'reopened',
  'new_already',
  'assigned',
  'assigned_already',
  'unassigned',
  'noted',
  'noted_already',
  'note_changed',
  'erased',
] as const

export type ActionResult = (typeof actionResults)[number]

export type Outcome = { result: ActionResult; deleted?: number }

const given = z.string({ error: 'required' })
const text = given
  .overwrite((value) =>
    value
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  )
  .max(maxNote, { error: 'too_long' })

const nothing = z.object({})
const owner = z.object({
  /** Whoever answers the lead; empty for nobody. */
  owner: given.overwrite((value) => value.replace(/\p{Cc}+/gu, ' ').trim()).max(maxOwner, { error: 'too_long' }),
})
const note = z.object({
  note: text,
  /** The note as it was read: one that somebody else has changed since is not overwritten. */
  previous_note: text,
})

/** What the body of each action must hold. */
export const actionSchemas = {
  release: nothing,
  retry: nothing,
  handle: nothing,
  reopen: nothing,
  assign: owner,
  note,
  erase: nothing,
}

export type ActionName = keyof typeof actionSchemas

export type ActionFields = { owner?: string; note?: string; previous_note?: string }

const actions: Record<ActionName, (lead: StoredLead, operator: string, fields: ActionFields) => Promise<Outcome>> = {
  async release(lead, operator) {
    return { result: (await release(lead, operator)) ? 'released' : 'not_quarantined' }
  },
  async retry(lead, operator) {
    if (lead.quarantine !== null) return { result: 'quarantined' }
    return { result: (await retry(lead, operator)) ? 'retried' : 'nothing_to_deliver' }
  },
  async handle({ id }, operator) {
    return { result: (await setStatus(id, 'handled', operator)) ? 'handled' : 'handled_already' }
  },
  async reopen({ id }, operator) {
    return { result: (await setStatus(id, 'new', operator)) ? 'reopened' : 'new_already' }
  },
  async assign({ id }, operator, { owner: name = '' }) {
    const changed = await setOwner(id, name || null, operator)
    if (!changed) return { result: 'assigned_already' }
    return { result: name ? 'assigned' : 'unassigned' }
  },
  async note({ id }, operator, { note: written = '', previous_note: previous = '' }) {
    return { result: await setNote(id, { note: written, previous }, operator) }
  },
  async erase(lead) {
    return { result: 'erased', deleted: await eraseLead(lead) }
  },
}

/** Does to a lead what an operator asks for, and records it in the lead's history. */
export function actOn(
  name: ActionName,
  lead: StoredLead,
  operator: string,
  fields: ActionFields = {},
): Promise<Outcome> {
  return actions[name](lead, operator, fields)
}

/** Lets a quarantined lead be delivered. False for one that is not quarantined. */
export async function release({ id, quarantine }: StoredLead, operator: string): Promise<boolean> {
  if (!(await releaseLead(id))) return false
  await recordEvent(id, { kind: 'released', operator, detail: quarantine })
  wakeOutbox()
  return true
}

/** Makes a lead due now. False where nothing is to be delivered. */
export async function retry({ id }: StoredLead, operator: string): Promise<boolean> {
  if (!(await retryLead(id))) return false
  await recordEvent(id, { kind: 'retried', operator })
  wakeOutbox()
  return true
}
