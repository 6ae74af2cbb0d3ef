import { createTranslator } from 'next-intl'
import { site } from '@/lib/site'
import { isAffirmed } from './affirm'
import { isPrivatePerson } from './classifier/lexicon'
import { wordsOf } from './classifier/words'
import { type Fact, markdownLinks } from './facts'
import { addUnmentionedNames, gapParagraphs } from './gaps'
import { isStated, type Knowledge, readFact } from './knowledge'
import type { Gap, Intent, MessageRoute } from './message-route'
import {
  newWording,
  type Phrase,
  quoteAgain,
  type ReplyContext,
  sentencesOf,
  withoutRepetition,
} from './repetition'
import type { ChatAnswer } from './schema'
import { nextQuestions, retailFact, sectionOf } from './sections'

export type Reply = {
  answer: ChatAnswer
  /**
   * The ids of the facts in the answer and of the facts that say what is
   * missing, or the intent, such as `intent.offTopic`.
   */
  labels: string[]
  /** The facts that a follow-up can refer to. */
  factIds: string[]
}

/** A route whose answer ends with the phrase `closing`, if it is set. */
export type ClosedRoute = MessageRoute & { closing?: Phrase }

/** Writes the answer to a message from the site's texts. */
export async function composeReply(
  route: ClosedRoute,
  context: ReplyContext,
): Promise<Reply> {
  const { intent, factIds, gaps, alternatives } = route
  const readings = await Promise.all(
    factIds.map((id) => readFact(id, context.knowledge)),
  )
  const facts = readings.filter((fact) => fact !== undefined)
  if (intent) return composeIntent(intent, facts, alternatives, context)
  if (facts.length === 0 && gaps.length === 0)
    return composePhrase('noAnswer', context, { alternatives })
  return composeFacts(facts, route, context)
}

/** Answers with facts, and says which parts the site does not answer. */
function composeFacts(
  facts: Fact[],
  route: ClosedRoute,
  context: ReplyContext,
): Reply {
  const { message, knowledge } = context
  const { alternatives, isUncertain } = route
  const factIds = facts.map(({ id }) => id)
  const gaps = addUnmentionedNames(route.gaps, message, facts, knowledge)

  const isPrivate =
    factIds[0] === retailFact &&
    isPrivatePerson(wordsOf(message), knowledge.locale)
  const isGuess =
    isUncertain === true &&
    facts.every(({ id, isStated }) => isStated && id !== retailFact)
  const suggested = isPrivate
    ? []
    : answeredNext(factIds, alternatives, knowledge)

  const { closing } = route
  const response = writeFacts({ facts, gaps, isGuess, closing }, context)
  if (response === '') {
    const { answer } = composePhrase('noMore', context, {
      alternatives: suggested,
    })
    return { answer, labels: factIds, factIds }
  }

  const leadsToTeam =
    gaps.length > 0 ||
    isGuess ||
    facts.some(({ isStated, invitesContact }) => !isStated || invitesContact)
  const answer: ChatAnswer = {
    ...answerWith(response, suggested, context),
    should_show_contact_form: !isPrivate && leadsToTeam,
    sources: sourcesOf(facts),
    unanswered: facts.every(({ isStated }) => !isStated),
    offers_contact: !isPrivate && factIds.some(isAboutContact),
    ...redirection(factIds, isPrivate),
  }

  const unanswered = route.gaps.map(({ factId }) => factId ?? 'intent.noAnswer')
  return {
    answer,
    labels: [...factIds, ...unanswered],
    factIds: isUncertain ? factIds : factIds.toReversed(),
  }
}

type AnswerParts = {
  facts: Fact[]
  gaps: Gap[]
  isGuess: boolean
  closing?: Phrase
}

/**
 * Writes the paragraphs of an answer. In a guess, puts the question that a fact
 * answers before the fact, and refers to the team in case another question was
 * meant.
 */
function writeFacts(
  { facts, gaps, isGuess, closing }: AnswerParts,
  context: ReplyContext,
): string {
  const { knowledge } = context
  const texts = withoutOldTexts(facts, context)
  const offersTeam = isGuess && gaps.length === 0 && texts.some(Boolean)
  const paragraphs = [
    ...new Set(isGuess ? withQuestions(texts, facts, knowledge) : texts),
    ...gapParagraphs(gaps, knowledge),
    offersTeam && newWording('otherwise', context),
    closing && newWording(closing, context),
  ]
  return paragraphs.filter(Boolean).join('\n\n')
}

