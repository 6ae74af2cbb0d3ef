import {
  isProposedTime,
  isQuestion,
  isRemark,
  refusesCalls,
  type SalesIntent,
  salesIntentOf,
  sentencesOf,
  withoutRefusals,
} from '@/lib/chatbot/sales-intent'
import { type Locale, routing } from '@/lib/i18n/routing'
import { acknowledgeRefusal, compose, type Memory, noWish, type Reply, says } from './compose'
import { type Decision, decide } from './decide'
import { type AllKnowledge, type Knowledge, loadKnowledge } from './knowledge'
import { isKnownWord, languageOf, noiseIn } from './language'
import { type Evidence, score } from './score'
import { contactInvitation, sectionOf } from './sections'
import { type Question, questionOf, wordsOf } from './words'

export type { Reply } from './compose'
export { loadKnowledge } from './knowledge'

export async function reply(message: string, page: Locale, memory: Memory = { facts: [] }): Promise<Reply> {
  const all = await loadKnowledge()
  const question = questionOf(withoutRefusals(message))
  const words = question.sentences.flat()
  const before = words.every(saysNoLanguage) ? memory.lastQuestion : undefined
  const language = languageOf(before ?? message, before ? wordsOf(before) : words, all, page)
  // Three words in no language of the site may be a name.
  const isOther = language === 'other' && !(memory.lastQuestion && words.length <= 3)
  const knowledge = all[language === 'other' ? page : language]
  const noise = noiseIn(words, all).length
  if (isOther && noise === 0) return { ...says('unsupportedLanguage', knowledge), isClear: false }
  if (isOther || noise >= words.length / 2) return { ...says('gibberish', knowledge), isClear: false }
  const evidence = score(correct(question, knowledge, all), knowledge, memory.facts)
  const found = decide(evidence)
  const isStatement = !sentencesOf(message).some(isQuestion)
  const isVague = isStatement && !isClear(evidence)
  const hasContext = memory.lastQuestion !== undefined
  const isMeeting = sectionOf(memory.facts[0] ?? '') === 'contact'
  const isForTeam = isMeeting ? isVague || isProposedTime(message) : hasContext && isVague && isProposedTime(message)
  const wish = wishIn(message, found, isForTeam)
  const isAlone = evidence.asked.length === 0 && (isForTeam || wish.quote || !isClear(evidence))
  const asked = withWish(found, wish, isAlone)
  const telling = isTranslated(asked, knowledge) ? knowledge : all[routing.defaultLocale]
  const told = await compose(asked, words, telling, memory)
  if (refusesCalls(message)) return acknowledgeRefusal(told, isStatement, telling)
  const isWish = wish.contact || wish.quote
  const isRepeated = told.answer.response === memory.lastAnswer && !isWish
  // A fact that is told of a few words goes on from the one before, unless they are a name.
  const isLong = told.unanswered ? words.length > 2 : words.length > 5 && !evidence.followUp
  const isMissed = isVague && (hasContext ? isLong || language === 'other' : isRemark(message) && told.unanswered)
  const listening = hasContext ? 'passOn' : 'hello'
  const shown = isRepeated || (isMissed && !isWish) ? says(isStatement ? listening : 'noMore', telling) : told
  const answer = {
    ...shown.answer,
    ...(telling.locale !== page && { language: telling.locale }),
    ...(isWish && { should_show_contact_form: true }),
  }
  return { ...shown, answer, wish, isClear: isClear(evidence) }
}

function isClear({ followUp, asked, ranked }: Evidence): boolean {
  const [best] = ranked
  // What is said of the sender looks like what is off-topic.
  const least = best && ['intent.offTopic', 'intent.noAnswer'].includes(best.topic) ? 0.85 : 0.5
  const isNamed = followUp?.aspect !== undefined || (followUp?.named.length ?? 0) > 0
  return isNamed || asked.length > 0 || (best?.likelihood ?? 0) >= least
}

// A number, or a word of every language: the conversation goes on in the language it has.
function saysNoLanguage(word: string): boolean {
  return /^(\d+|ok|okay|oz|kg|usd|eur)$/.test(word)
}

function isTranslated(asked: Decision, { facts, own }: Knowledge): boolean {
  return asked.kind !== 'facts' || asked.ids.every((id) => own.has(id) || !facts.has(id))
}

function correct(question: Question, knowledge: Knowledge, all: AllKnowledge): Question {
  const unknown = [...new Set(question.sentences.flat().filter((word) => !isKnownWord(word, all)))].slice(0, 50)
  const corrected = new Map(unknown.map((word) => [word, knowledge.correct(word)]))
  const read = (pieces: string[][]) => pieces.map((words) => words.map((word) => corrected.get(word) ?? word))
  return { sentences: read(question.sentences), clauses: read(question.clauses) }
}

// A wish for a quote or a call is answered as such; what is asked beside it, too.
function withWish(asked: Decision, { contact, quote }: SalesIntent, isAlone: boolean): Decision {
  if (!(contact || quote)) return asked
  const wish = quote ? 'fees.quote' : contactInvitation
  const beside = asked.kind === 'facts' && !isAlone ? asked.ids.filter((id) => !isAboutContact(id)) : []
  return { kind: 'facts', ids: beside.length > 0 ? beside : [wish], others: [] }
}

function isAboutContact(id: string): boolean {
  return /^(contact\.(?!hours|offices)|fees\.)|^notStated\.(price|responseTime)$/.test(id)
}

// A private person is shown the shop; nobody in despair is a lead, nor is a quote for bitcoin.
function wishIn(message: string, asked: Decision, isForTeam: boolean): SalesIntent {
  const intent = asked.kind === 'intent' ? asked.intent : undefined
  const fact = asked.kind === 'facts' ? asked.ids[0] : undefined
  if (fact === 'clients.retail' || intent === 'distress' || intent === 'abuse') return noWish
  const said = salesIntentOf(message)
  // Who proposes a time wants to meet.
  const wish = { ...said, contact: said.contact || isForTeam }
  // The time and the cost of a delivery are no quote for metal.
  return intent === 'offTopic' || fact === 'notStated.redemptionTerms' ? { ...wish, quote: false } : wish
}
