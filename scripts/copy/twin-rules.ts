// Rules about texts that make the same claim: the page and the assistant, and
// the pages and what the brand discloses.
import { parseText } from './message'
import { numbersIn } from './numbers'
import { quoted, type Text } from './rule'
import { sharedTerms } from './terms'

/**
 * Reports numbers and names in the assistant's text that the page's text lacks.
 */
export function checkTwins({ key, words, catalog, context, report }: Text) {
  if (context.isBrand) return
  for (const [page = '', ...twins] of sharedTerms().related) {
    const text = catalog.messages.get(page)?.text
    if (text === undefined || !twins.includes(key)) continue
    const figures = figuresIn(parseText(text).texts.join('\n'))
    const unsaid = figuresIn(words).filter(
      (figure) => !figures.includes(figure),
    )
    if (unsaid.length > 0)
      report(
        'error',
        `The text ${page} makes the same claim without ${quoted(unsaid)}.`,
        'Make both say the same.',
      )
  }
}

/**
 * Returns the numbers, and the names that are spelled the same in every
 * language.
 */
export function figuresIn(text: string): string[] {
  const names = sharedTerms().verbatim.filter((name) => text.includes(name))
  return [...new Set([...numbersIn(text), ...names])]
}
