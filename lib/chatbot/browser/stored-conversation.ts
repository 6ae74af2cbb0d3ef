import { isRecord } from '@/lib/browser/guards'
import type { Source } from '@/lib/chatbot/schema'
import { isLocale, type Locale } from '@/lib/i18n/routing'

export type Message = {
  role: 'user' | 'assistant' | 'system'
  content: string
  /** ISO time. */
  timestamp: string
  quickActions?: string[]
  redirect_to?: string
  lead_type?: string
  isCollapsible?: boolean
  sources?: Source[]
  /** Replaces an answer that did not come: the visitor can retry. */
  failed?: boolean
}

export type Conversation = { language: Locale; session_id: string; messages: Message[]; showContact: boolean }

const roles: unknown[] = ['user', 'assistant', 'system'] satisfies Message['role'][]

/** Whether a value is a valid conversation. Not by zod, which the contact page would then have to load. */
export function isConversation(value: unknown): value is Conversation {
  if (!isRecord(value)) return false
  const { language, session_id, messages, showContact } = value
  return (
    isText(language) &&
    isLocale(language) &&
    isText(session_id) &&
    /^[\w.-]{8,128}$/.test(session_id) &&
    typeof showContact === 'boolean' &&
    isListOf(messages, isMessage)
  )
}

function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { role, content, timestamp, quickActions, redirect_to, lead_type, isCollapsible, sources, failed } = value
  return (
    roles.includes(role) &&
    isText(content) &&
    isText(timestamp) &&
    !Number.isNaN(Date.parse(timestamp)) &&
    [redirect_to, lead_type].every((text) => text === undefined || isText(text)) &&
    [isCollapsible, failed].every((flag) => flag === undefined || typeof flag === 'boolean') &&
    (quickActions === undefined || isListOf(quickActions, isText)) &&
    (sources === undefined || isListOf(sources, isSource))
  )
}

function isSource(value: unknown): boolean {
  return isRecord(value) && isText(value.id) && isText(value.title) && isText(value.path)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isListOf(value: unknown, accepts: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => accepts(item))
}
