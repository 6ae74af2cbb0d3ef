import { createTranslator } from 'next-intl'
import { site } from '@/lib/site'
import { contentWordsOf, isPrivatePerson } from './classifier/lexicon'
import { stemOf, wordsOf } from './classifier/words'
import tables from './fact-tables.json'
import { contactArguments, type Fact, markdownLinks } from './facts'
import { type Knowledge, readFact } from './knowledge'
import type { Gap, Intent, Route } from './router'
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

/**
 * Writes the answer to a message from the site's texts, with a phrase at the
 * end if there is a `closing`.
 */
export async function compose(
  { intent, topics, gaps, others, closing }: Route & { closing?: Phrase },
  message: string,
  knowledge: Knowledge,
  said: Said,
): Promise<Reply> {
  const found = await Promise.all(topics.map((id) => readFact(id, knowledge)))
  const facts = found.filter((fact) => fact !== undefined)
  const told = facts.map(({ id }) => id)
  if (intent) return sayIntent(intent, facts, others, knowledge, said)
  if (facts.length === 0 && gaps.length === 0)
    return say('noAnswer', knowledge, said, others)
  const earlier = said.answers.flatMap(sentencesOf)
  const known = new Set(earlier)
  const fresh = facts.map((fact) => {
    const isOld = withoutRepetition(fact.text, new Set(earlier)) === ''
    return isOld
      ? sayAgain(fact, message, knowledge, said)
      : withoutRepetition(fact.text, known)
  })
  const [first] = facts
  if (first && facts.length === 1 && isAffirmed(first, message, knowledge))
    fresh[0] = `${newWording('yes', knowledge, said)} ${fresh[0]}`
  const paragraphs = [
    ...new Set(fresh),
    ...gapParagraphs(gaps, knowledge),
    closing && newWording(closing, knowledge, said),
  ]
  const response = paragraphs.filter(Boolean).join('\n\n')
  const isPrivate =
    told[0] === 'clients.retail' &&
    isPrivatePerson(wordsOf(message), knowledge.locale)
  const suggested = isPrivate ? [] : nextQuestions(told, others)
  if (response === '')
    return { ...say('noMore', knowledge, said, suggested), topics: told, told }
  const leadsToTeam = facts.some(
    ({ isStated, invitesContact }) => !isStated || invitesContact,
  )
  const answer: ChatAnswer = {
    ...answerWith(response, suggested, knowledge, said),
    should_show_contact_form: !isPrivate && (gaps.length > 0 || leadsToTeam),
    sources: sourcesOf(facts),
    unanswered: facts.every(({ isStated }) => !isStated),
    offers_contact: !isPrivate && told.some(isAboutContact),
    ...redirection(told, isPrivate),
  }
  const missing = gaps.map(({ topic }) => topic ?? 'intent.noAnswer')
  return { answer, topics: [...told, ...missing], told }
}

// Questions with these words cannot be answered with yes, or not safely.
const otherwise = new Set(
  wordsOf(
    'how what when where who whom which why not no only without isn aren don comment quand où qui quel quelle quels quelles pourquoi combien que ne pas sans seulement cómo cuándo dónde quién cuál cuáles cuánto cuánta cuántos sin solo nunca',
  ),
)

/**
 * Whether a question only asks whether a fact is so, in the words of the fact.
 */
function isAffirmed(
  { id, question, text }: Fact,
  message: string,
  knowledge: Knowledge,
): boolean {
  if (!tables.affirmed.includes(id) || !message.includes('?')) return false
  const own = new Set(stemsIn(`${question} ${text}`, knowledge))
  const asked = stemsIn(message, knowledge)
  return (
    asked.length > 0 &&
    asked.every((stem) => own.has(stem)) &&
    !wordsOf(message).some((word) => otherwise.has(word))
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

function gapParagraphs(gaps: Gap[], { locale, messages }: Knowledge): string[] {
  if (gaps.length === 0) return []
  const t = createTranslator({ locale, messages })
  const quoted = gaps.map(({ text }) =>
    t('Chat.answers.quoted', { words: text }),
  )
  const list = new Intl.ListFormat(locale, { type: 'unit' }).format(quoted)
  return [
    t('Chat.answers.gaps', { list }),
    markdownLinks(locale).contact(t('Contact.title')),
  ]
}

/**
 * Leaves out the sentences and rows of a text that were said before word for
 * word, and adds the others to them. Returns an empty text if only links are
 * left.
 */
function withoutRepetition(text: string, known: Set<string>): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const sentences = sentencesOf(paragraph).filter(
      (sentence) => isLink(sentence) || !known.has(sentence),
    )
    for (const sentence of sentences) known.add(sentence)
    return sentences.join(isList(paragraph) ? '\n' : ' ')
  })
  // Drops the sentence that introduces a list together with the list.
  const kept = paragraphs.filter(
    (paragraph, at) =>
      paragraph !== '' &&
      !(paragraph.endsWith(':') && !isList(paragraphs[at + 1] ?? '')),
  )
  return kept.every(isLink) ? '' : kept.join('\n\n')
}

