import { createTranslator } from 'next-intl'
import tables from './fact-tables.json'
import { type Fact, markdownLinks } from './facts'
import type { Knowledge } from './knowledge'
import type { Gap } from './router'

/** Says which parts of a message the site does not answer. */
export function gapParagraphs(
  gaps: Gap[],
  { locale, messages }: Knowledge,
): string[] {
  if (gaps.length === 0) return []
  const t = createTranslator({ locale, messages })
  const quoted = gaps.map(({ text }) =>
    t('Chat.answers.quoted', { words: text }),
  )
  const list = new Intl.ListFormat(locale, { type: 'unit' }).format(quoted)
  return [
    t('Chat.answers.gaps', { list }),
    markdownLinks(locale).contact(t('Contact.title')),
  ]
}

/**
 * Returns the regulators, standards and products in a message that the site
 * never mentions. An answer about their subject would otherwise leave open
 * whether it covers them.
 */
export function namesMissing(
  message: string,
  facts: Fact[],
  knowledge: Knowledge,
) {
  if (!facts.some(({ isStated }) => isStated)) return []
  const words = new Set(message.split(/[\s,;:!?()/«»“”"¿¡]+/))
  const all = [...knowledge.facts.values()]
  return tables.namesAskedFor
    .filter((name) => words.has(name))
    .filter((name) => !all.some(({ text }) => text.includes(name)))
    .map((text): Gap => ({ text }))
}
