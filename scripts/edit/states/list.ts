import { assistant } from './assistant'
import { attestations } from './attestations'
import { contact } from './contact'
import { disclosures, documents, mails } from './documents'
import { fileCheck } from './file-check'
import { operator } from './operator'
import { pages } from './pages'
import { reportForm } from './report-form'
import type { Group, State } from './types'

/** Every state of the site, in the order of the gallery. */
export function listGroups(): Group[] {
  return [...onPages(), disclosures, mails, documents, operator]
}

function onPages(): Group[] {
  return [pages, contact, assistant(), attestations, fileCheck, reportForm]
}

export function findState(id: string | null | undefined): State | undefined {
  if (!id) return undefined
  return listGroups()
    .flatMap(({ states }) => states)
    .find((state) => state.id === id)
}
