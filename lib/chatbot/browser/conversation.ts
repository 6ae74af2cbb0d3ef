import { z } from 'zod'
import { randomId, readSession, writeSession } from '@/lib/browser/session'
import { sourceSchema } from '@/lib/chatbot/schema'
import { type Locale, routing } from '@/lib/i18n/routing'
import { contactFields } from '@/lib/leads/fields'

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
  filled: z.partialRecord(z.enum(contactFields), z.string()).optional(),
  failed: z.boolean().optional(),
})

const conversationSchema = z.object({
  language: z.enum(routing.locales),
  session_id: z.string().regex(/^[\w.-]{8,128}$/),
  messages: z.array(messageSchema),
  showContact: z.boolean(),
})

export type Message = z.output<typeof messageSchema>
export type Conversation = z.output<typeof conversationSchema>

const entry = 'chat'

/** The messages that a conversation opens with: the greeting and the disclaimer. */
export const openingMessages = 2

export function newSessionId(): string {
  return `${Date.now()}-${randomId()}`
}

/** This tab's conversation; undefined if there is none, it is invalid, or the language of the page has changed since. */
export function loadConversation(language: Locale): Conversation | undefined {
  const stored = readSession(entry, isConversation)
  return stored?.language === language ? stored : undefined
}

/** Keeps the conversation in this tab's session; undefined forgets it. */
export function keepConversation(conversation: Conversation | undefined) {
  writeSession(entry, conversation)
}

export function transcript(messages: Message[], names: { user: string; assistant: string }): string {
  const said = messages.filter(({ role, failed }) => role !== 'system' && !failed)
  return said.map(({ role, content }) => `${names[role as 'user']}: ${plainText(content)}`).join('\n\n')
}

const contactDetail = /[^\s@]+@[^\s@]+|\+\d(?:[\s().-]*\d){6,}|\d(?:[\s().-]*\d){8,}/g
const maxIntroductionWords = 5

/** What the visitor wrote, for the contact form, without messages that only say how to reach them. */
export function inquiryOf(messages: Message[]): string {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  return said.filter((text) => !isIntroduction(text)).join('\n\n')
}

function isIntroduction(text: string): boolean {
  const rest = text.replace(contactDetail, ' ')
  return rest !== text && !text.includes('?') && (rest.match(/\p{L}+/gu)?.length ?? 0) <= maxIntroductionWords
}

export function plainText(markdown: string): string {
  return markdown.replace(/!?\[([^[\]]*)\]\(([^)[]*)\)/g, readLink).replace(/[*_`#>]+/g, '')
}

function readLink(_: string, text: string, address: string): string {
  const number = telephoneNumber(address)
  return !number || `+${text.replace(/\D/g, '')}` === number ? text : `${text} (${number})`
}

export function telephoneNumber(address: string): string | undefined {
  return address.match(/^tel:(\+[1-9]\d{6,14})$/)?.[1]
}

export function isConversation(value: unknown): value is Conversation {
  return conversationSchema.safeParse(value).success
}
