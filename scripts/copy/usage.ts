import { readFileSync, writeFileSync } from 'node:fs'
import { isAmong } from './terms'

/** How the site uses the texts, by `npm run copy -- record`. In keys `*` stands for any entry of a list. */
export type Usage = {
  places: Record<string, string[]>
  arguments: Record<string, string[]>
}

export const usageFile = 'scripts/copy/usage.json'

export function readUsage(): Usage {
  return JSON.parse(readFileSync(usageFile, 'utf8'))
}

export function writeUsage(usage: Usage) {
  writeFileSync(usageFile, `${JSON.stringify(usage, null, 2)}\n`)
}

export function recordedKey(key: string, lists: string[]): string {
  const steps = key.split('.')
  const at = steps.findIndex((_, index) => isAmong(steps.slice(0, index).join('.'), lists))
  return at < 0 ? key : steps.with(at, '*').join('.')
}
