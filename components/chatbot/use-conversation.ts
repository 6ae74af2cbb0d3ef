import { useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fetchEmail } from '@/lib/browser/company-email'
import { type Outcome, reportEnd, sendMessage } from '@/lib/chatbot/browser/api'
import {
  type Conversation,
  inquiryOf,
  keepConversation,
  loadConversation,
  type Message,
  newSessionId,
  plainText,
} from '@/lib/chatbot/browser/conversation'
import type { Locale } from '@/lib/i18n/routing'
import { type BrowserDraft, fillDraft } from '@/lib/leads/browser/message'

/** Words for screen readers only; a new number has the same words read again. `note` is in the page's language. */
export type Announcement = { text: string; language?: Locale; note?: string; number: number }

const silence: Announcement = { text: '', number: 0 }

export function useConversation(locale: Locale) {
  const t = useTranslations('Chat')
  const resume = () => loadConversation(locale) ?? begin()
  const [conversation, setConversation] = useState(resume)
  const [sending, setSending] = useState(false)
  const [announcement, setAnnouncement] = useState(silence)
  const [alert, setAlert] = useState(silence)
  const stopper = useRef<AbortController>(undefined)
  const session = useRef(conversation.session_id)
  const messageOf = useOutcomeMessage()

  // A layout effect: a visitor may leave the page right after an answer appears.
  useLayoutEffect(() => keepConversation(conversation), [conversation])
  usePageReturn(() => show(resume()))

  function begin(): Conversation {
    const timestamp = new Date().toISOString()
    const quickActions = (['backing', 'delivery', 'integration', 'fees'] as const).map((key) => t(`starters.${key}`))
    const messages: Message[] = [
      { role: 'assistant', content: t('greeting'), timestamp, quickActions },
      { role: 'system', content: t('disclaimer'), timestamp, isCollapsible: true },
    ]
    return { language: locale, session_id: newSessionId(), messages, showContact: false }
  }

  function show(next: Conversation) {
    session.current = next.session_id
    setConversation(next)
  }

  async function ask(text: string, messages: Message[]) {
    stopper.current = new AbortController()
    setSending(true)
    setConversation((current) => ({ ...current, messages }))
    const { session_id } = conversation
    const outcome = await sendMessage({ session_id, message: text, language: locale }, stopper.current.signal)
    const message = await messageOf(outcome)
    setSending(false)
    if (session.current !== session_id) return // a new conversation was begun meanwhile
    const filled = fillForm(outcome, messages)
    setConversation((current) => ({
      ...current,
      messages: [...inLanguage(current.messages, message.language), { ...message, ...(filled && { filled }) }],
      showContact: showsContact(outcome, current.showContact),
    }))
    const note = filled && t.markup('filled', { contact: (words) => words })
    const announce = message.failed ? setAlert : setAnnouncement
    announce(({ number }) => {
      return { text: plainText(message.content), language: message.language, note, number: number + 1 }
    })
  }

  return {
    ...conversation,
    sending,
    announcement,
    alert,
    send(text: string): boolean {
      const content = text.trim()
      if (content === '' || sending) return false
      ask(content, [...conversation.messages, { role: 'user', content, timestamp: new Date().toISOString() }])
      return true
    },
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

// A private investor is led to the shop, not to the team.
function showsContact(outcome: Outcome, before: boolean): boolean {
  if (outcome.kind !== 'answer') return before
  const { lead_type, should_show_contact_form } = outcome.answer
  return lead_type !== 'retail' && (before || should_show_contact_form === true)
}

// A question has the language of its answer.
function inLanguage(messages: Message[], language: Locale | undefined): Message[] {
  const last = messages.at(-1)
  return language && last ? [...messages.slice(0, -1), { ...last, language }] : messages
}

function fillForm(outcome: Outcome, messages: Message[]): BrowserDraft | undefined {
  if (outcome.kind !== 'answer' || !outcome.answer.sender) return undefined
  const before: BrowserDraft = Object.assign({}, ...messages.map(({ filled }) => filled))
  const { size: _, ...details } = outcome.answer.sender
  const filled = fillDraft({ ...details, message: inquiryOf(messages) }, before)
  return Object.keys(filled).length > 0 ? filled : undefined
}

/** Calls back when the browser restores the page from its cache: other pages may have been visited meanwhile. */
function usePageReturn(onReturn: () => void) {
  const onReturnNow = useRef(onReturn)
  onReturnNow.current = onReturn

  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturnNow.current()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}

/** Returns a function that makes the message for an outcome: an answer or an apology. */
function useOutcomeMessage(): (outcome: Outcome) => Promise<Message> {
  const t = useTranslations('Chat')
  const email = useRef<Promise<string | undefined>>(undefined)

  // Fetched in advance: after the connection is lost, it would be too late.
  useEffect(() => {
    email.current = fetchEmail()
  }, [])

  async function apologyFor(outcome: Exclude<Outcome, { kind: 'answer' }>): Promise<string> {
    if (outcome.kind === 'limited') return t('rateLimited', { seconds: outcome.retryAfterSeconds })
    if (outcome.kind === 'stopped') return t('stopped')
    const address = await email.current
    return address ? t('apology', { email: address }) : t('apologyPlain')
  }

  return async (outcome) => {
    const message = { role: 'assistant', timestamp: new Date().toISOString() } as const
    if (outcome.kind !== 'answer') return { ...message, content: await apologyFor(outcome), failed: true }
    const { response, redirect_to, lead_type, sources, language, suggestions } = outcome.answer
    return {
      ...message,
      content: response,
      ...(redirect_to && { redirect_to, lead_type: lead_type ?? undefined }),
      sources: sources ?? [],
      ...(language && { language }),
      ...(suggestions && { quickActions: suggestions }),
    }
  }
}
