import { isRecord, randomId, readSession, writeSession } from '@/lib/browser/session'
import type { Source } from '@/lib/chatbot/schema'
import { isLocale, type Locale } from '@/lib/i18n/routing'
import type { BrowserDraft } from '@/lib/leads/browser/draft'

export type Message = {
  role: 'user' | 'assistant' | 'system'
  content: string
  /** ISO time. */
  timestamp: string
  /** If it differs from the conversation's. */
  language?: Locale
  /** Questions to send with a click: starters or suggestions. */
  quickActions?: string[]
  redirect_to?: string
  lead_type?: string
  isCollapsible?: boolean
  sources?: Source[]
  /** Details that an answer put into the contact form. */
  filled?: BrowserDraft
  /** An apology instead of an answer: the visitor can retry. */
  failed?: boolean
}

/** `language` is the page's. */
export type Conversation = { language: Locale; session_id: string; messages: Message[]; showContact: boolean }

const entry = 'chat'

export function newSessionId(): string {
  return `${Date.now()}-${randomId()}`
}

/** This tab's conversation; undefined if there is none, it is invalid, or the language of the page has changed since. */
export function loadConversation(language: Locale): Conversation | undefined {
  const stored = readSession(entry, isConversation)
  return stored?.language === language ? stored : undefined
}

/** The number of messages before the visitor's first one. */
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

/** The number that a link dials, as `+12125550100` (E.164); undefined for any other address. */
export function telephoneNumber(address: string): string | undefined {
  return address.match(/^tel:(\+[1-9]\d{6,14})$/)?.[1]
}

const roles: unknown[] = ['user', 'assistant', 'system'] satisfies Message['role'][]

/** Whether a value is a valid conversation. Not by zod, which the contact page would then have to load. */
export function isConversation(value: unknown): value is Conversation {
  if (!isRecord(value)) return false
  const { language, session_id, messages, showContact } = value
  return (
    isLanguage(language) &&
    isText(session_id) &&
    /^[\w.-]{8,128}$/.test(session_id) &&
    typeof showContact === 'boolean' &&
    isListOf(messages, isMessage)
  )
}

function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { role, content, timestamp, language, redirect_to, lead_type, isCollapsible, failed } = value
  const { quickActions, sources, filled } = value
  return (
    roles.includes(role) &&
    isText(content) &&
    isText(timestamp) &&
    !Number.isNaN(Date.parse(timestamp)) &&
    (language === undefined || isLanguage(language)) &&
    [redirect_to, lead_type].every((text) => text === undefined || isText(text)) &&
    [isCollapsible, failed].every((flag) => flag === undefined || typeof flag === 'boolean') &&
    (quickActions === undefined || isListOf(quickActions, isText)) &&
    (sources === undefined || isListOf(sources, isSource)) &&
    (filled === undefined || (isRecord(filled) && isListOf(Object.values(filled), isText)))
  )
}

function isSource(value: unknown): boolean {
  return isRecord(value) && isText(value.id) && isText(value.title) && isText(value.path)
}

function isLanguage(value: unknown): value is Locale {
  return isText(value) && isLocale(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isListOf(value: unknown, accepts: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => accepts(item))
}
