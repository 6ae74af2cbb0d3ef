import { randomId } from '@/lib/browser/random-id'
import { readSession, writeSession } from '@/lib/browser/session'
import type { Locale } from '@/lib/i18n/routing'
import { type Conversation, isConversation, type Message } from './stored-conversation'

export type { Conversation, Message } from './stored-conversation'

const entry = 'chat'

/** A session's id: the time and 128 random bits. */
export function newSessionId(): string {
  return `${Date.now()}-${randomId()}`
}

/** This tab's conversation in a language; undefined when there is none, it cannot be read or it is in another. */
export function loadConversation(language: Locale): Conversation | undefined {
  const stored = readSession(entry, isConversation)
  return stored?.language === language ? stored : undefined
}

/** Keeps a conversation for this tab, where the browser allows it; else it lasts as long as the page. */
export function keepConversation(conversation: Conversation) {
  writeSession(entry, conversation)
}

/** Forgets this tab's conversation, so that the next one begins anew. */
export function forgetConversation() {
  writeSession(entry, undefined)
}

/** Forgets this tab's conversation unless it is in this language: changing the language begins anew. */
export function dropOtherLanguages(language: Locale) {
  if (!loadConversation(language)) forgetConversation()
}

/** What was said, as plain text with who said it; the disclaimer and failures are left out. */
export function transcript(messages: Message[], names: { user: string; assistant: string }): string {
  const said = messages.filter(({ role, failed }) => role !== 'system' && !failed)
  return said.map(({ role, content }) => `${names[role as 'user']}: ${plainText(content)}`).join('\n\n')
}

/** Markdown as it reads aloud: link texts without their addresses, no marks. */
export function plainText(markdown: string): string {
  return markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`#>]+/g, '')
}
