import { mapTexts, type TextTree } from '@/lib/map-texts'
import { untranslatedMark } from './untranslated-mark.mjs'

/** The keys of a catalog's texts that nobody has translated yet. */
export function untranslatedKeys(texts: TextTree, group = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const key = group + name
    if (typeof value === 'object') return untranslatedKeys(value, `${key}.`)
    return value.startsWith(untranslatedMark) ? [key] : []
  })
}

/** A catalog with the texts of another for its untranslated ones. */
export function fillUntranslated(texts: TextTree, others: TextTree): TextTree {
  return mapTexts(texts, (text, key) => (text.startsWith(untranslatedMark) ? textAt(others, key) : text))
}

/** The text under a key. Throws where there is none. */
export function textAt(texts: TextTree, key: string): string {
  const text = key.split('.').reduce<string | TextTree | undefined>((tree, name) => {
    return typeof tree === 'object' ? tree[name] : undefined
  }, texts)
  if (typeof text === 'string') return text
  throw new Error(`${key} is not translated, and there is no such text in the default language.`)
}
