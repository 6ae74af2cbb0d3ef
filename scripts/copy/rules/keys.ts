import { type Context, quoted } from '../context'
import type { Catalog, Fault, Place } from '../types'

/** Keys that English has and a translation has not. */
export function missing(context: Context): Fault[] {
  const { english } = context
  return translations(context).flatMap((catalog) =>
    [...english.messages.values()]
      .filter(({ key }) => !catalog.messages.has(key))
      .map(({ key, text }) => ({
        level: 'error',
        catalog,
        key,
        place: placeFor(key, catalog, english),
        problem: `This text is missing. In English it is “${text}”.`,
        mend: `After this line add “${nameBelow(key, catalog)}” with its translation, as in ${english.file}.`,
      })),
  )
}

/** Keys that a translation has and English has not. */
export function extra(context: Context): Fault[] {
  const { english } = context
  return translations(context).flatMap((catalog) =>
    [...catalog.messages.keys()]
      .filter((key) => !english.messages.has(key))
      .map((key) => ({
        level: 'error',
        catalog,
        key,
        problem: `${english.file} has no such key.`,
        mend: 'Add it there as well, or delete it here. Look for a misspelt name.',
      })),
  )
}

/** Groups whose entries follow each other differently: where a page shows them in their order, the pages differ. */
export function order(context: Context): Fault[] {
  const { english, usage } = context
  return translations(context).flatMap((catalog) =>
    [...english.groups].flatMap(([group, names]): Fault[] => {
      const own = catalog.groups.get(group)?.filter((name) => names.includes(name)) ?? []
      const expected = names.filter((name) => own.includes(name))
      const at = own.findIndex((name, index) => name !== expected[index])
      if (at < 0) return []
      const level = usage.repeated.has(group) ? 'error' : 'warning'
      const key = [group, own[at]].filter(Boolean).join('.')
      const problem = `The order is not that of ${english.file}, where “${expected[at]}” stands in this place.`
      return [{ level, catalog, key, problem, mend: `Put the entries in this order: ${quoted(expected)}.` }]
    }),
  )
}

/** What the site asks for and English has not: keys, and parts of an entry of a group that is shown as a whole. */
export function undefinedKeys({ english, usage }: Context): Fault[] {
  const isThere = (key: string) => english.messages.has(key) || english.groups.has(key)
  const demanded = usage.demanded.filter((key) => !isThere(key)).map((key) => absent(english, key))
  const parts = [...usage.repeated].flatMap(([group, needed]) => {
    const entries = english.groups.get(group) ?? []
    const known = [...needed].filter((part) => entries.some((entry) => isThere(`${group}.${entry}.${part}`)))
    return entries.flatMap((entry) => known.map((part) => `${group}.${entry}.${part}`))
  })
  return [...demanded, ...parts.filter((key) => !isThere(key)).map((key) => absent(english, key))]
}

function absent(catalog: Catalog, key: string): Fault {
  const name = key.split('.').at(-1)
  return {
    level: 'error',
    catalog,
    key,
    place: placeFor(key, catalog, catalog),
    problem: `The site shows a text under the key “${name}”, and there is none.`,
    mend: `After this line add “${name}”, in every language. Look for a misspelt name.`,
  }
}

/** Texts that nothing on the site shows. */
export function unused({ english, usage }: Context): Fault[] {
  const keys = [...english.messages.keys()].filter((key) => usage.usesOf(key).length === 0)
  const problem = 'Nothing on the site shows this text.'
  const mend = 'Delete it in every language, unless its name is misspelt.'
  return keys.map((key) => ({ level: 'warning', catalog: english, key, problem, mend }))
}

// What is to be written of a key: the part below the groups that are there.
function nameBelow(key: string, { groups }: Catalog): string {
  const steps = key.split('.')
  const there = steps.findLastIndex((_, at) => groups.has(steps.slice(0, at).join('.')))
  return steps.slice(Math.max(there, 0)).join('.')
}

function translations({ catalogs, english }: Context): Catalog[] {
  return catalogs.filter((catalog) => catalog !== english)
}

// A text that is not there belongs after the one it follows in English, or after another of its group.
function placeFor(key: string, catalog: Catalog, english: Catalog): Place {
  const keys = [...english.messages.keys()]
  const known = keys.slice(0, Math.max(keys.indexOf(key), 0)).reverse()
  const group = key.slice(0, key.lastIndexOf('.') + 1)
  const near = known.find((other) => catalog.messages.has(other))
  const sibling = [...catalog.messages.keys()].findLast((other) => other.startsWith(group))
  const { line, column } = catalog.messages.get(near ?? sibling ?? '') ?? { line: 1, column: 1 }
  return { line, column }
}
