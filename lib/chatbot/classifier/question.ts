import { wordsOf } from './words'

/** A piece of a message as the visitor typed it, with its words (`wordsOf`). */
export type Part = { text: string; words: string[] }

/**
 * `clauses` are the parts that may each ask a separate question, in the
 * visitor's order.
 */
export type Question = { sentences: Part[]; clauses: Clause[] }

export type Clause = Part & {
  /** The whole sentence, the same object for all of its clauses. */
  sentence: Part
  /** False in sentences that only describe the visitor. */
  isAsked: boolean
  /** Whether the sentence is worded as a question or request. */
  isRequest: boolean
}

// How many words of a long message are read, because the rest rarely asks
// anything new.
const maxWords = 300
const maxParts = 60

const sentenceEnd = /(?<=[.!?;…])\s|\n/

// Matches the first item of a list. Without it, "14. " is the end of a sentence.
const firstItem = /(?<=^|\s)[1a][.)]\s|^[•*–-]\s/m

// Matches the number, letter or dash of a list item.
const listItem = /(?<=^|\s)(?:\d{1,2}|[a-h])[.)]\s|^[•*–-]\s/gm

// Matches punctuation and words between clauses in the site's languages, and
// the words that introduce an indirect question.
const joint =
  /(?<=\?)|[,;:.]+(?=\s|$)|[!…\n()+]+|(?<!más)\s(?:and|or|also|as well as|et|ou|puis|pis|aussi|ainsi que|y|e|o|u|además|también|así como|to know|tell us|tell me|savoir|nous dire|me dire|dites[ -]moi|dites[ -]nous|saber|decirnos|decirme|díganme|díganos)\s/i

// The longest comparison that is not split, because longer ones also ask
// something else.
const maxComparison = 20

// Matches comparisons, whose two sides belong together.
const comparing = /\b(?:difference|différence|diferencia|compare[dr]?)\b/i

// Matches a list item, or an opening that continues a list of questions.
const continuing =
  /^\s*(?:•|and|also|et|puis|aussi|y|e|además|también|(?:the |le |la |el )?(?:first|second|third|fourth|finally|lastly|in addition|premi[eè]re?|deuxième|troisième|quatrième|enfin|de plus|par ailleurs|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|por último|asimismo))(?!\p{L})/iu

// Matches requests and the words that introduce an indirect question.
const asking =
  /(?<!\p{L})(?:to (?:know|understand)|wonder|asks?|tell (?:us|me)|could you|can you|please (?:confirm|explain|advise|clarify|send|let)|(?:would|['’]d) (?:also )?(?:like|need|appreciate|be (?:glad|happy|grateful|interested))|savoir|combien|demand(?:e|ent|ons)|(?:me|nous) (?:dire|préciser|indiquer|envoyer)|dites[ -](?:moi|nous)|pourri(?:ez|ons)|pouvez[ -]vous|souhait(?:e|ons|erions|erais)|(?:aime|voud)r(?:ions|ais)|cherch(?:e|ons) à|comprendre|saber|entender|díganme|díganos|pregunta|podrían?|quisiéramos|quisiera|gustaría|agradecer(?:ía|íamos|é|emos)|qué|cómo|cuándo|dónde|quién|cuál|cuánt[oa]s?)(?!\p{L})/iu

/** Splits a message into sentences and clauses. */
export function questionOf(message: string): Question {
  // Removes e-mail addresses, because the name in an address says nothing about
  // the question.
  const plain = message.replace(/\S+@\S+/g, ' ')
  const text = firstItem.test(plain) ? plain.replace(listItem, '\n• ') : plain
  const sentences = partsOf(text.split(sentenceEnd))
  const clauses = sentences.flatMap((sentence) => {
    const isRequest = continuing.test(sentence.text) || isQuestion(sentence)
    // If the message has a question mark, other sentences rarely ask something.
    const isAsked = isRequest || !text.includes('?')
    const isComparison =
      sentence.words.length <= maxComparison && comparing.test(sentence.text)
    const parts = isComparison ? [sentence.text] : sentence.text.split(joint)
    return partsOf(parts).map((part) => ({
      ...part,
      sentence,
      isAsked,
      isRequest,
    }))
  })
  return { sentences, clauses: clauses.slice(0, maxParts) }
}

/** Returns the parts that have words, up to the limits. */
function partsOf(pieces: string[]): Part[] {
  let left = maxWords
  const parts = pieces.map((piece) => {
    const words = wordsOf(piece).slice(0, left)
    left -= words.length
    return { text: piece.trim(), words }
  })
  return parts.filter(({ words }) => words.length > 0).slice(0, maxParts)
}

// Words such as "and" or "then" at the beginning of a question.
const opening = new Set(
  wordsOf(
    'and but so also or then well ok et mais alors donc ou bon y pero entonces o bueno',
  ),
)

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

// Matches Spanish exclamations such as “ay, qué pena”, because “qué” also
// begins questions.
const exclamation = /^\s*(?:ay|ah|oh|uy)(?!\p{L})/iu

/** Whether a part is worded as a question, with or without a question mark. */
export function isQuestion({ text, words }: Part): boolean {
  if (text.includes('?')) return true
  if (exclamation.test(text)) return false
  if (asking.test(text)) return true
  // "Sí" (yes) without its accent is "si" (if), which begins a question.
  if (/^sí(?!\p{L})/iu.test(text)) return false
  const first = words.find((word) => !opening.has(word)) ?? ''
  return questionWords.has(first)
}

/** Whether any sentence is worded as a question. */
export function hasQuestion({ sentences }: Question): boolean {
  return sentences.some(isQuestion)
}

export function wordsIn(parts: Part[]): string[] {
  return parts.flatMap(({ words }) => words)
}
