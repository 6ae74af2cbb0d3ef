import type { Locale } from '@/lib/i18n/routing'

/**
 * The subject of a message that is not only about facts. Each has a sentence in
 * `Chat.answers`.
 */
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
  | 'readHere'
  | 'unsupportedLanguage'
  | 'unsure'
  | 'acknowledged'
  | 'detailsSeen'

/** A part of a message that the site does not answer. */
export type Gap = {
  /** As the visitor wrote it. */
  text: string
  /** The fact that says so, if any. */
  factId?: string
}

export type MessageRoute = {
  /** The language to answer in. */
  language: Locale
  /** The ids of the facts that answer the message, in the visitor's order. */
  factIds: string[]
  intent?: Intent
  gaps: Gap[]
  /** Facts that the visitor may have meant instead. */
  alternatives: string[]
  /** Whether the facts may answer a question other than the visitor's. */
  isUncertain?: boolean
}

/** The fields of a route without facts. */
export const noFacts = { factIds: [], gaps: [], alternatives: [] }

/** The conversation before a message. */
export type ConversationContext = {
  /** The language of the page. */
  pageLanguage: Locale
  /** The facts given last, newest first. */
  lastFacts: string[]
  /** The visitor's earlier messages, oldest first. */
  questions: string[]
}

export type MessageRouter = (
  message: string,
  context: ConversationContext,
) => Promise<MessageRoute>
