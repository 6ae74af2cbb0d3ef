import { useTranslations } from 'next-intl'
import { useLayoutEffect, useState } from 'react'
import { fetchEmail } from '@/lib/browser/company-email'
import {
  type ChatOutcome,
  reportEnd,
  sendMessage,
} from '@/lib/chatbot/browser/api'
import {
  addToNote,
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

type Translate = ReturnType<typeof useTranslations<'Chat'>>

/**
 * The conversation of this tab. `provider` runs the language model that chooses
 * answers; `none` if there is no model.
 */
export function useConversation(locale: Locale, provider: string) {
  const t = useTranslations('Chat')
  const begin = () => beginConversation(locale, provider, t)
  const resume = () => loadConversation(locale) ?? begin()
  const [conversation, setConversation] = useState(resume)
  const { session_id, messages } = conversation
  const [isSending, setSending] = useState(false)
  const [announced, setAnnounced] = useState<Message>()
  // Fetches the e-mail address up front, because it is shown when the
  // connection is lost.
  const [email] = useState(fetchEmail)

  // Stores in a layout effect, because a visitor may leave the page as soon as an
  // answer appears.
  useLayoutEffect(() => storeConversation(conversation), [conversation])

  function changeCard(change: (current: Conversation) => Partial<CardState>) {
    setConversation((current) => ({
      ...current,
      card: { ...current.card, ...change(current) },
    }))
  }

  async function ask(content: string, earlier: Message[]) {
    const asked = [...earlier, newMessage('user', content)]
    setSending(true)
    setConversation((current) => ({
      ...current,
      messages: asked,
      card: cardAfterQuestion(current.card, asked),
    }))
    const request = { session_id, message: content, language: locale }
    const outcome = await sendMessage(request)
    const isLost = outcome.kind === 'failed'
    const reply = replyOf(outcome, t, isLost ? await email : undefined)
    setSending(false)
    setConversation((current) => ({
      ...current,
      messages: [...current.messages, reply],
      card: reply.adds_to_card
        ? addToNote(current.card, content)
        : current.card,
    }))
    setAnnounced(reply)
  }

  return {
    ...conversation,
    isSending,
    /** The newest answer or apology, for screen readers. */
    announced,
    send(text: string): boolean {
      const content = text.trim()
      if (content === '' || isSending) return false
      ask(content, messages)
      return true
    },
    retry() {
      const last = messages.findLastIndex(({ role }) => role === 'user')
      const { content } = messages[last] ?? {}
      if (content && !isSending) ask(content, messages.slice(0, last))
    },
    restart() {
      reportEnd({ session_id, language: locale })
      setConversation(begin())
    },
    openCard: () =>
      changeCard(({ card, messages: all }) => openCard(card, all)),
    changeCard: (change: Partial<CardState>) => changeCard(() => change),
  }
}

export type ConversationState = ReturnType<typeof useConversation>

function beginConversation(
  language: Locale,
  provider: string,
  t: Translate,
): Conversation {
  const starters = ['backing', 'delivery', 'integration', 'fees'] as const
  const greeting = newMessage('assistant', t('greeting'))
  return {
    language,
    session_id: newSessionId(),
    messages: [
      {
        ...greeting,
        quickActions: starters
          .filter((key) => t.has(`starters.${key}`))
          .map((key) => t(`starters.${key}`)),
      },
      newMessage('system', t('disclaimer', { provider })),
    ],
    card: emptyCard,
  }
}

function newMessage(role: Message['role'], content: string): Message {
  return { role, content, timestamp: new Date().toISOString() }
}

function replyOf(outcome: ChatOutcome, t: Translate, email?: string): Message {
  if (outcome.kind === 'answer') {
    const { response, suggestions, ...answer } = outcome.answer
    const message = newMessage('assistant', response)
    return { ...answer, ...message, quickActions: suggestions }
  }
  const apology = apologyFor(outcome, t, email)
  return { ...newMessage('assistant', apology), failed: true }
}

function apologyFor(
  outcome: Exclude<ChatOutcome, { kind: 'answer' }>,
  t: Translate,
  email?: string,
): string {
  if (outcome.kind === 'limited')
    return t('rateLimited', { seconds: outcome.retryAfterSeconds })
  return email ? t('apology', { email }) : t('apologyPlain')
}
