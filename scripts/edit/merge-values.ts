import { isRecord } from '@/lib/text'

/** A text, or a group of texts, that both sides changed or one deleted. */
export type ValueOverlap = { key: string; ours: unknown; theirs: unknown }

/**
 * Merges two versions of a catalog, or of a part of it, that have a common
 * version. Reports what both changed, or one deleted and the other changed.
 */
export function mergeValue(
  base: unknown,
  ours: unknown,
  theirs: unknown,
  report: (overlap: ValueOverlap) => void,
  key = '',
): unknown {
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours
  if (isSame(ours, base)) return theirs
  if (!isRecord(ours) || !isRecord(theirs)) {
    report({ key, ours, theirs })
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

/**
 * Returns the names in `first`, and those that only `second` has, each after
 * the name that precedes it in `second`.
 */
function joinNames(first: object, second: object): string[] {
  const names = Object.keys(first)
  const others = Object.keys(second)
  for (const [index, name] of others.entries()) {
    const isNew = !names.includes(name)
    if (isNew) names.splice(names.indexOf(others[index - 1] ?? '') + 1, 0, name)
  }
  return names
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns a copy of a catalog without a text or a group of texts. */
export function withoutKey(catalog: object, key: string): object {
  const names = key.split('.')
  const last = names.pop() ?? ''
  const copy = structuredClone(catalog)
  const group = names.reduce<unknown>(
    (value, name) => Object(value)[name],
    copy,
  )
  if (isRecord(group)) delete group[last]
  return copy
}