/**
 * Quotes a fact that was given before: its rows, or the sentence that has most
 * words in common with the question. Returns an empty text if everything was
 * quoted already.
 */
function sayAgain(
  { isStated, text }: Fact,
  message: string,
  knowledge: Knowledge,
  said: Said,
): string {
  if (!isStated) return ''
  const t = createTranslator({ ...knowledge, namespace: 'Chat.answers' })
  const sentences = sentencesOf(text)
  const rows = sentences.filter(isList)
  const asked = new Set(stemsIn(message, knowledge))
  const inCommon = (words: string) =>
    stemsIn(words, knowledge).filter((stem) => asked.has(stem)).length
  const quotes = sentences
    .toSorted((one, other) => inCommon(other) - inCommon(one))
    .map((words) => ` ${t('quoted', { words })}`)
  const quote =
    rows.length > 0
      ? `\n\n${rows.join('\n')}`
      : quotes.find((words) => !said.answers.join().includes(words))
  return quote === undefined
    ? ''
    : newWording('saidBefore', knowledge, said) + quote
}

/** Returns the stems of the words with a meaning of their own. */
function stemsIn(text: string, { locale }: Knowledge): string[] {
  return contentWordsOf(wordsOf(text), locale).map((word) =>
    stemOf(word, locale),
  )
}

function isList(text: string): boolean {
  return text.startsWith('- ')
}

/** Whether a text is only a link, which may be repeated. */
function isLink(text: string): boolean {
  return /^\[[^\]]*\]\([^)]*\)$/.test(text)
}

function sentencesOf(text: string): string[] {
  const lines = text.split(/\n+/)
  return lines.flatMap((line) =>
    isList(line) ? line : line.split(/(?<=[.!?…])\s+/),
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

/** Answers an intent, with a link to the fact that it is about, if any. */
function sayIntent(
  intent: Intent,
  [fact]: Fact[],
  others: string[],
  knowledge: Knowledge,
  said: Said,
): Reply {
  if (!fact) {
    const hasNothing = intent === 'unsure' && others.length === 0
    return say(hasNothing ? 'noAnswer' : intent, knowledge, said, others)
  }
  const link = `[${fact.title}](${fact.path})`
  const reply = say(intent, knowledge, said, [], link)
  return { ...reply, topics: [fact.id], told: [fact.id] }
}

type Phrase = Intent | 'noMore' | 'saidBefore' | 'yes'

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

// The number of wordings of each phrase in the catalogs. A conversation goes
// through them before it repeats the last.
const wordings = 3

/** Returns the first wording that a conversation has not used yet. */
function newWording(
  phrase: Phrase,
  { locale, messages }: Knowledge,
  said: Said,
  link = '',
): string {
  const t = createTranslator({ locale, messages, namespace: 'Chat.answers' })
  const { siteLanguages } = contactArguments(messages, locale)
  const sentences = Array.from({ length: wordings }, (_, times) =>
    t(phrase as 'readHere', { times, siteLanguages, link } as never),
  )
  const isNew = (sentence: string) => !said.answers.join().includes(sentence)
  return sentences.find(isNew) ?? sentences.at(-1) ?? ''
}

function say(
  phrase: Phrase,
  knowledge: Knowledge,
  said: Said,
  others: string[] = [],
  link = '',
): Reply {
  const { locale, messages } = knowledge
  const t = createTranslator({ locale, messages })
  const hasLink = phrasesWithLink.includes(phrase)
  const form = hasLink
    ? [markdownLinks(locale).contact(t('Contact.title'))]
    : []
  const sentence = newWording(phrase, knowledge, said, link)
  const response = [sentence, ...form].join('\n\n')
  const answer = {
    ...answerWith(response, others, knowledge, said),
    should_show_contact_form: hasLink || phrase === 'unsure',
    unanswered: phrasesWithoutAnswer.includes(phrase),
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
  return {
    response,
    redirect_to: null,
    lead_type: null,
    should_show_contact_form: false,
    sources: [],
    ...(suggestions.length > 0 && { suggestions }),
  }
}
