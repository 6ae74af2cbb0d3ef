import { z } from 'zod'
import { randomId, readSession, writeSession } from '@/lib/browser/session'
import { sourceSchema } from '@/lib/chatbot/schema'
import { sessionIdPattern } from '@/lib/chatbot/session-id'
import { type Locale, routing } from '@/lib/i18n/routing'
import { cardFields } from '@/lib/leads/card-schema'
import { plainText } from '@/lib/plain-text'

const messageSchema = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  timestamp: z.iso.datetime(),
  language: z.enum(routing.locales).optional(),
  quickActions: z.array(z.string()).optional(),
  redirect_to: z.string().optional(),
  lead_type: z.string().optional(),
  isCollapsible: z.boolean().optional(),
  sources: z.array(sourceSchema).optional(),
  failed: z.boolean().optional(),
  unanswered: z.boolean().optional(),
  reported: z.boolean().optional(),
})

/**
 * `offered` shows a line that opens the card. `barred` means that the visitor
 * is a private investor, who gets no invitation.
 */
const cardSchema = z.object({
  state: z.enum(['none', 'offered', 'open', 'sent', 'dismissed', 'barred']),
  values: z.record(z.enum(cardFields), z.string()),
  receipt: z.object({ id: z.string(), sentAt: z.iso.datetime() }).optional(),
})

const conversationSchema = z.object({
  language: z.enum(routing.locales),
  session_id: z.string().regex(sessionIdPattern),
  messages: z.array(messageSchema),
  showContact: z.boolean(),
  card: cardSchema,
})

export type Message = z.output<typeof messageSchema>
export type CardState = z.output<typeof cardSchema>
export type Conversation = z.output<typeof conversationSchema>

const entry = 'chat'

/** The messages that open a conversation: the greeting and the disclaimer. */
export const openingMessages = 2

export const emptyCard: CardState = {
  state: 'none',
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
  const stored = readSession(entry, isConversation)
  return stored?.language === language ? stored : undefined
}

/**
 * Stores the conversation in this tab's session, or deletes it if undefined.
 */
export function storeConversation(conversation: Conversation | undefined) {
  writeSession(entry, conversation)
}

export function transcript(
  messages: Message[],
  names: { user: string; assistant: string },
): string {
  const said = messages.filter(
    ({ role, failed }) => role !== 'system' && !failed,
  )
  return said
    .map(
      ({ role, content }) => `${names[role as 'user']}: ${plainText(content)}`,
    )
    .join('\n\n')
}

export function isConversation(value: unknown): value is Conversation {
  return conversationSchema.safeParse(value).success
}
