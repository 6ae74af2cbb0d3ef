import { createTranslator } from 'next-intl'
import type { SalesIntent } from '@/lib/chatbot/sales-intent'
import type { ChatAnswer } from '@/lib/chatbot/schema'
import { site } from '@/lib/site'
import { contactArguments, type Fact } from './facts'
import { type Knowledge, readFact } from './knowledge'
import { linkTags } from './link-tags'
import { questionOf } from './parts'
import { offered, rankTopics } from './rank-topics'
import { isPrivatePerson } from './retail'
import { nextQuestions, sectionOf } from './sections'
import { minAlternative } from './thresholds'
import type { Intent, Understanding } from './understanding'

/**
 * `topics`: the ids of the facts told, or the intent, as in `intent.offTopic`. `facts`: those to remember.
 */
export type Reply = {
  answer: ChatAnswer
  topics: string[]
  facts: string[]
  unanswered: boolean
  wish: SalesIntent
}

export const noWish: SalesIntent = { contact: false, quote: false }

/** What the assistant knows of the conversation: the facts told last, the newest first, and the question before. */
export type Memory = { facts: string[]; lastQuestion: () => Promise<string | undefined> }

/** Writes the answer to what was understood of a message. `words` are those of the message. */
export async function compose(
  asked: Understanding,
  words: string[],
  knowledge: Knowledge,
  memory: Memory,
): Promise<Reply> {
  switch (asked.kind) {
    case 'facts':
      return tell(asked.ids, asked.others, words, knowledge)
    case 'source':
      return showSource(asked, knowledge)
    case 'unsure':
      return asked.others.length > 0 ? says('unsure', knowledge, asked.others) : says('noAnswer', knowledge)
    case 'intent':
      return asked.intent === 'notWhatIAsked' ? repair(knowledge, memory) : says(asked.intent, knowledge, asked.others)
  }
}

async function tell(ids: string[], others: string[], words: string[], knowledge: Knowledge): Promise<Reply> {
  const found = await Promise.all(ids.map((id) => readFact(id, knowledge)))
  const facts = found.filter((fact) => fact !== undefined)
  if (facts.length === 0) return says('noAnswer', knowledge)
  const told = facts.map(({ id }) => id)
  const isPrivate = told[0] === 'clients.retail' && isPrivatePerson(words, knowledge.locale)
  const sources = facts.map(({ id, title, path }) => ({ id, title, path }))
  const answer: ChatAnswer = {
    ...answerOf(paragraphsOf(facts, knowledge), nextQuestions(told, others), knowledge),
    // A private investor is led to the shop, not to the team.
    should_show_contact_form: !isPrivate && facts.some(({ isStated, invitesContact }) => !isStated || invitesContact),
    sources: sources.filter(({ path }, at) => sources.findIndex((one) => one.path === path) === at),
    ...redirection(told, isPrivate),
  }
  const unanswered = facts.every(({ isStated }) => !isStated)
  return { answer, topics: told, facts: told, unanswered, wish: noWish }
}

// Several facts are each introduced by their question; what the site does not state is one invitation at the end.
function paragraphsOf(facts: Fact[], { locale, messages }: Knowledge): string {
  const [only] = facts
  if (only && facts.length === 1) return only.text
  const stated = facts.filter(({ isStated }) => isStated)
  const gaps = facts.filter(({ isStated }) => !isStated).map(({ question }) => question)
  const introduced = stated.flatMap(({ question, text }) =>
    (text.startsWith('**') ? text : `**${question}** ${text}`).split('\n\n'),
  )
  // What a brand discloses may belong to several facts.
  const paragraphs = [...new Set(introduced)]
  if (gaps.length === 0) return paragraphs.join('\n\n')
  const t = createTranslator({ locale, messages })
  const link = linkTags(locale).contact(t('Contact.title'))
  return [...paragraphs, t('Chat.answers.gaps', { questions: gaps.join(' ') }), link].join('\n\n')
}

/** The answer to a visitor who does not want to be called, with the facts that the message asks for beside it. */
export function acknowledgeRefusal(told: Reply, { messages }: Knowledge): Reply {
  const { noCall } = messages.Chat.answers
  const isBeside = told.facts.length > 0 && told.facts.every((id) => sectionOf(id) !== 'contact')
  const response = isBeside ? `${noCall}\n\n${told.answer.response}` : noCall
  const answer = { ...told.answer, response, should_show_contact_form: false, ...(!isBeside && { sources: [] }) }
  return { ...told, answer, topics: isBeside ? told.topics : ['intent.noCall'], unanswered: false }
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

async function showSource({ id, phrase }: { id: string; phrase: 'readHere' | 'noSimpler' }, knowledge: Knowledge) {
  const fact = await readFact(id, knowledge)
  if (!fact) return says('noAnswer', knowledge)
  const { locale, messages } = knowledge
  const t = createTranslator({ locale, messages, namespace: 'Chat.answers' })
  const link = `[${fact.title}](${fact.path})`
  const answer = answerOf(t(phrase, { link }), [], knowledge)
  return { ...nothingTold, answer, topics: [id], facts: [id], unanswered: phrase === 'noSimpler' }
}

// The next best fact for the question before, or a person.
async function repair(knowledge: Knowledge, { facts, lastQuestion }: Memory): Promise<Reply> {
  const question = await lastQuestion()
  const [next, ...others] = question ? offered(rankTopics(questionOf(question), knowledge), facts, minAlternative) : []
  if (!next) return says('repair', knowledge)
  const told = await tell([next], others, [], knowledge)
  const response = `${knowledge.messages.Chat.answers.repairWithFact}\n\n${told.answer.response}`
  const topics = ['intent.notWhatIAsked', next]
  return { ...told, topics, answer: { ...told.answer, response, should_show_contact_form: true } }
}

type Phrase = Exclude<Intent, 'notWhatIAsked'> | 'repair' | 'unsure' | 'unsupportedLanguage' | 'noMore'

const withContact: readonly Phrase[] = ['noAnswer', 'distrust', 'repair', 'offTopic', 'help', 'noReason', 'noMore']
const unansweredPhrases: readonly Phrase[] = ['noAnswer', 'unsure', 'offTopic', 'help', 'noReason', 'noMore']

const nothingTold = { facts: [], unanswered: false, wish: noWish }

/** A sentence of the catalog that is no fact. */
export function says(phrase: Phrase, knowledge: Knowledge, others: string[] = []): Reply {
  const { locale, messages } = knowledge
  const t = createTranslator({ locale, messages })
  const { siteLanguages } = contactArguments(messages, locale)
  const sentence = t(`Chat.answers.${phrase}` as 'Chat.answers.unsupportedLanguage', { siteLanguages })
  const invites = withContact.includes(phrase)
  const link = linkTags(locale).contact(t('Contact.title'))
  const answer = {
    ...answerOf(invites ? `${sentence}\n\n${link}` : sentence, others, knowledge),
    should_show_contact_form: invites || phrase === 'unsure',
  }
  const unanswered = unansweredPhrases.includes(phrase)
  return { ...nothingTold, answer, topics: [`intent.${phrase === 'repair' ? 'notWhatIAsked' : phrase}`], unanswered }
}

function answerOf(response: string, others: string[], { facts, own }: Knowledge): ChatAnswer {
  const suggestions = others.flatMap((id) => (own.has(id) && facts.get(id)?.question) || [])
  const none = { redirect_to: null, lead_type: null, should_show_contact_form: false, sources: [] }
  return { response, ...none, ...(suggestions.length > 0 && { suggestions }) }
}
