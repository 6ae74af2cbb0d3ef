import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { fetchEmail } from '@/lib/browser/company-email'
import { type Outcome, reportEnd, sendMessage } from '@/lib/chatbot/browser/api'
import {
  type Conversation,
  inquiryOf,
  keepConversation,
  loadConversation,
  type Message,
  newSessionId,
} from '@/lib/chatbot/browser/conversation'
import type { Locale } from '@/lib/i18n/routing'
import { type BrowserDraft, fillDraft } from '@/lib/leads/browser/message'

export function useConversation(locale: Locale) {
  const t = useTranslations('Chat')
  const resume = () => loadConversation(locale) ?? begin()
  const [conversation, setConversation] = useState(resume)
  const [sending, setSending] = useState(false)
  const [announced, setAnnounced] = useState<Message>()
  const stopper = useRef<AbortController>(undefined)
  const session = useRef(conversation.session_id)
  // Fetched in advance: after the connection is lost, it would be too late.
  const [email] = useState(fetchEmail)

  // A layout effect: a visitor may leave the page right after an answer appears.
  useLayoutEffect(() => keepConversation(conversation), [conversation])

  // Restored from the browser's cache: other pages may have been visited meanwhile.
  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) show(resume())
  })
  useEffect(() => {
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

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
    const message = messageOf(outcome, t, outcome.kind === 'failed' ? await email : undefined)
    setSending(false)
    if (session.current !== session_id) return // a new conversation was begun meanwhile
    const shown = { ...message, filled: fillForm(outcome, messages) }
    setConversation((current) => ({
      ...current,
      messages: [...inLanguage(current.messages, message.language), shown],
      showContact: showsContact(outcome, current.showContact),
    }))
    setAnnounced(shown)
  }

  return {
    ...conversation,
    sending,
    /** The newest answer or apology, for screen readers. */
    announced,
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

/** The message that shows an outcome: an answer or an apology. */
function messageOf(outcome: Outcome, t: ReturnType<typeof useTranslations<'Chat'>>, email?: string): Message {
  const message = { role: 'assistant', timestamp: new Date().toISOString() } as const
  if (outcome.kind === 'limited') {
    return { ...message, content: t('rateLimited', { seconds: outcome.retryAfterSeconds }), failed: true }
  }
  if (outcome.kind === 'stopped') return { ...message, content: t('stopped'), failed: true }
  if (outcome.kind === 'failed') {
    return { ...message, content: email ? t('apology', { email }) : t('apologyPlain'), failed: true }
  }
  const { response, redirect_to, lead_type, sources, language, suggestions } = outcome.answer
  return {
    ...message,
    content: response,
    ...(redirect_to && { redirect_to, lead_type: lead_type ?? undefined }),
    sources: sources ?? [],
    language,
    quickActions: suggestions,
  }
}
