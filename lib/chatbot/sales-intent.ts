import phrases from './sales-intent.json'
import sizeWords from './size.json'

export type SalesIntent = { contact: boolean; quote: boolean }

type List = Exclude<keyof typeof phrases, 'groups' | 'dealing'>

const contact = compile('contact')
const callRefused = compile('callRefused')
const noWish = compile('noWish')
const remark = compile('remark')
const receiptAsked = compile('receiptAsked')
const personAsked = compile('personAsked')
const quote = compile('quote')
const quoteRefused = compile('quoteRefused')
const priceOfSize = compile('priceOfSize')
const feesOfSize = compile('feesOfSize')
const askedForFacts = compile('askedForFacts', '^')
const possibility = compile('possibility', '^')

// In every language whatever the page's: people write in their own.
function compile(list: List, start = ''): RegExp {
  const lists: Record<string, string[]> = phrases[list]
  return new RegExp(start + patternOf(Object.values(lists).flat(), phrases.groups).source)
}

const maxCharacters = 2000

export function salesIntentOf(text: string): SalesIntent {
  const sentences = sentencesOf(text.normalize('NFC').slice(0, maxCharacters))
  const clauses = sentences.flatMap(clausesOf)
  return { contact: clauses.some(asksContact), quote: [...sentences, ...clauses].some(asksQuote) }
}

/** What introduces an indirect question in the languages of the site, or is asked for in Spanish. */
export const indirect =
  /(?<!\p{L})(?:to know|wonder|asks?|tell (?:us|me)|savoir|demand(?:e|ent|ons)|(?:me|nous) dire|dites[ -](?:moi|nous)|saber|díganme|díganos|pregunta|qué|cómo|cuándo|dónde|quién|cuál|cuánt[oa]s?)(?!\p{L})/iu

export function isQuestion(sentence: string): boolean {
  const words = foldedWordsOf(sentence)
  // “Sí” folded is “si”, which begins a question.
  if (/^sí(?!\p{L})/iu.test(sentence)) return sentence.includes('?')
  return sentence.includes('?') || indirect.test(sentence) || askedForFacts.test(words) || possibility.test(words)
}

const maxRefusalCharacters = 200

export function refusesCalls(text: string): boolean {
  return sentencesOf(text.normalize('NFC').slice(0, maxCharacters)).some((sentence) => {
    const words = foldedWordsOf(sentence.slice(0, maxRefusalCharacters))
    return callRefused.test(words) && !sentence.includes('?')
  })
}

/** The message without the clauses that refuse a call: what else it asks is answered. */
export function withoutRefusals(text: string): string {
  if (!refusesCalls(text)) return text
  const clauses = text.normalize('NFC').split(/(?<=[,;:.!?\n])\s/)
  return clauses.filter((clause) => !callRefused.test(foldedWordsOf(clause))).join(' ') || text
}

/** "I'm Jo from Alder Bank", "make it 3000", "I prefer e-mail". */
export function isRemark(text: string): boolean {
  return remark.test(foldedWordsOf(text))
}

export function asksReceipt(text: string): boolean {
  return receiptAsked.test(foldedWordsOf(text))
}

const dayOrHour =
  /\b(tomorrow|today|tonight|monday|tuesday|wednesday|thursday|friday|next week|noon|demain|aujourd|lundi|mardi|mercredi|jeudi|vendredi|semaine prochaine|midi|manana|hoy|lunes|martes|miercoles|jueves|viernes|proxima semana|mediodia|mornings?|afternoons?|evenings?|weekdays?|matin|matinee|apres midi|soir|soiree|tardes?)\b|\b(at|after|before|until|las|vers|apres|avant|des) \d{1,2}\b|\b\d{1,2}(:\d\d)? ?([ap]m|h\d{0,2}|heures|horas)\b|\b\d{1,2}:\d\d\b/

const maxTimeWords = 12

export function isProposedTime(text: string): boolean {
  const folded = foldInPlace(text.normalize('NFC'))
  const words = folded.split(' ').length
  const isOpen =
    text.includes('?') && words > 5 && !/\b(suits?|works?|convien\w+|irait|iria|va bien|vienen?|parece)\b/.test(folded)
  return dayOrHour.test(folded) && !isOpen && words <= maxTimeWords
}

function clausesOf(sentence: string): string[] {
  return sentence.split(/[,:]\s|\s[–—-]\s/)
}

function asksContact(clause: string): boolean {
  const words = foldedWordsOf(clause)
  const asks = (contact.test(words) && !isFact(clause, words)) || personAsked.test(words)
  return asks && !callRefused.test(words) && !noWish.test(words)
}

function asksQuote(clause: string): boolean {
  const words = foldedWordsOf(clause)
  const asks = (quote.test(words) && !isFact(clause, words)) || (priceOfSize.test(words) && !feesOfSize.test(words))
  return asks && !quoteRefused.test(words)
}

function isFact(clause: string, words: string): boolean {
  return askedForFacts.test(words) && !/\S@\S|\d[\d .()-]{7,}\d/.test(clause)
}

