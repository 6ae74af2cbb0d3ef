import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { elementsOf } from './codes'

/** The plural forms of a language that whole numbers need, and `other`, which ICU always wants. */
export function pluralForms(locale: string, type: Intl.PluralRuleType = 'cardinal'): string[] {
  const rules = new Intl.PluralRules(locale, { type })
  // French and Spanish have a form for millions as well, which no text here needs.
  const used = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))
  return rules.resolvedOptions().pluralCategories.filter((form) => used.has(form) || form === 'other')
}

/** A text with all plural forms that a language needs: those it lacks say what `other` says, to be translated. */
export function withPluralForms(text: string, locale: string): string {
  const gap = findGap(elementsOf(text) ?? [], locale)
  if (!gap) return text
  const { forms, start, end } = gap
  const words = text.slice(start, end)
  const at = text.lastIndexOf('other', start)
  const added = forms.map((form) => `${form} ${words} `).join('')
  return withPluralForms(text.slice(0, at) + added + text.slice(at), locale)
}

type Gap = { forms: string[]; start: number; end: number }

// The first plural that lacks forms, with the place of what it says for `other`.
function findGap(elements: MessageFormatElement[], locale: string): Gap | undefined {
  for (const element of elements) {
    const gap = gapOf(element, locale) ?? findGap(below(element), locale)
    if (gap) return gap
  }
  return undefined
}

function gapOf(element: MessageFormatElement, locale: string): Gap | undefined {
  if (element.type !== TYPE.plural) return undefined
  const forms = pluralForms(locale, element.pluralType).filter((form) => !(form in element.options))
  const place = element.options.other?.location
  return place && forms.length > 0 ? { forms, start: place.start.offset, end: place.end.offset } : undefined
}

function below(element: MessageFormatElement): MessageFormatElement[] {
  if (element.type === TYPE.tag) return element.children
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
  return Object.values(element.options).flatMap(({ value }) => value)
}
