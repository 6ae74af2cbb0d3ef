import { assistant } from './assistant'
import { attestations } from './attestations'
import { contact } from './contact'
import { disclosures, documents, mails } from './documents'
import { fileCheck } from './file-check'
import { operator } from './operator'
import { pages } from './pages'
import { reportForm } from './report-form'
import type { Group, State } from './types'

// Asked for with each request of a page that is in a state.
const known = new Map<string, State>()

/** Every state of the site as it is now, in the order of the gallery. */
export function listGroups(): Group[] {
  const onPages = [pages, contact, assistant(), attestations, fileCheck, reportForm]
  const groups = [...onPages, disclosures, mails, documents, operator]
  for (const state of groups.flatMap(({ states }) => states)) known.set(state.id, state)
  return groups
}

export function findState(id: string | null | undefined): State | undefined {
  if (!id) return undefined
  if (!known.has(id)) listGroups()
  return known.get(id)
}
