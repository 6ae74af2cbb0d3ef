import type { Locale } from '@/lib/i18n/routing'

/** What a message is about besides facts; each has a sentence in `Chat.answers`. */
export type Intent =
  | 'hello'
  | 'thanks'
  | 'bye'
  | 'help'
  | 'offTopic'
  | 'noAnswer'
  | 'competitor'
  | 'distrust'
  | 'notWhatIAsked'
  | 'distress'
  | 'abuse'
  | 'gibberish'
  | 'noReason'
  | 'noSimpler'
  | 'readHere'
  | 'unsupportedLanguage'
  | 'unsure'
  | 'acknowledged'
  | 'detailsSeen'
  | 'detailsAdded'

/** A part of a message that the site does not answer: as the visitor wrote it, and the fact that says so, if any. */
export type Gap = { text: string; topic?: string }

export type Route = {
  /** The language to answer in. */
  language: Locale
  /** The ids of the facts that answer the message: at most four, in the visitor's order. */
  topics: string[]
  intent?: Intent
  gaps: Gap[]
  /** Facts that the visitor may have meant instead. */
  others: string[]
}

/** What the conversation has said so far. */
export type Context = {
  /** The language of the page. */
  page: Locale
  /** The facts told last, the newest first. */
  told: string[]
  /** What the visitor wrote before, the oldest first. */
  questions: string[]
}

export type Router = (message: string, context: Context) => Promise<Route>

export const maxTopics = 4
