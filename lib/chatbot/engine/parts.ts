import { wordsOf } from './tokenize'
import type { Question } from './understanding'

const maxWords = 300 // what comes after says nothing new
const sentenceEnd = /(?<=[.!?;…])\s|\n/
const minPartWords = 2

/** A message as sentences of words, without what is too long to read. */
export function sentencesOf(message: string): string[][] {
  return wordsOfEach(message.split(sentenceEnd)).filter((words) => words.length > 0)
}

function wordsOfEach(pieces: string[]): string[][] {
  let left = maxWords
  return pieces.map((piece) => {
    const words = wordsOf(piece).slice(0, left)
    left -= words.length
    return words
  })
}

// "and", "or", "also" in the languages of the site; those of a single letter only between words.
const joint = /[,;:.!?…\n()]+|\s(?:and|or|plus|also|et|ou|puis|aussi|y|e|o|u|además|también)\s/i

/** A message's clauses as words: of its questions where it has a question mark, as the rest tells of the visitor. */
export function partsOf(message: string): string[][] {
  const sentences = message.split(sentenceEnd)
  const questions = sentences.filter((sentence) => sentence.includes('?'))
  const clauses = (questions.length > 0 ? questions : sentences).flatMap((sentence) => sentence.split(joint))
  return wordsOfEach(clauses).filter((words) => words.length >= minPartWords)
}

/** A message as words. */
export function questionOf(message: string): Question {
  return { sentences: sentencesOf(message), parts: partsOf(message) }
}
