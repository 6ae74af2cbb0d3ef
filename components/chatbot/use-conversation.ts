import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Outcome, reportEnd, sendMessage } from '@/lib/chatbot/browser/api'
import {
  type Conversation,
  keepConversation,
  loadConversation,
  type Message,
  newSessionId,
  plainText,
} from '@/lib/chatbot/browser/conversation'
import { draftOf } from '@/lib/chatbot/browser/sender'
import type { Locale } from '@/lib/i18n/routing'
import type { BrowserDraft } from '@/lib/leads/browser/draft'
import { fillDraft } from '@/lib/leads/browser/fill-draft'
import { useOpening } from './use-opening'
import { useOutcomeMessage } from './use-outcome-message'
import { usePageReturn } from './use-page-return'

/** Words for screen readers alone; a new number makes the same words news again. `note` is in the page's language. */
export type Announcement = { text: string; language?: Locale; note?: string; number: number }

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
  const resume = () => loadConversation(locale, opening) ?? begin()
  const [conversation, setConversation] = useState(resume)
  const [sending, setSending] = useState(false)
  const [announcement, setAnnouncement] = useState(silence)
  const [alert, setAlert] = useState(silence)
  const stopper = useRef<AbortController>(undefined)
  const messageOf = useOutcomeMessage()
  const session = useRef(conversation.session_id)

  // With what is shown, not after it: a page that is left at once would lose the answer it has shown.
  useLayoutEffect(() => keepConversation(conversation), [conversation])

  usePageReturn(() => show(resume()))

  function show(next: Conversation) {
    session.current = next.session_id
    setConversation(next)
  }

  async function ask(text: string, messages: Message[]) {
    stopper.current = new AbortController()
    setSending(true)
    setConversation((current) => ({ ...current, messages }))
    const { session_id } = conversation
    const outcome = await sendMessage({ session_id, message: text, language: locale }, stopper.current)
    const message = await messageOf(outcome)
    setSending(false)
    if (session.current !== session_id) return // a new conversation was begun meanwhile
    const filled = fillForm(outcome, messages)
    const answer = filled ? { ...message, filled } : message
    setConversation((current) => {
      const showContact = current.showContact || asksContact(outcome)
      return { ...current, messages: [...inLanguage(current.messages, message.language), answer], showContact }
    })
    const announce = message.failed ? setAlert : setAnnouncement
    const note = filled && t.markup('filled', { contact: (words) => words })
    announce(({ number }) => ({
      text: plainText(message.content),
      language: message.language,
      note,
      number: number + 1,
    }))
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
      show(begin())
    },
  }
}

function asksContact(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && outcome.answer.should_show_contact_form === true
}

// A question is in the language in which it is answered.
function inLanguage(messages: Message[], language?: Locale): Message[] {
  return messages.map((message, index) =>
    language && index === messages.length - 1 ? { ...message, language } : message,
  )
}

// What an earlier answer put into the form may be corrected; a question there stays.
function fillForm(outcome: Outcome, messages: Message[]): BrowserDraft | undefined {
  if (outcome.kind !== 'answer' || !outcome.answer.sender) return undefined
  const before: BrowserDraft = Object.assign({}, ...messages.map(({ filled }) => filled))
  const filled = fillDraft(draftOf(outcome.answer.sender, messages), { ...before, message: undefined })
  return Object.keys(filled).length > 0 ? filled : undefined
}
