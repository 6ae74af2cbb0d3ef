import { randomId } from '@/lib/browser/random-id'
import { readSession, writeSession } from '@/lib/browser/session'
import type { Locale } from '@/lib/i18n/routing'
import { type Conversation, isConversation, type Message } from './stored-conversation'

export type { Conversation, Message } from './stored-conversation'

const entry = 'chat'

export function newSessionId(): string {
  return `${Date.now()}-${randomId()}`
}

/** This tab's conversation in a language; undefined when there is none, or it is invalid or in another language. */
export function loadConversation(language: Locale): Conversation | undefined {
  const stored = readSession(entry, isConversation)
  return stored?.language === language ? stored : undefined
}

export function keepConversation(conversation: Conversation) {
  writeSession(entry, conversation)
}

export function forgetConversation() {
  writeSession(entry, undefined)
}

export function dropOtherLanguages(language: Locale) {
  if (!loadConversation(language)) forgetConversation()
}

export function transcript(messages: Message[], names: { user: string; assistant: string }): string {
  const said = messages.filter(({ role, failed }) => role !== 'system' && !failed)
  return said.map(({ role, content }) => `${names[role as 'user']}: ${plainText(content)}`).join('\n\n')
}

/** Markdown as it reads aloud: link texts without addresses, no marks. */
export function plainText(markdown: string): string {
  return markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`#>]+/g, '')
}
