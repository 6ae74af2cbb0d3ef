import { createTranslator } from 'next-intl'
import { site } from '@/lib/site'
import { isPrivatePerson, unitsOf } from './classifier/lexicon'
import { isQuestion, questionOf } from './classifier/question'
import { wordsOf } from './classifier/words'
import { contactArguments, type Fact, linkTags } from './facts'
import { type Knowledge, readFact } from './knowledge'
import { type Gap, type Intent, maxTopics, type Route } from './router'
import type { ChatAnswer } from './schema'
import { nextQuestions, sectionOf } from './sections'

/**
 * Texts that the composer must not repeat: earlier answers, and questions that
 * were asked or suggested recently.
 */
export type Said = { answers: string[]; questions: string[] }

export type Reply = {
  answer: ChatAnswer
  /**
   * The ids of the facts in the answer and of the facts that say what is
   * missing, or the intent, such as `intent.offTopic`.
   */
  topics: string[]
  /** The facts that a follow-up can refer to. */
  told: string[]
}

/** Writes the answer to a message from the site's texts. */
export async function compose(
  route: Route,
  message: string,
  knowledge: Knowledge,
  said: Said,
): Promise<Reply> {
  const { intent, topics, gaps, others } = route
  if (intent) return answerIntent(intent, topics, others, knowledge, said)
  const found = await Promise.all(topics.map((id) => readFact(id, knowledge)))
  const facts = found.filter((fact) => fact !== undefined)
  if (facts.length === 0 && gaps.length === 0)
    return say('noAnswer', knowledge, said, others)
  const told = facts.map(({ id }) => id)
  const named = unknownNames(message, facts, knowledge).map((text) => ({
    text,
  }))
  const missing = [...gaps, ...named].slice(0, maxTopics)
  const paragraphs = [
    ...facts.map(({ text }) => text),
    ...gapParagraphs(missing, knowledge),
  ]
  const response = withoutRepetition(paragraphs.join('\n\n'), said.answers)
  if (response === '') return sayAgain(message, facts, others, knowledge, said)
  const isPrivate =
    told[0] === 'clients.retail' &&
    isPrivatePerson(wordsOf(message), knowledge.locale)
  const suggestions = isPrivate ? [] : nextQuestions(told, others)
  const answer: ChatAnswer = {
    ...answerWith(response, suggestions, knowledge, said),
    should_show_contact_form:
      !isPrivate && (missing.length > 0 || facts.some(leadsToTeam)),
    sources: sourcesOf(facts),
    unanswered: facts.every(({ isStated }) => !isStated),
    offers_contact: !isPrivate && told.some(isAboutContact),
    ...redirection(told, isPrivate),
  }
  return {
    answer,
    topics: [...told, ...gaps.flatMap(({ topic = [] }) => topic)],
    told,
  }
}

function leadsToTeam({ isStated, invitesContact }: Fact): boolean {
  return !isStated || invitesContact
}

/**
 * Whether a fact is about fees, quotes or meetings. A visitor who asks about
 * them may want to talk to the team.
 */
function isAboutContact(id: string): boolean {
  return (
    sectionOf(id) === 'fees' ||
    ['contact.meeting', 'notStated.price', 'notStated.feeKinds'].includes(id)
  )
}

function gapParagraphs(gaps: Gap[], { locale, messages }: Knowledge): string[] {
  if (gaps.length === 0) return []
  const t = createTranslator({ locale, messages })
  const quoted = gaps.map(({ text }) =>
    t('Chat.answers.quoted', { words: text }),
  )
  const list = new Intl.ListFormat(locale, { type: 'unit' }).format(quoted)
  return [
    t('Chat.answers.gaps', { list }),
    linkTags(locale).contact(t('Contact.title')),
  ]
}

// Matches words such as "MiCA" and "LBMA".
const acronym = /(?<![\p{L}\d])\p{Lu}[\p{L}\d]{0,6}\p{Lu}(?![\p{L}\d])/gu

/**
 * Returns the acronyms of rules and bodies that a question about stated facts
 * contains and none of the site's texts does.
 */