/**
 * Returns the text of each fact, without the sentences that the conversation
 * already contains.
 */
function withoutOldTexts(facts: Fact[], context: ReplyContext): string[] {
  const earlier = context.answers.flatMap(sentencesOf)
  const fresh = facts.map((fact, index) => {
    const before = facts
      .slice(0, index)
      .flatMap(({ text }) => sentencesOf(text))
    return withoutRepetition(fact.text, earlier) === ''
      ? quoteAgain(fact, context)
      : withoutRepetition(fact.text, [...earlier, ...before])
  })
  const [first] = facts
  if (first && facts.length === 1 && isAffirmed(first, context))
    fresh[0] = `${newWording('yes', context)} ${fresh[0]}`
  return fresh
}

/** Puts the question that a text answers before the text. */
function withQuestions(
  texts: string[],
  facts: Fact[],
  { locale, messages }: Knowledge,
): string[] {
  const t = createTranslator({ locale, messages, namespace: 'Chat.answers' })
  return facts.map(({ question }, index) => {
    const text = texts[index] ?? ''
    const quoted = t('quoted', { words: question })
    return text && `${t('ifAsked', { question: quoted })}\n\n${text}`
  })
}

function answeredNext(
  factIds: string[],
  alternatives: string[],
  knowledge: Knowledge,
): string[] {
  return nextQuestions(factIds, alternatives).filter((id) =>
    isStated(id, knowledge),
  )
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

function sourcesOf(facts: Fact[]) {
  const byPath = Map.groupBy(facts, ({ path }) => path)
  return [...byPath.values()].flatMap(([fact]) =>
    fact ? [{ id: fact.id, title: fact.title, path: fact.path }] : [],
  )
}

/**
 * Redirects private investors to the shop, and visitors who ask for prices to
 * the price page.
 */
function redirection(factIds: string[], isPrivate: boolean) {
  if (isPrivate && site.shopUrl)
    return { redirect_to: addressOf(site.shopUrl), lead_type: 'retail' }
  const prices = factIds[0] === 'notStated.price' && site.pricesUrl
  return prices ? { redirect_to: addressOf(prices), lead_type: 'other' } : {}
}

function addressOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  return host + pathname + search
}

/** Answers an intent, with a link to the fact that it is about, if any. */
function composeIntent(
  intent: Intent,
  [fact]: Fact[],
  alternatives: string[],
  context: ReplyContext,
): Reply {
  if (fact) {
    const link = `[${fact.title}](${fact.path})`
    const { answer } = composePhrase(intent, context, { link })
    return { answer, labels: [fact.id], factIds: [fact.id] }
  }
  const hasNothing = intent === 'unsure' && alternatives.length === 0
  const phrase = hasNothing ? 'noAnswer' : intent
  return composePhrase(phrase, context, { alternatives })
}

const phrasesWithoutAnswer: Phrase[] = [
  'unsure',
  'noAnswer',
  'offTopic',
  'help',
  'noReason',
  'noMore',
]
const phrasesWithLink: Phrase[] = [
  ...phrasesWithoutAnswer.slice(1),
  'distrust',
  'notWhatIAsked',
]

function composePhrase(
  phrase: Phrase,
  context: ReplyContext,
  { alternatives = [], link = '' }: { alternatives?: string[]; link?: string },
): Reply {
  const { locale, messages } = context.knowledge
  const t = createTranslator({ locale, messages })
  const hasLink = phrasesWithLink.includes(phrase)
  const form = hasLink
    ? [markdownLinks(locale).contact(t('Contact.title'))]
    : []
  const sentence = newWording(phrase, context, link)
  const response = [sentence, ...form].join('\n\n')
  const answer = {
    ...answerWith(response, alternatives, context),
    should_show_contact_form: hasLink || phrase === 'unsure',
    unanswered: phrasesWithoutAnswer.includes(phrase),
  }
  return { answer, labels: [`intent.${phrase}`], factIds: [] }
}

const maxSuggestions = 2

function answerWith(
  response: string,
  alternatives: string[],
  { knowledge, questions }: ReplyContext,
): ChatAnswer {
  const suggestions = alternatives
    .flatMap((id) => knowledge.facts.get(id)?.question ?? [])
    .filter((question) => !questions.includes(question))
    .slice(0, maxSuggestions)
  return {
    response,
    redirect_to: null,
    lead_type: null,
    should_show_contact_form: false,
    sources: [],
    ...(suggestions.length > 0 && { suggestions }),
  }
}
