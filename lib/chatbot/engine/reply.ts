import { refusesCalls, type SalesIntent, salesIntentOf } from '@/lib/chatbot/sales-intent'
import type { ChatAnswer } from '@/lib/chatbot/schema'
import { type Locale, routing } from '@/lib/i18n/routing'
import { acknowledgeRefusal, compose, type Memory, noWish, type Reply, says } from './compose'
import { isGibberish } from './gibberish'
import { type AllKnowledge, type Knowledge, loadKnowledge } from './knowledge'
import { languageOf } from './language'
import { partsOf, sentencesOf } from './parts'
import { contactInvitation } from './sections'
import { wordsOf } from './tokenize'
import { understand } from './understand'
import type { Question, Understanding } from './understanding'

export type { Memory, Reply } from './compose'

export const noMemory: Memory = { facts: [], lastQuestion: async () => undefined }

/** Answers from the facts of the catalogs, as Markdown, in the language of the message if it is one of the site's. */
export async function reply(message: string, page: Locale, memory: Memory = noMemory): Promise<Reply> {
  const all = await loadKnowledge()
  const words = sentencesOf(message).flat()
  const before = words.every(saysNoLanguage) ? await memory.lastQuestion() : undefined
  const language = await languageOf(before ?? message, before ? wordsOf(before) : words, all, page)
  if (language === 'other') return says('unsupportedLanguage', all[page])
  if (isGibberish(words, all)) return says('gibberish', all[language])
  const knowledge = all[language]
  const question = correct(message, knowledge, all)
  const found = understand(question, knowledge, memory.facts)
  const wish = wishIn(message, found)
  const asked = withWish(found, wish)
  const telling = isTranslated(asked, knowledge) ? knowledge : all[routing.defaultLocale]
  const told = await compose(asked, words, telling, memory)
  if (refusesCalls(message)) return { ...acknowledgeRefusal(told, telling), wish: noWish }
  const answer = {
    ...told.answer,
    ...(telling.locale !== page && { language: telling.locale }),
    ...((wish.contact || wish.quote) && { should_show_contact_form: true }),
  }
  return { ...told, answer, wish }
}

/** Says that there is nothing to add, in place of an answer that would repeat the last one word for word. */
export async function noMore(answer: ChatAnswer, page: Locale): Promise<ChatAnswer> {
  const knowledge = (await loadKnowledge())[answer.language ?? page]
  return { ...says('noMore', knowledge).answer, ...(answer.language && { language: answer.language }) }
}

// A number, or a word of every language: the conversation goes on in the language it has.
function saysNoLanguage(word: string): boolean {
  return /^(\d+|ok|okay|oz|kg|usd|eur)$/.test(word)
}

// A fact that is not translated yet is told in the default language, and the answer names it.
function isTranslated(asked: Understanding, { facts, own }: Knowledge): boolean {
  return asked.kind !== 'facts' || asked.ids.every((id) => own.has(id) || !facts.has(id))
}

// Words that are known in none of the languages are read as the nearest known ones.
function correct(message: string, { correct }: Knowledge, all: AllKnowledge): Question {
  const isKnown = (word: string) => Object.values(all).some(({ known }) => known.has(word))
  const read = (words: string[]) => words.map((word) => (isKnown(word) ? word : (correct(word) ?? word)))
  return { sentences: sentencesOf(message).map(read), parts: partsOf(message).map(read) }
}

// A wish for a quote or a call is answered as such; what is asked beside it, too.
function withWish(asked: Understanding, { contact, quote }: SalesIntent): Understanding {
  if (!(contact || quote)) return asked
  const wish = quote ? 'fees.quote' : contactInvitation
  const beside = asked.kind === 'facts' && !quote ? asked.ids.filter((id) => !isAboutContact(id)) : []
  return { kind: 'facts', ids: beside.length > 0 ? beside : [wish], others: [] }
}

// A private person is shown the shop; nobody in despair is a lead, nor is a quote for bitcoin.
function wishIn(message: string, asked: Understanding): SalesIntent {
  const intent = asked.kind === 'intent' ? asked.intent : undefined
  const isPrivate = asked.kind === 'facts' && asked.ids[0] === 'clients.retail'
  if (isPrivate || intent === 'distress' || intent === 'abuse') return noWish
  const wish = salesIntentOf(message)
  // The time and the cost of a delivery are no quote for metal.
  const isDelivery = asked.kind === 'facts' && asked.ids[0] === 'notStated.redemptionTerms'
  return intent === 'offTopic' || isDelivery ? { ...wish, quote: false } : wish
}

function isAboutContact(id: string): boolean {
  return /^(contact|fees)\.|^notStated\.(price|responseTime)$/.test(id)
}
