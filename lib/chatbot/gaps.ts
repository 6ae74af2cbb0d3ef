import { createTranslator } from 'next-intl'
import tables from './fact-tables.json'
import { type Fact, markdownLinks } from './facts'
import type { Knowledge } from './knowledge'
import type { Gap } from './message-route'

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
 * Adds the names and terms in a message that the site never mentions, such as
 * regulators and standards. An answer about their subject would otherwise leave
 * open whether it covers them.
 */
export function addUnmentionedNames(
  gaps: Gap[],
  message: string,
  facts: Fact[],
  knowledge: Knowledge,
): Gap[] {
  const unquoted = unmentionedNames(message, facts, knowledge).filter(
    (name) => !gaps.some(({ text }) => text.includes(name.text)),
  )
  return [...gaps, ...unquoted]
}

function unmentionedNames(
  message: string,
  facts: Fact[],
  knowledge: Knowledge,
): Gap[] {
  if (!facts.some(({ isStated }) => isStated)) return []
  const asked = inAnyCase(message)
  const named = tables.namesAskedFor.filter((name) =>
    asked.includes(wordsBetweenSpaces(name)),
  )
  if (named.length === 0) return []
  const texts = [...knowledge.facts.values()].map(({ text }) => text)
  const stated = inAnyCase(texts.join(' '))
  return named
    .filter((name) => !stated.includes(wordsBetweenSpaces(name)))
    .map((text) => ({ text }))
}

/**
 * Appends a lower-case copy, so that lower-case terms match in any case while
 * names match only with their capitals.
 */
function inAnyCase(text: string): string {
  return wordsBetweenSpaces(`${text} ${text.toLowerCase()}`)
}

/** Puts a space around each word, so that a name is found only as a word. */
function wordsBetweenSpaces(text: string): string {
  return ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}
