import { randomId } from '@/lib/browser/random-id'
import { readSession, writeSession } from '@/lib/browser/session'
import type { Locale } from '@/lib/i18n/routing'
import { type Conversation, isConversation, type Message } from './stored-conversation'
import { telephoneNumber } from './telephone'

export type { Conversation, Message } from './stored-conversation'

const entry = 'chat'

export function newSessionId(): string {
  return `${Date.now()}-${randomId()}`
}

type Open = (timestamp?: string) => Message[]

/** This tab's conversation on a page of a language; undefined when there is none, or it is invalid. */
export function loadConversation(language: Locale, open: Open): Conversation | undefined {
  const stored = readSession(entry, isConversation)
  return stored && continueIn(stored, language, open)
}

/** A conversation on a page of a language: it opens in that language, and what was said keeps its own. */
export function continueIn(stored: Conversation, language: Locale, open: Open): Conversation {
  if (stored.language === language) return stored
  const said = stored.messages.slice(openingLength(stored.messages))
  const messages = said.map((message) => ({ ...message, language: message.language ?? stored.language }))
  return { ...stored, language, messages: [...open(stored.messages[0]?.timestamp), ...messages] }
}

/** How many messages come before the visitor's first one. */
export function openingLength(messages: Message[]): number {
  const first = messages.findIndex(({ role }) => role === 'user')
  return first === -1 ? messages.length : first
}

export function keepConversation(conversation: Conversation) {
  writeSession(entry, conversation)
}

export function forgetConversation() {
  writeSession(entry, undefined)
}

export function transcript(messages: Message[], names: { user: string; assistant: string }): string {
  const said = messages.filter(({ role, failed }) => role !== 'system' && !failed)
  return said.map(({ role, content }) => `${names[role as 'user']}: ${plainText(content)}`).join('\n\n')
}

/** Markdown as it reads aloud: link texts without addresses, but with the number that is dialled; no marks. */
export function plainText(markdown: string): string {
  return markdown.replace(/!?\[([^\]]*)\]\(([^)]*)\)/g, readLink).replace(/[*_`#>]+/g, '')
}

function readLink(_: string, text: string, address: string): string {
  const number = telephoneNumber(address)
  return !number || `+${text.replace(/\D/g, '')}` === number ? text : `${text} (${number})`
}
