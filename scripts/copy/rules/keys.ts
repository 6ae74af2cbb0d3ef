import { type Context, eachTranslation, placesOf, quoted } from '../context'
import { isAmong } from '../terms'
import type { Catalog, Place, RuleFinding } from '../types'

export const missing = eachTranslation((catalog, { english }) => {
  const absent = [...english.messages.values()].filter(({ key }) => !catalog.messages.has(key))
  return absent.map(({ key, text }) => ({
    level: 'error',
    catalog,
    key,
    place: placeFor(key, catalog, english),
    problem: `This text is missing. In English it is “${text}”.`,
    fix: `After this line add “${nameBelow(key, catalog)}” with its translation, as in ${english.file}.`,
  }))
})

export const extra = eachTranslation((catalog, { english }) => {
  const own = [...catalog.messages.keys()].filter((key) => !english.messages.has(key))
  const problem = `${english.file} has no such key.`
  const fix = 'Add it there as well, or delete it here. Look for a misspelt name.'
  return own.map((key) => ({ level: 'error', catalog, key, problem, fix }))
})

/** Groups in another order than in English: pages that follow it would differ. */
export const order = eachTranslation((catalog, { english, shared }) =>
  [...english.groups].flatMap(([group, names]): RuleFinding[] => {
    const own = catalog.groups.get(group)?.filter((name) => names.includes(name)) ?? []
    const expected = names.filter((name) => own.includes(name))
    const at = own.findIndex((name, index) => name !== expected[index])
    if (at < 0) return []
    const level = isAmong(group, shared.lists) ? 'error' : 'warning'
    const key = [group, own[at]].filter(Boolean).join('.')
    const problem = `The order is not that of ${english.file}, where “${expected[at]}” stands in this place.`
    return [{ level, catalog, key, problem, fix: `Put the entries in this order: ${quoted(expected)}.` }]
  }),
)

export function undefinedKeys({ english, usage, shared }: Context): RuleFinding[] {
  const expected = [...Object.keys(usage.places).flatMap((name) => expand(name, english)), ...shared.entries]
  const absent = expected.filter((key) => !english.messages.has(key) && !english.groups.has(key))
  return absent.map((key) => {
    const name = key.split('.').at(-1)
    const problem = `The site shows a text under the key “${name}”, and there is none.`
    const fix = `After this line add “${name}”, in every language. Look for a misspelt name.`
    return { level: 'error', catalog: english, key, place: placeFor(key, english, english), problem, fix }
  })
}

// `*` stands for every entry of a list, or the list itself when that is gone.
function expand(name: string, { groups }: Catalog): string[] {
  const [list = '', part] = name.split('.*')
  return part === undefined ? [name] : (groups.get(list)?.map((entry) => `${list}.${entry}${part}`) ?? [list])
}

export function unused(context: Context): RuleFinding[] {
  const { english } = context
  const keys = [...english.messages.keys()].filter((key) => placesOf(key, context).length === 0)
  const problem = 'Nothing on the site shows this text.'
  const fix = 'Delete it in every language, unless its name is misspelt. If it is new on a page: npm run copy -- record'
  return keys.map((key) => ({ level: 'warning', catalog: english, key, problem, fix }))
}

function nameBelow(key: string, { groups }: Catalog): string {
  const steps = key.split('.')
  const there = steps.findLastIndex((_, at) => groups.has(steps.slice(0, at).join('.')))
  return steps.slice(Math.max(there, 0)).join('.')
}

// A missing text belongs after the one it follows in English, or after another of its group.
function placeFor(key: string, catalog: Catalog, english: Catalog): Place {
  const keys = [...english.messages.keys()]
  const known = keys.slice(0, Math.max(keys.indexOf(key), 0)).reverse()
  const group = key.slice(0, key.lastIndexOf('.') + 1)
  const near = known.find((other) => catalog.messages.has(other))
  const sibling = [...catalog.messages.keys()].findLast((other) => other.startsWith(group))
  const { line, column } = catalog.messages.get(near ?? sibling ?? '') ?? { line: 1, column: 1 }
  return { line, column }
}
