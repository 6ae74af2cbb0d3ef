import { mapTexts, type TextTree } from '@/lib/text'

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
    return textAt(others, key) ?? text.slice(untranslatedMark.length)
  })
}

export function textAt(texts: TextTree, key: string): string | undefined {
  const found = key.split('.').reduce<string | TextTree | undefined>((tree, name) => {
    return typeof tree === 'object' ? tree[name] : undefined
  }, texts)
  return typeof found === 'string' ? found : undefined
}
