// Finds the answers and facts that mention a list entry, because they would be
// wrong once the entry is deleted.
import { entryOf, relatedTo, titleOf } from './names'

type Messages = ReadonlyMap<string, { text: string }>

/** Texts that answer visitors, on the pages and in the assistant. */
const answers = /^(HomeFaq|ProductFaq|Facts)\..+\.(answer|text)$/

/**
 * Returns the answers and facts that make the same claim as an entry, or that
 * contain all words of its title or question.
 */
export function mentionsOf(entry: string, messages: Messages) {
  const keysOfEntry = [...messages.keys()].filter((key) =>
    key.startsWith(`${entry}.`),
  )
  const titles = keysOfEntry
    .filter((key) => /\.(title|question|label)$/.test(key))
    .map((key) => stemsIn(messages.get(key)?.text ?? ''))
    .filter((stems) => stems.length > 0)
  const saysSo = ([key, { text }]: [string, { text: string }]) => {
    const textStems = stemsIn(text)
    return (
      answers.test(key) &&
      titles.some((stems) => stems.every((stem) => textStems.includes(stem)))
    )
  }
  const related = keysOfEntry
    .flatMap(relatedTo)
    .filter((key) => messages.has(key))
  const mentioning = [...messages].filter(saysSo).map(([key]) => key)
  return [...new Set([...related, ...mentioning])]
    .filter((key) => entryOf(key) !== entry)
    .map((key) => ({ key, title: titleOf(key) }))
}

/** Returns the longer words of a text, except fillers, without their endings. */
function stemsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}/-]+/gu) ?? []
  return words
    .filter((word) => word.length > 3 && !fillers.includes(word))
    .map((word) => word.replace(/(ies|y|ed|e?s)$/, ''))
}

const fillers =
  'what which where when with from they this that your have does take there about into'.split(
    ' ',
  )
