import type { Locale } from '@/lib/i18n/routing'
import type { Source } from './contract'

/** A message as the visitor sees it. */
export type Message = {
  role: 'user' | 'assistant' | 'system'
  content: string
  /** When it was written, as an ISO time. */
  timestamp: string
  quickActions?: string[]
  redirect_to?: string
  lead_type?: string
  isCollapsible?: boolean
  sources?: Source[]
  /** Stands in place of an answer that did not come: it can be tried again. */
  failed?: boolean
}

export type Conversation = { language: Locale; session_id: string; messages: Message[]; showContact: boolean }

const entry = 'chat'

/** A session's id: the time and 128 random bits. */
export function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `${Date.now()}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** This tab's conversation in a language; undefined when there is none, it cannot be read or it is in another. */
export function loadConversation(language: Locale): Conversation | undefined {
  try {
    const stored: Conversation | null = JSON.parse(sessionStorage.getItem(entry) ?? 'null')
    return stored?.language === language && Array.isArray(stored.messages) ? stored : undefined
  } catch {
    return undefined // storage is blocked, or holds something else
  }
}

/** Keeps a conversation for this tab, where the browser allows it; else it lasts as long as the page. */
export function keepConversation(conversation: Conversation) {
  try {
    sessionStorage.setItem(entry, JSON.stringify(conversation))
  } catch {
    // blocked or full: the visitor's own setting
  }
}

/** Forgets this tab's conversation unless it is in this language: changing the language begins anew. */
export function dropOtherLanguages(language: Locale) {
  try {
    if (!loadConversation(language)) sessionStorage.removeItem(entry)
  } catch {
    // blocked storage holds nothing to forget
  }
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