function unknownNames(
  message: string,
  facts: Fact[],
  knowledge: Knowledge,
): string[] {
  if (
    !facts.some(({ isStated }) => isStated) ||
    message === message.toUpperCase()
  )
    return []
  const asking = questionOf(message).sentences.filter(isQuestion)
  const short = asking.filter(({ text }) => text.length <= maxAskedCharacters)
  const names = new Set(short.flatMap(({ text }) => text.match(acronym) ?? []))
  const texts = [...knowledge.facts.values()].map(({ text }) => text)
  return [...names].filter(
    (name) => name.length > 2 && !texts.some((text) => text.includes(name)),
  )
}

// In a longer sentence, an acronym is more likely to be the visitor's own
// company.
const maxAskedCharacters = 120

/**
 * Leaves out sentences and rows that earlier answers contained word for word.
 * Returns an empty text if only links are left.
 */
function withoutRepetition(response: string, earlier: string[]): string {
  const known = new Set(earlier.flatMap(sentencesOf))
  const fresh = response.split('\n\n').map((paragraph) => {
    const separator = isList(paragraph) ? '\n' : ' '
    const sentences = sentencesOf(paragraph).filter(
      (sentence) => isLink(sentence) || !known.has(sentence),
    )
    return sentences.join(separator)
  })
  // Drops the sentence that introduces a list together with the list.
  const kept = fresh.filter(
    (paragraph, at) =>
      paragraph !== '' && !(paragraph.endsWith(':') && !fresh[at + 1]),
  )
  return kept.every(isLink) ? '' : [...new Set(kept)].join('\n\n')
}

const why = /(?<!\p{L})(?:why|pourquoi|por qu[eé]|xq)(?!\p{L})/iu

/**
 * Answers a question about facts that were given before, with their rows or the
 * sentence closest to the question.
 */
function sayAgain(
  message: string,
  facts: Fact[],
  others: string[],
  knowledge: Knowledge,
  said: Said,
): Reply {
  const told = facts.map(({ id }) => id)
  const next = nextQuestions(told, others)
  if (why.test(message))
    return { ...say('noReason', knowledge, said, next), topics: told, told }
  const stated = facts.filter(({ isStated }) => isStated)
  const sentences = stated.flatMap(({ text }) =>
    text.split('\n\n').flatMap(sentencesOf),
  )
  const rows = sentences.filter(isList)
  const quote =
    rows.length > 0
      ? `\n\n${rows.join('\n')}`
      : closestTo(message, sentences, knowledge, said)
  const reply = say(quote ? 'saidBefore' : 'noMore', knowledge, said, next, {
    quote,
  })
  return { ...reply, topics: told, told }
}

/**
 * Returns the sentence that has most in common with a message and was not
 * quoted before, in quotation marks.
 */
function closestTo(
  message: string,
  sentences: string[],
  knowledge: Knowledge,
  said: Said,
): string | undefined {
  const asked = contentOf(message, knowledge)
  const inCommon = (sentence: string) =>
    contentOf(sentence, knowledge).filter((unit) => asked.includes(unit)).length
  const quotable = sentences.filter(
    (sentence) => inCommon(sentence) > 0 && !sentence.endsWith(':'),
  )
  const closestFirst = quotable.toSorted(
    (one, other) => inCommon(other) - inCommon(one),
  )
  const t = createTranslator({ ...knowledge, namespace: 'Chat.answers' })
  const quotes = closestFirst.map((words) => t('quoted', { words }))
  return quotes.find(
    (words) => !said.answers.some((answer) => answer.includes(words)),
  )
}

/** Returns the meaningful words of a text, as stems and concepts. */
function contentOf(text: string, { locale }: Knowledge): string[] {
  return unitsOf(wordsOf(text), locale).flat()
}

function isList(paragraph: string): boolean {
  return paragraph.startsWith('- ')
}

/** Whether a text is only a link, which may be repeated. */
function isLink(text: string): boolean {
  return /^\[[^\]]*\]\([^)]*\)$/.test(text)
}

