import { check, readFiles, rules } from '@/scripts/copy/check'
import { readReviewed, reviewedFile } from '@/scripts/copy/reviewed'
import type { Finding } from '@/scripts/copy/types'
import { readUsage } from '@/scripts/copy/usage'

type Tree = { [key: string]: string | Tree }

/** How the site's code uses the catalogs, read once. */
export const usage = readUsage()

/** The real catalogs' files, to be changed at will. */
export const files = readFiles()

const known = new Set(find(files).map(identity))

/** What the checker, or one rule of it, finds in changed files and not in the real ones. */
export function newFindings(changed: Record<string, string>, rule?: string): Finding[] {
  return find({ ...files, ...changed }, rule).filter((finding) => !known.has(identity(finding)))
}

/** A catalog's file with one text changed, added (at the end of its group) or, as undefined, taken out. */
export function withText(locale: string, key: string, text: string | undefined, source = files[locale] ?? ''): string {
  const catalog: Tree = JSON.parse(source)
  const steps = key.split('.')
  const name = steps.pop() ?? ''
  let group = catalog
  for (const step of steps) {
    group[step] ??= {}
    group = group[step] as Tree
  }
  if (text === undefined) delete group[name]
  else group[name] = text
  return `${JSON.stringify(catalog, null, 2)}\n`
}

function find(all: Record<string, string>, rule?: string): Finding[] {
  const chosen = Object.entries(rules).filter(([name]) => rule === undefined || name === rule)
  return check(all, readReviewed(reviewedFile), usage, Object.fromEntries(chosen))
}

function identity({ rule, locale, key, problem }: Finding): string {
  return JSON.stringify([rule, locale, key, problem])
}
