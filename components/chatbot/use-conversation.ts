import { useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fetchEmail } from '@/lib/browser/company-email'
import { type Outcome, reportEnd, sendMessage } from '@/lib/chatbot/browser/api'
import {
  type Conversation,
  keepConversation,
  loadConversation,
  type Message,
  newSessionId,
  plainText,
} from '@/lib/chatbot/browser/conversation'
import type { Locale } from '@/lib/i18n/routing'
import { useOpening } from './use-opening'

/** Words for screen readers alone; a new number makes the same words news again. */
export type Announcement = { text: string; number: number }

const silence: Announcement = { text: '', number: 0 }

/** The conversation of this tab and what can be done with it. */
export function useConversation(locale: Locale) {
  const t = useTranslations('Chat')
  const opening = useOpening()
  const begin = (): Conversation => ({
    language: locale,
    session_id: newSessionId(),
    messages: opening(),
    showContact: false,
  })
  const [conversation, setConversation] = useState(() => loadConversation(locale) ?? begin())
  const [sending, setSending] = useState(false)
  const [announcement, setAnnouncement] = useState(silence)
  const [alert, setAlert] = useState(silence)
  const stopper = useRef<AbortController>(undefined)
  const email = useRef<Promise<string | undefined>>(undefined)
  const session = useRef(conversation.session_id)

  // With what is shown, not after it: a page that is left at once would lose the answer it has shown.
  useLayoutEffect(() => keepConversation(conversation), [conversation])

  // Fetched before it is needed: an apology for a lost connection could not fetch it.
  useEffect(() => {
    email.current = fetchEmail()
  }, [])

  async function ask(text: string, messages: Message[]) {
    stopper.current = new AbortController()
    setSending(true)
    setConversation((current) => ({ ...current, messages }))
    const { session_id } = conversation
    const outcome = await sendMessage({ session_id, message: text, language: locale }, stopper.current)
    const message = await messageOf(outcome)
    setSending(false)
    if (session.current !== session_id) return // a new conversation was begun meanwhile
    setConversation((current) => {
      const showContact = current.showContact || asksContact(outcome)
      return { ...current, messages: [...current.messages, message], showContact }
    })
    const announce = message.failed ? setAlert : setAnnouncement
    announce(({ number }) => ({ text: plainText(message.content), number: number + 1 }))
  }

  async function messageOf(outcome: Outcome): Promise<Message> {
    const timestamp = new Date().toISOString()
    if (outcome.kind !== 'answer') {
      return { role: 'assistant', content: await apologyFor(outcome), timestamp, failed: true }
    }
    const { response, redirect_to, lead_type, sources } = outcome.answer
    const link = redirect_to ? { redirect_to, lead_type: lead_type ?? undefined } : {}
    return { role: 'assistant', content: response, timestamp, ...link, sources: sources ?? [] }
  }

  async function apologyFor(outcome: Exclude<Outcome, { kind: 'answer' }>): Promise<string> {
    if (outcome.kind === 'limited') return t('rateLimited', { seconds: outcome.retryAfterSeconds })
    if (outcome.kind === 'stopped') return t('stopped')
    const address = await email.current // a conversation that fails at once waits for it
    return address ? t('apology', { email: address }) : t('apologyPlain')
  }

  return {
    ...conversation,
    sending,
    announcement,
    alert,
    /** Sends a message, unless it is blank or another is under way; tells which. */
    send(text: string): boolean {
      const content = text.trim()
      if (content === '' || sending) return false
      ask(content, [...conversation.messages, { role: 'user', content, timestamp: new Date().toISOString() }])
      return true
    },
    /** Sends the last question again, in place of the failure that followed it. */
    retry() {
      const last = conversation.messages.findLast(({ role }) => role === 'user')
      const answered = conversation.messages.filter(({ failed }) => !failed)
      if (last && !sending) ask(last.content, answered)
    },
    stop: () => stopper.current?.abort(),
    restart() {
      stopper.current?.abort()
      reportEnd({ session_id: conversation.session_id, language: locale }, false)
      const next = begin()
      session.current = next.session_id
      setConversation(next)
    },
  }
}

function asksContact(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && outcome.answer.should_show_contact_form === true
}
