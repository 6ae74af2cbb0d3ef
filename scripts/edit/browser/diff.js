import { h } from './dom.js'

/** @param {string} text */
export function splitWords(text) {
  return text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]+/gu) ?? []
}

/**
 * Which words of a text are the same, removed and added.
 * @param {string} before
 * @param {string} after
 * @returns {{ type: 'same' | 'removed' | 'added', text: string }[]}
 */
export function wordDiff(before, after) {
  const [old, now] = [splitWords(before), splitWords(after)]
  const lengths = commonLengths(old, now)
  const parts = []
  const add = (type, text) => {
    if (parts.at(-1)?.type === type) parts.at(-1).text += text
    else parts.push({ type, text })
  }
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && old[i] === now[j]) {
      add('same', old[i])
      i++
      j++
    } else if (j >= now.length || (i < old.length && lengths[i + 1][j] >= lengths[i][j + 1])) add('removed', old[i++])
    else add('added', now[j++])
  }
  return parts
}

// How many words the rests of both texts have in common, from every word on.
function commonLengths(old, now) {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i][j] = old[i] === now[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1])
    }
  }
  return lengths
}

const names = { same: 'span', removed: 'del', added: 'ins' }

/** The comparison as an element in the texts' language. */
export function diffOf(before, after, locale) {
  return h(
    'p',
    { class: 'diff', lang: locale },
    ...wordDiff(before, after).map(({ type, text }) => h(names[type], {}, text)),
  )
}
