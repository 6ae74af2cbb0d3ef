import { mapTexts, type TextTree, valueAt } from '@/lib/text'

export const untranslatedMark = '[en] '

export function untranslatedKeys(texts: TextTree, group = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const key = group + name
    if (typeof value === 'object') return untranslatedKeys(value, `${key}.`)
    return value.startsWith(untranslatedMark) ? [key] : []
  })
}

export function fillUntranslated(texts: TextTree, others: TextTree): TextTree {
  return mapTexts(texts, (text, key) => {
    if (!text.startsWith(untranslatedMark)) return text
    return String(valueAt(others, key) ?? text.slice(untranslatedMark.length))
  })
}
