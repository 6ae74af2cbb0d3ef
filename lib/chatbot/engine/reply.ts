import { createTranslator } from 'next-intl'
import { isIntroduction, senderDetailsIn } from '@/lib/chatbot/sender-details'
import { salesIntentOf } from '@/lib/chatbot/sales-intent'
import type { ChatAnswer, Source } from '@/lib/chatbot/schema'
import type { Messages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'
import type { Fact } from './facts'
import { languageOf } from './language'
import { loadModels, type Model, type Models, readFact } from './model'
import { partsOf, sentencesOf } from './parts'
import { retailIn } from './retail'
import { type Intent, related, type Question, understand, type Understanding } from './understand'

/** `facts`: those told, the newest of the conversation first; `retrieved`: those, and others near to the question. */
export type Reply = {
  answer: ChatAnswer
  language: Locale
  facts: string[]
  retrieved: Fact[]
  unanswered: boolean
  contactAsked: boolean
  quoteAsked: boolean
}

/** What the conversation remembers: the facts told last, and how to read the question before this one. */
export type Memory = { facts: string[]; lastQuestion: () => Promise<string | undefined> }
