import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { GET as listAsJson } from '@/app/api/contact/route'
import { GET as listAsCsv } from '@/app/api/operator/leads.csv/route'
import { changeLead } from '@/lib/leads/change-store'
import { listLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { keys, siteRequest } from './attestations'
import { runSql } from './database'
import { storeDelivery, storeLead } from './delivery'

export const newEmail = () => `${randomUUID()}@banque.example`

/**
 * Stores a lead in a later millisecond than all earlier ones, and resolves to
 * its id. Leads received in the same millisecond are ordered by id.
 */
export async function storeNextLead(
  changes?: Record<string, string>,
  admission?: object,
) {
  for (const start = Date.now(); Date.now() === start; ) await setImmediate()
  return (await storeLead(changes, admission)).id
}

export async function storeSeveral(
  count: number,
  changes?: Record<string, string>,
) {
  const ids: string[] = []
  while (ids.length < count) ids.push(await storeNextLead(changes))
  return ids
}

/** Returns the ids of the leads that a query finds. */
export async function idsOf(query: object) {
  const found = await listLeads(leadQuerySchema.parse(query))
  return found.map(({ id }) => id)
}

/** Requests the leads that a query finds as JSON. */
export async function requestLeads(query: string) {
  return listAsJson(
    siteRequest('GET', `/api/contact?${query}`, { key: keys.alice }),
  )
}

/** Requests the leads that a query finds as CSV. */
export async function requestCsv(query: string) {
  const path = `/api/operator/leads.csv?${query}`
  return listAsCsv(siteRequest('GET', path, { key: keys.alice }))
}

/** Returns a CSV with its byte order mark, which `text()` would remove. */
export async function textWithMark(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString()
}

/** Stores a delivered lead with a note and a reminder. */
export async function storeWorked() {
  const email = newEmail()
  const id = await storeNextLead({ email })
  const note = { text: 'Called' }
  await changeLead(id, 'alice', { typed: { remindOn: '2026-12-01' }, note })
  await runSql(
    'UPDATE Lead SET updatedAt = ? WHERE id = ?',
    worked.changedAt,
    id,
  )
  await storeDelivery(id, { deliveredAt: worked.deliveredAt, attempts: 3 })
  return { id, email }
}

/** The times of the leads that `storeWorked` stores. */
export const worked = {
  changedAt: '2026-11-22T01:00:00.000Z',
  deliveredAt: '2026-11-22T02:00:00.000Z',
}
