// How two versions of a text differ.
import { diffArrays } from 'diff'
import { partsOf } from './choices'
import { createElement, createSmallText } from './dom'

/**
 * Shows the differences in each part of a message: in its text, and in the text
 * of each case of a plural or choice.
 */
export function diffOf(before: string, after: string, locale: string) {
  const [old, now] = [partsOf(before), partsOf(after)]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => old.get(name) !== now.get(name),
  )
  const rows = changed.map((name) => {
    const words = diffOfWords(old.get(name) ?? '', now.get(name) ?? '')
    return createElement(
      'p',
      { lang: locale },
      name && createSmallText(`${name}: `),
      words,
    )
  })
  return createElement('div', { class: 'diff' }, rows)
}

/**
 * Returns the removed and the added words or, if most of the text has changed,
 * the whole old and new text.
 */
function diffOfWords(before: string, after: string): (Node | string)[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after))
  const kept = changes.filter(({ added, removed }) => !added && !removed)
  const keptLength = kept.flatMap(({ value }) => value).join('').length
  const longer = Math.max(before.length, after.length)
  const isSimilar = !before || !after || keptLength * 2 >= longer
  if (!isSimilar)
    return [
      createElement('del', {}, before),
      '\n',
      createElement('ins', {}, after),
    ]
  return changes.map(({ added, removed, value }) => {
    const words = value.join('')
    return added || removed
      ? createElement(added ? 'ins' : 'del', {}, words)
      : words
  })
}

/** Splits a text into words, each with the space after it. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? []
}
