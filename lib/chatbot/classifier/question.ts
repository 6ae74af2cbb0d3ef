import { wordsOf } from './words'

/** A piece of a message as the visitor typed it, with its words (`wordsOf`). */
export type Part = { text: string; words: string[] }

/**
 * `clauses` are the parts that may each ask a separate question, in the
 * visitor's order.
 */
export type Question = { sentences: Part[]; clauses: Part[] }

// Ignores the rest of a longer message, because it says nothing new.
const maxWords = 300
const maxParts = 60

// The number or letter of a list item also begins a sentence.
const sentenceEnd = /(?<=[.!?;…])\s|\n|(?<=^|\s)(?:\d{1,2}|[a-h])[.)]\s/

// Matches punctuation and words between clauses in the site's languages, and
// the words that introduce an indirect question.
const joint =
  /[,;:.!?…\n()+]+|\s(?:and|or|also|et|ou|puis|aussi|y|e|o|u|además|también|to know|tell us|tell me|savoir|nous dire|me dire|dites[ -]moi|dites[ -]nous|saber|decirnos|decirme|díganme|díganos)\s/i

const continuation = /^\s*(?:and|also|et|puis|aussi|y|e|además|también)\s/i

const indirectQuestion =
  /(?<!\p{L})(?:to know|wonder|asks?|tell (?:us|me)|savoir|demand(?:e|ent|ons)|(?:me|nous) dire|dites[ -](?:moi|nous)|saber|díganme|díganos|pregunta|qué|cómo|cuándo|dónde|quién|cuál|cuánt[oa]s?)(?!\p{L})/iu

/** Splits a message into sentences and clauses. */
export function questionOf(message: string): Question {
  // Removes e-mail addresses, because the name in an address says nothing about
  // the question.
  const pieces = message.replace(/\S+@\S+/g, ' ').split(sentenceEnd)
  const asks = (piece: string) =>
    piece.includes('?') ||
    indirectQuestion.test(piece) ||
    continuation.test(piece)
  // If the message contains a question, sentences that ask nothing only
  // describe the visitor.
  const asking = message.includes('?') ? pieces.filter(asks) : pieces
  const clauses = asking.flatMap((piece) =>
    clausesIn(partsOf(piece.split(joint))),
  )
  return {
    sentences: limitParts(partsOf(pieces)),
    clauses: limitParts(clauses),
  }
}

/**
 * Joins single words into one clause, because "allocated or unallocated" asks
 * one thing. Drops a single word next to longer parts, because it asks nothing.
 */
function clausesIn(parts: Part[]): Part[] {
  const isSingle = ({ words }: Part) => words.length === 1
  if (!parts.some(isSingle)) return parts
  if (!parts.every(isSingle)) {
    const first = parts.findIndex((part) => !isSingle(part))
    const opening = clausesIn(parts.slice(0, first))
    return [
      ...opening.filter((part) => !isSingle(part)),
      ...parts.slice(first).filter((part) => !isSingle(part)),
    ]
  }
  const text = parts.map((part) => part.text).join(' ')
  return [{ text, words: parts.flatMap(({ words }) => words) }]
}

function partsOf(pieces: string[]): Part[] {
  const parts = pieces.map((piece) => ({
    text: piece.trim(),
    words: wordsOf(piece),
  }))
  return parts.filter(({ words }) => words.length > 0)
}

function limitParts(parts: Part[]): Part[] {
  let left = maxWords
  const limited = parts.slice(0, maxParts).map(({ text, words }) => {
    const kept = words.slice(0, left)
    left -= kept.length
    return { text, words: kept }
  })
  return limited.filter(({ words }) => words.length > 0)
}

const opening = new Set(
  wordsOf(
    'and but so also or then please well et mais alors donc ou y pero entonces o',
  ),
)

// Written without accents and apostrophes, like the words from words.ts that
// are compared with it.
const questionWords = new Set(
  wordsOf(`
    how what when where who whom whose which why do does did is are was will has have if whether
    can could may would must should
    comment quand ou qui quel quelle quels quelles pourquoi combien que qu est faites donnez proposez avez etes
    peut pouvons puis peux pourrait pourrions faut doit
    como cuando donde quien quienes cual cuales cuanto cuanta hay dan ofrecen tienen hacen si que
    puedo podemos podriamos podria puede pueden se
  `),
)

// Spoken French and Spanish put the question word last, as in "je lis ça où".
const interrogatives = new Set(
  wordsOf(
    'what where when why how which who whom any ou quoi quand combien comment pourquoi quel quelle donde cuando',
  ),
)

/** Whether a part is worded as a question or contains a question word. */
export function asksAnywhere(part: Part): boolean {
  return isQuestion(part) || part.words.some((word) => interrogatives.has(word))
}

/** Whether a part is worded as a question, with or without a question mark. */
export function isQuestion({ text, words }: Part): boolean {
  if (text.includes('?') || indirectQuestion.test(text)) return true
  // "Sí" (yes) without its accent is "si" (if), which begins a question.
  if (/^sí(?!\p{L})/iu.test(text)) return false
  const first = words.find((word) => !opening.has(word))
  return first !== undefined && questionWords.has(first)
}
