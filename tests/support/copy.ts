import type { CopyFinding, Sources } from '@/scripts/copy/catalogs'
import { catalogFile, readSources } from '@/scripts/copy/catalogs'
import { checkSources } from '@/scripts/copy/check'
import { readReviews } from '@/scripts/copy/reviewed'

type Tree = { [key: string]: string | Tree }

/** The real catalogs and brand texts, by file. */
export const sources: Sources = readSources()

const known = new Set(find(sources).map(identity))

/**
 * Returns the findings of the check in changed catalogs (by language) that the
 * real catalogs do not have: all of them, or those of one text, which takes a
 * fraction of the time.
 */
export function newFindings(
  changed: Record<string, string>,
  key?: string,
): CopyFinding[] {
  return newFindingsIn(
    Object.fromEntries(
      Object.entries(changed).map(([locale, text]) => [
        catalogFile(locale),
        text,
      ]),
    ),
    key,
  )
}

/** Like `newFindings`, but for changed files. */
export function newFindingsIn(changed: Sources, key?: string): CopyFinding[] {
  return find({ ...sources, ...changed }, key).filter(
    (finding) => !known.has(identity(finding)),
  )
}

/**
 * Returns a catalog with one text changed, added at the end of its group, or
 * removed if it is undefined.
 */
export function withText(
  locale: string,
  key: string,
  text: string | undefined,
  source = sources[catalogFile(locale)] ?? '',
): string {
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

function find(files: Sources, key?: string): CopyFinding[] {
  return checkSources(
    files,
    readReviews(),
    (other) => key === undefined || other === key,
  )
}

function identity({ rule, locale, key, problem }: CopyFinding): string {
  return JSON.stringify([rule, locale, key, problem])
}
