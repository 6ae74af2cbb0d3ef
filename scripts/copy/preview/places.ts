import { pageOf } from '@/lib/routes'
import type { ChangedText } from '../diff'
import { readSharedTerms } from '../terms'
import { readUsage, recordedKey } from '../usage'

export type PageChanges = { path: string; keys: string[] }

const everyPage = 'every page'

/** The pages that show changed texts, and the texts that are on none. What every page shows is looked at on the first. */
export function placesOfChanges(changes: ChangedText[]): { pages: PageChanges[]; elsewhere: ChangedText[] } {
  const [{ places }, { lists }] = [readUsage(), readSharedTerms()]
  const pathsOf = ({ key }: ChangedText) => {
    const shown = places[recordedKey(key, lists)] ?? []
    return shown.includes(everyPage) ? ['/'] : shown.filter(isPage)
  }
  const pages = new Map<string, string[]>()
  for (const change of changes) {
    for (const path of pathsOf(change)) pages.set(path, [...(pages.get(path) ?? []), change.key])
  }
  return {
    pages: [...pages].map(([path, keys]) => ({ path, keys })).sort((a, b) => a.path.localeCompare(b.path)),
    elsewhere: changes.filter((change) => pathsOf(change).length === 0),
  }
}

// Files for machines have no picture.
function isPage(place: string): boolean {
  return place === '/page-not-found' || (pageOf(place) !== undefined && !/\.\w+$/.test(place))
}
