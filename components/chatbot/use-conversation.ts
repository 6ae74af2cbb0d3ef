import { useTranslations } from 'next-intl'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fetchEmail } from '@/lib/browser/company-email'
import { type Outcome, reportEnd, sendMessage } from '@/lib/chatbot/browser/api'
import {
  cardAfterAnswer,
  cardAfterQuestion,
  openCard,
} from '@/lib/chatbot/browser/card'
import {
  type CardState,
  type Conversation,
  emptyCard,
  loadConversation,
  type Message,
  newSessionId,
  storeConversation,
} from '@/lib/chatbot/browser/conversation'
import type { Locale } from '@/lib/i18n/routing'

/**
 * `provider` runs the language model that chooses answers; `none` if there is
 * no model.
 */
export function useConversation(locale: Locale, provider: string) {
  const t = useTranslations('Chat')
  const resume = () => loadConversation(locale) ?? begin()
  const [conversation, setConversation] = useState(resume)
  const [sending, setSending] = useState(false)
  const [announced, setAnnounced] = useState<Message>()
  const stopper = useRef<AbortController>(undefined)
  const session = useRef(conversation.session_id)
  // Fetched up front, because it cannot be fetched once the connection is lost.
  const [email] = useState(fetchEmail)

  // A layout effect, because a visitor may leave the page as soon as an answer
  // appears.
  useLayoutEffect(() => storeConversation(conversation), [conversation])

  // Browsers may restore the page from their cache after visits to other pages.
  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) show(resume())
  })
  useEffect(() => {
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

  function begin(): Conversation {
    const timestamp = new Date().toISOString()
    const quickActions = (
      ['backing', 'delivery', 'integration', 'fees'] as const
    ).map((key) => t(`starters.${key}`))
    const messages: Message[] = [
      { role: 'assistant', content: t('greeting'), timestamp, quickActions },
      {
        role: 'system',
        content: t('disclaimer', { provider }),
        timestamp,
        isCollapsible: true,
      },
    ]
    return {
      language: locale,
      session_id: newSessionId(),
      messages,
      showContact: false,
      card: emptyCard,
    }
  }

  function show(next: Conversation) {
    session.current = next.session_id
    setConversation(next)
  }

  async function ask(text: string, messages: Message[]) {
    stopper.current = new AbortController()
    setSending(true)
    setConversation((current) => ({
      ...current,
      messages,
      card: cardAfterQuestion(current.card, messages),
    }))
    const { session_id } = conversation
    const outcome = await sendMessage(
      { session_id, message: text, language: locale },
      stopper.current.signal,
    )
    const message = messageOf(
      outcome,
      t,
      outcome.kind === 'failed' ? await email : undefined,
    )
    setSending(false)
    // The visitor may have begun a new conversation in the meantime.
    if (session.current !== session_id) return
    const offersContact =
      outcome.kind === 'answer' && outcome.answer.offers_contact === true
    setConversation((current) => {
      const all = [...inLanguage(current.messages, message.language), message]
      const card = cardAfterAnswer(current.card, all, offersContact)
      return {
        ...current,
        messages: all,
        card,
        showContact: showsContact(outcome, current.showContact),
      }
    })
    setAnnounced(message)
  }

  return {
    ...conversation,
    sending,
    /** The newest answer or apology, for screen readers. */
    announced,
    send(text: string): boolean {
      const content = text.trim()
      if (content === '' || sending) return false
      ask(content, [
        ...conversation.messages,
        { role: 'user', content, timestamp: new Date().toISOString() },
      ])
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
      reportEnd(
        { session_id: conversation.session_id, language: locale },
        false,
      )
      show(begin())
    },
    openCard() {
      setConversation((current) => ({
        ...current,
        card: openCard(current.card, current.messages),
      }))
    },
    changeCard(change: Partial<CardState>) {
      setConversation((current) => ({
        ...current,
        card: { ...current.card, ...change },
      }))
    },
    /** Marks an answer that the visitor has reported as wrong. */
    markReported(timestamp: string) {
      setConversation((current) => ({
        ...current,
        messages: current.messages.map((message) =>
          message.timestamp === timestamp
            ? { ...message, reported: true }
            : message,
        ),
      }))
    },
  }
}

export type ConversationState = ReturnType<typeof useConversation>

/** Private investors are sent to the shop, not to the team. */
function showsContact(outcome: Outcome, before: boolean): boolean {
  if (outcome.kind !== 'answer') return before
  const { lead_type, should_show_contact_form } = outcome.answer
  return lead_type !== 'retail' && (before || should_show_contact_form === true)
}

/** A question takes the language of its answer. */
function inLanguage(
  messages: Message[],
  language: Locale | undefined,
): Message[] {
  const last = messages.at(-1)
  return language && last
    ? [...messages.slice(0, -1), { ...last, language }]
    : messages
}

function messageOf(
  outcome: Outcome,
  t: ReturnType<typeof useTranslations<'Chat'>>,
  email?: string,
): Message {
  const message = {
    role: 'assistant',
    timestamp: new Date().toISOString(),
  } as const
  if (outcome.kind === 'limited') {
    return {
      ...message,
      content: t('rateLimited', { seconds: outcome.retryAfterSeconds }),
      failed: true,
    }
  }
  if (outcome.kind === 'stopped')
    return { ...message, content: t('stopped'), failed: true }
  if (outcome.kind === 'failed') {
    return {
      ...message,
      content: email ? t('apology', { email }) : t('apologyPlain'),
      failed: true,
    }
  }
  const {
    response,
    redirect_to,
    lead_type,
    sources,
    language,
    suggestions,
    unanswered,
  } = outcome.answer
  return {
    ...message,
    content: response,
    redirect_to: redirect_to ?? undefined,
    lead_type: lead_type ?? undefined,
    sources: sources ?? [],
    language,
    quickActions: suggestions,
    unanswered,
  }
}
