import names from '@/lib/chatbot/training/competitors.json'
import { compilePhrases, phraseAt } from './phrases'
import { wordsOf } from './tokenize'

const table = compilePhrases({ competitor: names.join(',') }, wordsOf)

/** Whether another provider or its product is named. */
export function namesCompetitor(words: string[]): boolean {
  return words.some((_, at) => phraseAt(table, words, at) !== undefined)
}