function foldedWordsOf(sentence: string): string {
  const sizes = sizesIn(sentence)
  const marked = sizes.reduceRight(
    (left, { start, end, isUnit }) => `${left.slice(0, start)} ${isUnit ? '#one' : '#size'} ${left.slice(end)}`,
    sentence,
  )
  return foldInPlace(marked)
    .replace(/[^a-z0-9#]+/g, ' ')
    .trim()
}

/**
 * The text with lower-case letters without accents, and spaces for apostrophes and hyphens. Every character keeps its
 * place, so that what is found here can be cut out of the original, which must be in NFC.
 */
export function foldInPlace(text: string): string {
  return text.replace(/[^a-z0-9 ]/g, (character) => {
    if (/['’‘`-]/.test(character)) return ' '
    const folded = character
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
    return folded.length === character.length ? folded : character
  })
}

/**
 * A pattern of phrases in folded text with a space between words. In a phrase `a|b` are alternatives, `word?` may be
 * missing, `…` stands for up to three words and `{name}` for the words of a group.
 */
export function patternOf(phrases: readonly string[], groups: Record<string, string> = {}): RegExp {
  return new RegExp(`(?<![a-z0-9#])(?:${phrases.map((phrase) => sourceOf(phrase, groups)).join('|')})(?![a-z0-9])`, 'g')
}

function sourceOf(phrase: string, groups: Record<string, string>): string {
  const fill = (word: string) => word.replace(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? missing(name))
  const [first = '', ...others] = phrase.split(' ').map(fill)
  if (first.endsWith('?')) return `(?:${alternatives(first.slice(0, -1))} +)?${sourceOf(others.join(' '), groups)}`
  return others.reduce((source, word) => source + wordSource(word), alternatives(first))
}

function missing(name: string): never {
  throw new Error(`There is no group of words called ${name}.`)
}

function wordSource(word: string): string {
  if (word === '…') return '(?: +[a-z0-9#]+){0,3}?'
  return word.endsWith('?') ? `(?: +${alternatives(word.slice(0, -1))})?` : ` +${alternatives(word)}`
}

function alternatives(words: string): string {
  const each = words.split('|').map((word) => foldInPlace(word).trim().replaceAll(' ', ' +'))
  return `(?:${each.join('|')})`
}

// Visitors write fewer; an attack of 600 would take 100 ms.
const maxSentences = 60

export function sentencesOf(text: string): string[] {
  const sentences = text.split(/(?<=[.!?;…])\s+|\n+/).filter((sentence) => sentence.trim() !== '')
  return sentences.slice(0, maxSentences)
}

export type Size = { text: string; start: number; end: number; isUnit: boolean }

const space = '[ \\u00a0\\u202f]?'
const after = '(?![\\p{L}\\d])'
const digits = String.raw`(?:\d{1,3}(?:[ .,'\u2019\u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)`
const inFigures = `${digits}(?:${space}-?(?:${sizeWords.scales})\\.?)?`
const inWords = `(?:${sizeWords.numbers})(?:[ -](?:(?:and|et|y) )?(?:${sizeWords.numbers})){0,3}(?!\\p{L})`
const article = `(?:${sizeWords.articles})(?= (?:${sizeWords.largeUnits})(?!\\p{L}))`
const unit = `(?:${sizeWords.currencies}|${sizeWords.units})${after}`
const longUnit = `(?!\\p{L}{1,2}(?!\\p{L}))${unit}`

const forms = [
  `(?:(?:US|CA|C|A)?\\$|€|£|(?:${sizeWords.codes})(?!\\p{L}))${space}${inFigures}${after}`,
  `${inFigures}(?:${space}-?|${space}(?:of|de|d['’])${space})(?:${unit}|[$€£])`,
  `(?:${inWords}|${article})(?: (?:${sizeWords.largeScales}|${sizeWords.hundreds})){0,3}(?: | (?:of|de) | d['’])${longUnit}`,
  // Without a unit only "50 million": "50" may be anything.
  `(?:${digits}|${inWords})${space}(?:${sizeWords.largeScales})${after}` +
    `(?=\\s*(?:$|[.,;:!?)]|(?:of|in|into|en|de|d['’])\\s*(?:${sizeWords.metals})))`,
]
const pattern = new RegExp(`(?<![\\p{L}\\d.,$€£])(?:${forms.join('|')})`, 'giu')

const shapeAfter = new RegExp(`^[ -]*(?:${sizeWords.shapes})${after}`, 'iu')
const shapeBefore = new RegExp(`(?:${sizeWords.shapes}) (?:of|de|d['’])\\s*$`, 'iu')
const ownedAfter = new RegExp(`^(?:\\s+(?:${sizeWords.ofOwned}))*\\s+(?:d['’])?(?:${sizeWords.owned})${after}`, 'iu')

// "An ounce" is any, and not the size of an order; of "1 oz" the price may be asked.
const anyUnit = new RegExp(`^(?:${sizeWords.articles}) (?:${sizeWords.small})$`, 'iu')
const oneUnit = new RegExp(`^1${space}(?:${sizeWords.small})$`, 'iu')

/** Sums, weights and numbers of bars, but neither the weight of a bar ("400 oz bars") nor a fund's own size. */
export function sizesIn(text: string): Size[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const before = text.slice(0, index)
    const rest = text.slice(index + found.length)
    if (anyUnit.test(found) || shapeAfter.test(rest) || shapeBefore.test(before) || ownedAfter.test(rest)) return []
    return [{ text: found, start: index, end: index + found.length, isUnit: oneUnit.test(found) }]
  })
}
