import { contact } from './contact'
import { pages } from './pages'
import type { Group, State } from './types'

/** Every state of the site, in the order of the gallery. */
export const groups: Group[] = [pages, contact]

export const states: State[] = groups.flatMap((group) => group.states)

export function findState(id: string | null | undefined): State | undefined {
  return states.find((state) => state.id === id)
}
