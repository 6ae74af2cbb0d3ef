// Merges catalogs text by text, because Git refuses to merge neighboring lines.
import { isRecord, parseJson } from '@/lib/text'
import { writeText } from '@/lib/text-file.mjs'
import { git } from './git'
import { titleOf } from './names'

/**
 * Completes a merge that stopped at catalogs, and returns the names of texts
 * that both sides have changed, where ours is kept unless we deleted it.
 * Returns undefined if other files conflict too.
 */
export async function finishMerge(): Promise<string[] | undefined> {
  const unmerged = ['diff', '--name-only', '--relative', '--diff-filter=U']
  const files = (await git(...unmerged)).split('\n').filter(Boolean)
  const isCatalog = (file: string) => /(^|\/)messages\/[^/]+\.json$/.test(file)
  if (files.length === 0 || !files.every(isCatalog)) return undefined
  const conflicts = new Set<string>()
  for (const file of files) {
    const [base, ours, theirs] = [
      await readStage(1, file),
      await readStage(2, file),
      await readStage(3, file),
    ]
    const merged = mergeValue(base, ours, theirs, (key) => conflicts.add(key))
    writeText(file, `${JSON.stringify(merged, null, 2)}\n`)
  }
  await git('add', '--', ...files)
  await git('commit', '--quiet', '--no-edit')
  return [...conflicts].map(titleOf)
}

// 1 is the common version, 2 ours, 3 theirs. A side that lacks the file has no
// stage.
async function readStage(stage: number, file: string): Promise<object> {
  const stages = await git('ls-files', '--unmerged', '--', file)
  const [, id] = stages.match(new RegExp(`^\\d+ (\\w+) ${stage}\\t`, 'm')) ?? []
  if (!id) return {}
  const catalog = parseJson(await git('cat-file', 'blob', id))
  if (!isRecord(catalog)) throw new Error(`${file} is not valid JSON.`)
  return catalog
}

function mergeValue(
  base: unknown,
  ours: unknown,
  theirs: unknown,
  report: (key: string) => void,
  key = '',
): unknown {
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours
  if (isSame(ours, base)) return theirs
  if (!isRecord(ours) || !isRecord(theirs)) {
    report(key)
    // Keeps a text that one side deleted and the other changed.
    return ours ?? theirs
  }
  const before = Object(base)
  const hasOwnOrder = !isSame(
    Object.keys(ours).filter((name) => name in before),
    Object.keys(before).filter((name) => name in ours),
  )
  const names = hasOwnOrder ? joinNames(ours, theirs) : joinNames(theirs, ours)
  const entries = names.map((name) => {
    const path = key ? `${key}.${name}` : name
    const values = [before[name], ours[name], theirs[name]] as const
    return [name, mergeValue(...values, report, path)] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The names of `first`, with those only in `second` after their neighbors. */
function joinNames(first: object, second: object): string[] {
  const names = Object.keys(first)
  const others = Object.keys(second)
  for (const [at, name] of others.entries()) {
    const isNew = !names.includes(name)
    if (isNew) names.splice(names.indexOf(others[at - 1] ?? '') + 1, 0, name)
  }
  return names
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
