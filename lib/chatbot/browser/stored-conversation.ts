import { isRecord } from '@/lib/browser/guards'
import type { Source } from '@/lib/chatbot/schema'
import { isLocale, type Locale } from '@/lib/i18n/routing'
import type { BrowserDraft } from '@/lib/leads/browser/draft'

export type Message = {
  role: 'user' | 'assistant' | 'system'
  content: string
  /** ISO time. */
  timestamp: string
  /** Where it is not the conversation's. */
  language?: Locale
  /** Questions that a click asks: a conversation's starters, an answer's suggestions. */
  quickActions?: string[]
  redirect_to?: string
  lead_type?: string
  isCollapsible?: boolean
  sources?: Source[]
  /** What an answer put into the contact form. */
  filled?: BrowserDraft
  /** Replaces an answer that did not come: the visitor can retry. */
  failed?: boolean
}

/** `language` is that of the page on which it was last shown. */
export type Conversation = { language: Locale; session_id: string; messages: Message[]; showContact: boolean }

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