function sentencesOf(text: string): string[] {
  return isList(text) ? text.split('\n') : text.split(/(?<=[.!?…])\s+|\n+/)
}

function sourcesOf(facts: Fact[]) {
  const sources = facts.map(({ id, title, path }) => ({ id, title, path }))
  return sources.filter(
    ({ path }, at) => sources.findIndex((one) => one.path === path) === at,
  )
}

/**
 * Redirects private investors to the shop, and visitors who ask for prices to
 * the price page.
 */
function redirection(told: string[], isPrivate: boolean) {
  if (isPrivate && site.shopUrl)
    return { redirect_to: addressOf(site.shopUrl), lead_type: 'retail' }
  const prices = told[0] === 'notStated.price' && site.pricesUrl
  return prices ? { redirect_to: addressOf(prices), lead_type: 'other' } : {}
}

function addressOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  return host + pathname + search
}

async function answerIntent(
  intent: Intent,
  topics: string[],
  others: string[],
  knowledge: Knowledge,
  said: Said,
): Promise<Reply> {
  switch (intent) {
    case 'readHere':
    case 'noSimpler': {
      const fact = await readFact(topics[0] ?? '', knowledge)
      if (!fact) return say('noAnswer', knowledge, said)
      const link = `[${fact.title}](${fact.path})`
      return {
        ...say(intent, knowledge, said, [], { link }),
        topics,
        told: topics,
      }
    }
    case 'unsure':
      return say(
        others.length > 0 ? 'unsure' : 'noAnswer',
        knowledge,
        said,
        others,
      )
    default:
      return say(intent, knowledge, said, others)
  }
}

type Phrase = Intent | 'noMore' | 'saidBefore'

const phrasesWithoutAnswer: Phrase[] = [
  'unsure',
  'noAnswer',
  'offTopic',
  'help',
  'noReason',
  'noMore',
  'noSimpler',
]
const phrasesWithLink: Phrase[] = [
  ...phrasesWithoutAnswer.slice(1),
  'distrust',
  'notWhatIAsked',
]

// The number of wordings of each phrase in the catalogs. A conversation goes
// through them before it repeats the last.
const wordings = 3

type Values = { link?: string; quote?: string }

function say(
  phrase: Phrase,
  knowledge: Knowledge,
  said: Said,
  others: string[] = [],
  values: Values = {},
): Reply {
  const { locale, messages } = knowledge
  const t = createTranslator({ locale, messages })
  const { siteLanguages } = contactArguments(messages, locale)
  const sentences = Array.from({ length: wordings }, (_, times) =>
    t(
      `Chat.answers.${phrase}` as 'Chat.answers.readHere',
      { times, siteLanguages, link: '', ...values } as {
        times: number
        link: string
      },
    ),
  )
  const opening = (sentence: string) =>
    sentence.split(values.quote ?? '\n', 1).join()
  const isNew = (sentence: string) =>
    !said.answers.some((answer) => answer.startsWith(opening(sentence)))
  const sentence = sentences.find(isNew) ?? sentences.at(-1) ?? ''
  const hasLink = phrasesWithLink.includes(phrase)
  const response = hasLink
    ? `${sentence}\n\n${linkTags(locale).contact(t('Contact.title'))}`
    : sentence
  const unanswered = phrasesWithoutAnswer.includes(phrase)
  const answer = {
    ...answerWith(response, others, knowledge, said),
    should_show_contact_form: hasLink || phrase === 'unsure',
    unanswered,
  }
  return { answer, topics: [`intent.${phrase}`], told: [] }
}

const maxSuggestions = 2

function answerWith(
  response: string,
  others: string[],
  { facts }: Knowledge,
  said: Said,
): ChatAnswer {
  const questions = others.flatMap((id) => facts.get(id)?.question ?? [])
  const suggestions = questions
    .filter((question) => !said.questions.includes(question))
    .slice(0, maxSuggestions)
  const none = {
    redirect_to: null,
    lead_type: null,
    should_show_contact_form: false,
    sources: [],
  }
  return { response, ...none, ...(suggestions.length > 0 && { suggestions }) }
}
