import { createPlaces } from './places'
import { readSources, type SourceFile, visit } from './source'
import { findUses, type Use } from './uses'

/** How the site's code uses the catalogs. */
export type Usage = {
  /** The places that ask for a key: those that name it or its group or, when there are none, those that may mean it. */
  usesOf(key: string): Use[]
  /** Keys that code asks for by their whole names. */
  demanded: string[]
  /** Groups shown entry by entry, as many as there are, and what each entry needs. */
  repeated: Map<string, Set<string>>
  /** Address paths of the pages that show a key; where none does, the other places it goes to. */
  placesOf(key: string): string[]
}

/**
 * Reads the code below a folder. Patterns of keys have wildcards: `+` is any entry of a group that is shown as a whole,
 * `*` a name that code chooses, `~` a key that it chooses, `**` whatever is in a part of the catalog that is handed on.
 * What code chooses stands somewhere in the code as a word; a name that stands nowhere is not meant.
 */
export function readUsage(root: string): Usage {
  const sources = readSources(root)
  const words = wordsIn(sources)
  const uses = [...sources.values()].flatMap(findUses)
  const patterns = uses.flatMap((use) =>
    use.patterns.map((pattern) => ({ use, matches: matcher(pattern, words), vagueness: vaguenessOf(pattern) })),
  )
  const placesOfFiles = createPlaces(sources)
  const usesOf = remember((key: string) => {
    const matching = patterns.filter(({ matches }) => matches(key))
    const surest = Math.min(...matching.map(({ vagueness }) => vagueness))
    return [...new Set(matching.filter(({ vagueness }) => vagueness === surest).map(({ use }) => use))]
  })
  const all = uses.flatMap((use) => use.patterns)
  return {
    usesOf,
    demanded: [...new Set(all.filter((pattern) => !/[+*~]/.test(pattern) && pattern.includes('.')))],
    repeated: repeatedGroups(all),
    placesOf: remember((key) => {
      const files = usesOf(key).map(({ file }) => file)
      return placesOfFiles(files, key)
    }),
  }
}

// Every rule asks for the same keys.
function remember<Answer>(find: (key: string) => Answer): (key: string) => Answer {
  const found = new Map<string, Answer>()
  return (key) => {
    const answer = found.has(key) ? (found.get(key) as Answer) : find(key)
    found.set(key, answer)
    return answer
  }
}

function wordsIn(sources: Map<string, SourceFile>): Set<string> {
  const words = new Set<string>()
  for (const { program } of sources.values()) {
    visit(program, ({ type, name, value }) => {
      const word = type === 'Identifier' ? name : value
      if (typeof word === 'string') words.add(word)
    })
  }
  return words
}

// 0: it names the key or its group; 1: it may be one of several keys; 2: any of a part; 3: any of any part.
function vaguenessOf(pattern: string): number {
  if (/^[*~]/.test(pattern)) return 3
  if (/~|\*\*/.test(pattern)) return 2
  return pattern.includes('*') ? 1 : 0
}

function matcher(pattern: string, words: Set<string>): (key: string) => boolean {
  const wildcards = pattern.match(/\*\*|[+*~]/g) ?? []
  if (wildcards.length === 0) return (key) => key === pattern
  const parts = pattern.split(/\*\*|[+*~]/).map((part) => part.replaceAll('.', '\\.'))
  const gaps = wildcards.map((wildcard) => (wildcard === '+' || wildcard === '*' ? '([^.]+)' : '(.+)'))
  const expression = new RegExp(`^${parts.map((part, at) => part + (gaps[at] ?? '')).join('')}$`)
  return (key) => {
    const found = key.match(expression)
    return found !== null && wildcards.every((wildcard, at) => isMeant(wildcard, found[at + 1] ?? '', words))
  }
}

function isMeant(wildcard: string, found: string, words: Set<string>): boolean {
  if (wildcard === '+') return true
  return words.has(wildcard === '**' ? (found.split('.').at(-1) ?? '') : found)
}

function repeatedGroups(patterns: string[]): Usage['repeated'] {
  const groups: Usage['repeated'] = new Map()
  for (const pattern of patterns) {
    const [, group, part] = pattern.match(/^([^+*~]+)\.\+\.([^+*~]+)$/) ?? []
    if (group && part) groups.set(group, (groups.get(group) ?? new Set()).add(part))
  }
  return groups
}
