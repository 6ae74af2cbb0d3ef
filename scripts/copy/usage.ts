import { readFileSync, writeFileSync } from 'node:fs'
import { isAmong } from './terms'

/**
 * How the site uses the texts, as `npm run copy -- record` last saw it. In the keys an entry of a list is written `*`:
 * what holds for one holds for those that are added.
 */
export type Usage = {
  /** The address paths of the pages that show a text, or the other places where it goes. */
  places: Record<string, string[]>
  /** The arguments that the site fills. */
  arguments: Record<string, string[]>
}

export const usageFile = 'scripts/copy/usage.json'

export function readUsage(): Usage {
  return JSON.parse(readFileSync(usageFile, 'utf8'))
}

export function writeUsage(usage: Usage) {
  writeFileSync(usageFile, `${JSON.stringify(usage, null, 2)}\n`)
}

/** The key by which the record has a text; `lists` are the groups that pages show entry by entry. */
export function recordedKey(key: string, lists: string[]): string {
  const steps = key.split('.')
  const at = steps.findIndex((_, index) => isAmong(steps.slice(0, index).join('.'), lists))
  return at < 0 ? key : steps.with(at, '*').join('.')
}
