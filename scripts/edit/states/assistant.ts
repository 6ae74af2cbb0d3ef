import { maxMessageCharacters } from '@/lib/chatbot/message-length'
import { problem } from '@/lib/http/error-response'
import type { Locale } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { loadCatalogs, readCatalogs, readFiles } from '../../copy/check'
import { render } from './render'
import type { Answer, Group, PageState, Step } from './types'

const call = 'POST /api/chatbot/chat'
const open: Step = { click: '.chat-launcher' }
const send: Step = { click: '.chat-composer button[type=submit]' }
const starter = (place: number): Step => ({ click: `.chat-starters li:nth-child(${place}) button` })
const oneQuestion = [open, starter(1)]

const introduction = "My name is Amélie Dubois, Banque de l'Étoile. Please call me at +33 1 99 00 12 34."
const order: Partial<Record<Locale, string>> = {
  en: 'I want to buy gold for my daughter.',
  fr: 'Je voudrais acheter de l’or pour ma fille.',
  es: 'Quiero comprar oro para mi hija.',
}

const questions: PageState[] = [
  chat('open', 'Opened', ['Chat.greeting', 'Chat.disclaimer', 'Chat.placeholder'], [open]),
  chat('answered', 'Two questions answered', ['Chat.restart', 'Chat.download'], [...oneQuestion, starter(4)]),
  {
    ...chat('copied', 'An answer was copied', ['Chat.copied'], [...oneQuestion, { click: '.chat-copy' }]),
    stays: true,
  },
  chat('long', 'A long question', ['Chat.characters'], [open, write('x'.repeat(maxMessageCharacters - 100))]),
  chat('typing', 'While it answers', ['Chat.typing', 'Chat.stop'], oneQuestion, { call, is: 'awaited' }),
  chat(
    'stopped',
    'The answer was stopped',
    ['Chat.stopped', 'Chat.retry'],
    [...oneQuestion, { click: '.chat-composer button[type=button]' }],
    { call, is: 'awaited' },
  ),
  chat('failed', 'No answer', ['Chat.apology'], oneQuestion, { call, with: () => problem('bad_gateway') }),
  chat(
    'failed-wholly',
    'No answer, and no email address',
    ['Chat.apologyPlain'],
    oneQuestion,
    { call, with: () => problem('bad_gateway') },
    { call: 'GET /api/email', is: 'lost' },
  ),
  chat('limited', 'Too many questions', ['Chat.rateLimited'], oneQuestion, {
    call,
    with: () => problem('rate_limited', { retryAfterSeconds: 20 }),
  }),
  chat('failing', 'It could not be shown', ['Chat.loadFailed'], [open, { fail: '.chat' }]),
  chat(
    'introduced',
    'A visitor says who is writing, and asks for a call',
    ['Chat.filled', 'Chat.answers.contactRecorded', 'Chat.answers.contactNoted'],
    [open, write(introduction), send],
  ),
  asked('prompt', 'It offers the team', ['Chat.contactPrompt', 'Chat.carry'], 'notStated.references'),
  asked(
    'carried',
    'The conversation was copied into the message',
    ['Chat.carried'],
    'notStated.references',
    { click: '.chat-contact input' },
    { click: '.chat-contact .button' },
  ),
  {
    ...chat('shop', 'It leads to the shop', ['Chat.visitShop', 'Chat.newTab'], []),
    steps: (locale) => [open, write(order[locale] ?? order.en ?? ''), send],
  },
  asked('prices', 'It leads to the prices', ['Chat.viewPrices'], 'notStated.price'),
  {
    ...chat('answers', 'Everything it says beside facts', ['Chat.answers.hello', 'Chat.answers.contactFailed'], []),
    steps: async (locale) => [{ store: 'chat', value: await render('assistantAnswers', locale) }, open],
  },
]

/** Also the facts of sections that editors have added. */
export function assistant(): Group {
  // Also while a catalog is broken.
  const groups = readCatalogs(readFiles()).english?.groups
  const sections = groups?.get('Facts') ?? []
  return {
    title: 'Assistant',
    states: [...questions, ...sections.map((section) => facts(section, groups?.get(`Facts.${section}`) ?? []))],
  }
}

function facts(section: string, [first]: string[]): PageState {
  return {
    ...chat(`facts-${section}`, `Facts: ${section}`, [`Facts.${section}.${first}.text`], []),
    steps: async (locale) => [
      { store: 'chat', value: await render('factsConversation', locale, { rest: [section] }) },
      open,
    ],
  }
}

function chat(id: string, name: string, shows: string[], steps: Step[], ...answers: Answer[]): PageState {
  return { id: `assistant-${id}`, name, path: paths.contact, shows, steps: () => steps, answers }
}

/** After a question in the very words of a fact's. */
function asked(id: string, name: string, shows: string[], fact: string, ...then: Step[]): PageState {
  const steps = (locale: Locale) => [open, write(textOf(locale, `Facts.${fact}.question`)), send, ...then]
  return { ...chat(id, name, shows, []), steps }
}

function write(text: string): Step {
  return { fill: '.chat-composer textarea', with: text }
}

function textOf(locale: Locale, key: string): string {
  const { english, translations } = loadCatalogs()
  const catalog = translations.find((translation) => translation.locale === locale) ?? english
  return catalog.messages.get(key)?.text ?? ''
}
