// Chips are the parts of a text that work only as a whole: `{arguments}`, `<tags>`, what ICU has in quotes, and the `#`
// of a plural. They are told from words here, and edits that would cut one are made to take all of it.
const chips = /''|'[{}<>#|](?:''|[^'])*'?|\{[^{}<>]*\}|<\/?[A-Za-z][\w.-]*>|#/g

/**
 * The chips of a text in their order; a tag knows where its partner stands in the list.
 * @param {string} text
 * @param {boolean} [inPlural] whether `#` is the number
 */
export function findChips(text, inPlural = false) {
  const found = [...text.matchAll(chips)]
    .filter(([chip]) => chip !== "''" && (inPlural || chip !== '#'))
    .map(({ 0: chip, index }) => ({ text: chip, from: index, to: index + chip.length, partner: -1 }))
  const open = []
  for (const [at, { text: chip }] of found.entries()) {
    if (/^<\w/.test(chip)) open.push(at)
    if (!chip.startsWith('</')) continue
    const partner = open.at(-1)
    if (partner === undefined || found[partner].text !== chip.replace('/', '')) continue
    open.pop()
    found[partner].partner = at
    found[at].partner = partner
  }
  return found
}

/** Whether every brace and every tag of a text belongs to a whole chip. */
export function isSound(text, inPlural = false) {
  const found = findChips(text, inPlural)
  const isPaired = found.every((chip) => !chip.text.startsWith('<') || chip.partner >= 0)
  const words = found.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
  return isPaired && !/[{}]|<[A-Za-z/]/.test(words)
}

/**
 * The text after an edit, in which no chip is cut: what takes a part of a chip takes it whole, and its partner. Undefined
 * where the edit cannot be kept, such as a single brace.
 * @param {string} before
 * @param {string} after
 * @param {boolean} [inPlural]
 * @param {number} [caret] after the edit, where it is known
 */
export function wholeEdit(before, after, inPlural = false, caret = 0) {
  const { from, to, inserted } = findEdit(before, after, caret)
  const found = findChips(before, inPlural)
  if (found.some((chip) => chip.from < from && to < chip.to && from === to)) return undefined
  const touched = found.filter((chip) => chip.from < to && chip.to > from)
  const partners = touched.filter(({ partner }) => partner >= 0).map(({ partner }) => found[partner])
  const isRemoved = (at) =>
    (from <= at && at < to) || [...touched, ...partners].some((chip) => chip.from <= at && at < chip.to)
  const keep = (start, end) =>
    before
      .slice(start, end)
      .split('')
      .filter((_, at) => !isRemoved(start + at))
      .join('')
  const start = keep(0, from) + inserted
  const text = start + keep(to, before.length)
  return isSound(text, inPlural) ? { text, caret: start.length } : undefined
}

/** Where two texts differ: `before` from `from` to `to` became `inserted`, which ends at the caret if that is known. */
export function findEdit(before, after, caret = 0) {
  const shorter = Math.min(before.length, after.length)
  const furthest = Math.min(shorter, after.length - caret)
  let same = 0
  while (same < furthest && before.at(-1 - same) === after.at(-1 - same)) same++
  let from = 0
  while (from < shorter - same && before[from] === after[from]) from++
  return { from, to: before.length - same, inserted: after.slice(from, after.length - same) }
}
