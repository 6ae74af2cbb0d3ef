import { z } from 'zod'
import { randomId, readSession, writeSession } from '@/lib/browser/session'
import { chatAnswerSchema } from '@/lib/chatbot/schema'
import { conversationEntry, sessionIdPattern } from '@/lib/chatbot/session-id'
import { type Locale, routing } from '@/lib/i18n/routing'
import { cardFields } from '@/lib/leads/card-schema'

const { response: _, suggestions: __, ...answerShape } = chatAnswerSchema.shape

const messageSchema = z.object({
  ...answerShape,
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  timestamp: z.iso.datetime(),
  quickActions: z.array(z.string()).optional(),
  failed: z.boolean().optional(),
})

const cardSchema = z.object({
  state: z.enum(['closed', 'open', 'sent', 'dismissed']),
  values: z.record(z.enum(cardFields), z.string()),
  receipt: z.object({ id: z.string(), sentAt: z.iso.datetime() }).optional(),
})

const conversationSchema = z.object({
  language: z.enum(routing.locales),
  session_id: z.string().regex(sessionIdPattern),
  messages: z.array(messageSchema),
  card: cardSchema,
})

export type Message = z.output<typeof messageSchema>
export type CardState = z.output<typeof cardSchema>
export type Conversation = z.output<typeof conversationSchema>

/** The messages that open a conversation: the greeting and the disclaimer. */
export const openingMessages = 2

export const emptyCard: CardState = {
  state: 'closed',
  values: { reach: '', name: '', company: '', note: '' },
}

export function newSessionId(): string {
  return `${Date.now()}-${randomId()}`
}

/**
 * Returns this tab's conversation, or undefined if there is none, if it is
 * invalid, or if the page's language has changed since.
 */
export function loadConversation(language: Locale): Conversation | undefined {
  const stored = readSession(conversationEntry, isConversation)
  return stored?.language === language ? stored : undefined
}

/** Stores the conversation in this tab's session. */
export function storeConversation(conversation: Conversation) {
  writeSession(conversationEntry, conversation)
}

/** Returns the answers since the visitor was last sent to the shop. */
export function answersSinceShop(messages: Message[]): Message[] {
  return messages
    .slice(messages.findLastIndex(leadsToShop) + 1)
    .filter(({ role, failed }) => role === 'assistant' && !failed)
}

export function leadsToShop({ lead_type }: Message): boolean {
  return lead_type === 'retail'
}

/**
 * Whether an answer asks for the buttons that open the contact page and the
 * card. Private investors are sent to the shop instead.
 */
export function promptsContact(messages: Message[]): boolean {
  return answersSinceShop(messages).some(
    ({ should_show_contact_form }) => should_show_contact_form,
  )
}

export function isConversation(value: unknown): value is Conversation {
  return conversationSchema.safeParse(value).success
}
