'use client'

import { useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from '@/components/ui/error-boundary'
import { Icon } from '@/components/ui/icon'
import { useLoaded } from '@/components/ui/use-loaded'
import { requestJson } from '@/lib/browser/request-json'
import { writeSession } from '@/lib/browser/session'
import { conversationEntry } from '@/lib/chatbot/session-id'
import type { Locale } from '@/lib/i18n/routing'
import type { CardProps } from './card-form'
import { ChatFailure } from './chat-failure'
import type { WindowMessages } from './chat-window'
import type { Close } from './use-dialog'
import './chatbot.css'

const pollMs = 30_000
const maxStatusWaitMs = 25_000

const importWindow = async () => (await import('./chat-window')).LocalizedWindow

type Props = {
  locale: Locale
  messages: WindowMessages
  hosts: string[]
  card: CardProps
  provider: string
}

export function ChatLauncher({ messages, ...window }: Props) {
  const isEnabled = useStatus()
  const [isOpen, setOpen] = useState(false)
  const { loaded: Window, failures, load } = useLoaded(importWindow)
  const button = useRef<HTMLButtonElement>(null)
  const isVisible = isOpen && isEnabled
  const isLoading = isOpen && !Window && failures === 0

  function show() {
    if (!Window) load()
    setOpen(true)
  }

  const close: Close = ({ returnsFocus } = { returnsFocus: true }) => {
    setOpen(false)
    // Waits a frame, because the button reappears once the window is closed.
    if (returnsFocus) requestAnimationFrame(() => button.current?.focus())
  }

  const error = (onRetry: () => void) => (
    <ChatFailure
      messages={messages}
      isVisible={isVisible}
      failures={failures}
      onRetry={onRetry}
      onClose={close}
    />
  )

  // Starts a new conversation after a crash, because the old conversation
  // caused the crash.
  const afterCrash = (reset: () => void) =>
    error(() => {
      writeSession(conversationEntry, undefined)
      reset()
    })

  return (
    <>
      {isEnabled && (
        <button
          ref={button}
          type="button"
          className="chat-launcher"
          onClick={show}
          // The accessible name contains the visible text (WCAG 2.5.3).
          aria-label={`${messages.open}, ${messages.badge}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen && !isLoading}
          aria-busy={isLoading}
        >
          <Icon name="chat" size={28} />
          <span className="chat-badge" aria-hidden="true">
            {messages.badge}
          </span>
        </button>
      )}
      {Window ? (
        <ErrorBoundary notice={afterCrash}>
          <Window
            messages={messages}
            isVisible={isVisible}
            onClose={close}
            {...window}
          />
        </ErrorBoundary>
      ) : (
        failures > 0 && error(load)
      )}
    </>
  )
}

function useStatus(): boolean {
  const [isEnabled, setEnabled] = useState(false)

  useEffect(() => {
    let asked = 0
    const ask = async () => {
      if (document.hidden) return
      const request = ++asked
      const status = await fetchStatus()
      // Ignores an answer that arrives after the answer to a later request.
      if (request === asked) setEnabled(status)
    }
    ask()
    const timer = setInterval(ask, pollMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])

  return isEnabled
}

async function fetchStatus(): Promise<boolean> {
  const response = await requestJson('/api/chatbot/status', {
    maxMs: maxStatusWaitMs,
  })
  return (
    typeof response !== 'string' &&
    response.ok &&
    response.body.enabled === true
  )
}
