import { createTranslator } from 'next-intl'
import type { SalesIntent } from '@/lib/chatbot/sales-intent'
import type { ChatAnswer } from '@/lib/chatbot/schema'
import type { Messages } from '@/lib/i18n/messages'
import { site } from '@/lib/site'
import type { Decision } from './decide'
import { contactArguments, type Fact, linkTags } from './facts'
import { type Knowledge, readFact } from './knowledge'
import { isPrivatePerson } from './lexicon'
import { offered, rankQuestion } from './score'
import { nextQuestions, sectionOf } from './sections'
import { questionOf } from './words'

/** `topics`: the ids of the facts told, or the intent, as in `intent.offTopic`. `facts`: those to remember. */
export type Reply = {
  answer: ChatAnswer
  topics: string[]
  facts: string[]
  unanswered: boolean
  /** It is clear what was asked, or that nothing was. */
  isClear: boolean
  wish: SalesIntent
}

export const noWish: SalesIntent = { contact: false, quote: false }

/** What the assistant knows of the conversation: the facts told last, the newest first, the last question and answer. */
export type Memory = { facts: string[]; lastQuestion?: string; lastAnswer?: string }

export async function compose(asked: Decision, words: string[], knowledge: Knowledge, memory: Memory): Promise<Reply> {
  switch (asked.kind) {
    case 'facts':
      return tell(asked.ids, asked.others, words, knowledge)
    case 'source':
      return showSource(asked.id, asked.phrase, knowledge)
    case 'unsure':
      return says(asked.others.length > 0 ? 'unsure' : 'noAnswer', knowledge, asked.others)
    case 'intent':
      return asked.intent === 'notWhatIAsked' ? repair(knowledge, memory) : says(asked.intent, knowledge, asked.others)
  }
}

async function tell(ids: string[], others: string[], words: string[], knowledge: Knowledge): Promise<Reply> {
  const found = await Promise.all(ids.map((id) => readFact(id, knowledge)))
  const facts = found.filter((fact) => fact !== undefined)
  if (facts.length === 0) return says('noAnswer', knowledge)
  const told = facts.map(({ id }) => id)
  // A private investor is led to the shop, not to the team.
  const isPrivate = told[0] === 'clients.retail' && isPrivatePerson(words, knowledge.locale)
  const sources = facts.map(({ id, title, path }) => ({ id, title, path }))
  const answer: ChatAnswer = {
    ...answerOf(paragraphsOf(facts, knowledge), isPrivate ? [] : nextQuestions(told, others), knowledge),
    should_show_contact_form: !isPrivate && facts.some(({ isStated, invitesContact }) => !isStated || invitesContact),
    sources: sources.filter(({ path }, at) => sources.findIndex((one) => one.path === path) === at),
    ...redirection(told, isPrivate),
  }
  return {
    answer,
    topics: told,
    facts: told,
    unanswered: facts.every(({ isStated }) => !isStated),
    isClear: true,
    wish: noWish,
  }
}

function paragraphsOf(facts: Fact[], { locale, messages }: Knowledge): string {
  const [only] = facts
  if (only && facts.length === 1) return only.text
  const stated = facts.filter(({ isStated }) => isStated)
  const gaps = facts.filter(({ isStated }) => !isStated).map(({ question }) => question)
  const paragraphs = [...new Set(stated.flatMap((fact) => introduced(fact).split('\n\n')))]
  if (gaps.length === 0) return paragraphs.join('\n\n')
  const t = createTranslator({ locale, messages })
  const link = linkTags(locale).contact(t('Contact.title'))
  return [...paragraphs, t('Chat.answers.gaps', { questions: gaps.join(' ') }), link].join('\n\n')
}

function introduced({ question, text }: Fact): string {
  if (text.startsWith('**')) return text
  const isList = text.startsWith('- ')
  return `**${question}**${isList ? '\n\n' : ' '}${text}`
}

export function acknowledgeRefusal(told: Reply, isStatement: boolean, knowledge: Knowledge): Reply {
  const refused = says('noCall', knowledge)
  if (isStatement || told.facts.length === 0 || told.facts.some((id) => sectionOf(id) === 'contact')) return refused
  const response = `${refused.answer.response}\n\n${told.answer.response}`
  return { ...told, answer: { ...told.answer, response, should_show_contact_form: false }, unanswered: false }
}

function redirection(ids: string[], isPrivate: boolean) {
  if (isPrivate && site.shopUrl) return { redirect_to: addressOf(site.shopUrl), lead_type: 'retail' }
  const isPrice = ids[0] === 'notStated.price' && site.pricesUrl
  return isPrice ? { redirect_to: addressOf(isPrice), lead_type: 'other' } : {}
}

function addressOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  return host + pathname + search
}

async function showSource(id: string, phrase: 'readHere' | 'noSimpler', knowledge: Knowledge): Promise<Reply> {
  const fact = await readFact(id, knowledge)
  if (!fact) return says('noAnswer', knowledge)
  return { ...says(phrase, knowledge, [], `[${fact.title}](${fact.path})`), topics: [id], facts: [id] }
}

/** Offers other readings of the last question. */
function repair(knowledge: Knowledge, { facts, lastQuestion }: Memory): Reply {
  const ranked = lastQuestion ? rankQuestion(questionOf(lastQuestion), knowledge) : []
  return { ...says('repair', knowledge, offered(ranked, facts)), topics: ['intent.notWhatIAsked'] }
}

type Phrase = keyof Messages['Chat']['answers']

/** Sentences that are no answer: they count as unanswered, and all but the first offer the form with a link. */
const unansweredPhrases: Phrase[] = ['unsure', 'noAnswer', 'offTopic', 'help', 'noReason', 'noMore', 'noSimpler']
const phrasesWithLink: Phrase[] = [...unansweredPhrases.slice(1), 'distrust', 'repair']

export function says(phrase: Phrase, knowledge: Knowledge, others: string[] = [], link = ''): Reply {
  const { locale, messages } = knowledge
  const t = createTranslator({ locale, messages })
  const { siteLanguages } = contactArguments(messages, locale)
  const sentence = t(`Chat.answers.${phrase}` as 'Chat.answers.readHere', { siteLanguages, link } as { link: string })
  const invites = phrasesWithLink.includes(phrase)
  const contact = linkTags(locale).contact(t('Contact.title'))
  const answer = {
    ...answerOf(invites ? `${sentence}\n\n${contact}` : sentence, others, knowledge),
    should_show_contact_form: invites || ['unsure', 'passOn'].includes(phrase),
  }
  const unanswered = unansweredPhrases.includes(phrase)
  return { answer, topics: [`intent.${phrase}`], facts: [], unanswered, isClear: true, wish: noWish }
}

function answerOf(response: string, others: string[], { facts, own }: Knowledge): ChatAnswer {
  const suggestions = others.flatMap((id) => (own.has(id) && facts.get(id)?.question) || [])
  const none = { redirect_to: null, lead_type: null, should_show_contact_form: false, sources: [] }
  return { response, ...none, ...(suggestions.length > 0 && { suggestions }) }
}
