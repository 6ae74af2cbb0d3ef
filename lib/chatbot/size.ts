import words from './size.json'

export type Size = { text: string; start: number; end: number; isUnit: boolean }

const space = '[ \\u00a0\\u202f]?'
const after = '(?![\\p{L}\\d])'
const digits = String.raw`(?:\d{1,3}(?:[ .,'\u2019\u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)`
const inFigures = `${digits}(?:${space}-?(?:${words.scales})\\.?)?`
const inWords = `(?:${words.numbers})(?:[ -](?:(?:and|et|y) )?(?:${words.numbers})){0,3}(?!\\p{L})`
const article = `(?:${words.articles})(?= (?:${words.largeUnits})(?!\\p{L}))`
const unit = `(?:${words.currencies}|${words.units})${after}`
const longUnit = `(?!\\p{L}{1,2}(?!\\p{L}))${unit}`

const forms = [
  `(?:(?:US|CA|C|A)?\\$|€|£|(?:${words.codes})(?!\\p{L}))${space}${inFigures}${after}`,
  `${inFigures}(?:${space}-?|${space}(?:of|de|d['’])${space})(?:${unit}|[$€£])`,
  `(?:${inWords}|${article})(?: (?:${words.largeScales}|${words.hundreds})){0,3}(?: | (?:of|de) | d['’])${longUnit}`,
  // Without a unit only "50 million": "50" may be anything.
  `(?:${digits}|${inWords})${space}(?:${words.largeScales})${after}` +
    `(?=\\s*(?:$|[.,;:!?)]|(?:of|in|into|en|de|d['’])\\s*(?:${words.metals})))`,
]
const pattern = new RegExp(`(?<![\\p{L}\\d.,$€£])(?:${forms.join('|')})`, 'giu')

const shapeAfter = new RegExp(`^[ -]*(?:${words.shapes})${after}`, 'iu')
const shapeBefore = new RegExp(`(?:${words.shapes}) (?:of|de|d['’])\\s*$`, 'iu')
const ownedAfter = new RegExp(`^(?:\\s+(?:${words.ofOwned}))*\\s+(?:d['’])?(?:${words.owned})${after}`, 'iu')

// "An ounce" is any, and not the size of an order; of "1 oz" the price may be asked.
const anyUnit = new RegExp(`^(?:${words.articles}) (?:${words.small})$`, 'iu')
const oneUnit = new RegExp(`^1${space}(?:${words.small})$`, 'iu')

/** Sums, weights and numbers of bars, but neither the weight of a bar ("400 oz bars") nor a fund's own size. */
export function sizesIn(text: string): Size[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const before = text.slice(0, index)
    const rest = text.slice(index + found.length)
    if (anyUnit.test(found) || shapeAfter.test(rest) || shapeBefore.test(before) || ownedAfter.test(rest)) return []
    return [{ text: found, start: index, end: index + found.length, isUnit: oneUnit.test(found) }]
  })
}
