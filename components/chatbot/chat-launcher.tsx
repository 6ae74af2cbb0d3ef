'use client'

import { useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { useLoaded } from '@/components/ui/use-loaded'
import type { Locale } from '@/lib/i18n/routing'
import { ChatBoundary } from './chat-boundary'
import { ChatError } from './chat-error'
import type { WindowMessages } from './localized-window'
import { useStatus } from './use-status'
import './chatbot.css'

const importWindow = async () => (await import('./localized-window')).LocalizedWindow

type Props = { locale: Locale; messages: WindowMessages; redirectHosts: string[] }

/** The floating button, there while the assistant is; the window is loaded when it is first opened. */
export function ChatLauncher({ locale, messages, redirectHosts }: Props) {
  const enabled = useStatus()
  const [open, setOpen] = useState(false)
  const { loaded: Window, failures, load } = useLoaded(importWindow)
  const button = useRef<HTMLButtonElement>(null)
  const visible = open && enabled
  const loading = open && !Window && failures === 0

  function show() {
    if (!Window) load()
    setOpen(true)
  }

  function close(returnFocus: boolean) {
    setOpen(false)
    // Once the window is closed and the button is there again.
    if (returnFocus) requestAnimationFrame(() => button.current?.focus())
  }

  return (
    <>
      {enabled && (
        <button
          ref={button}
          type="button"
          className="chat-launcher"
          onClick={show}
          // The name has what is to be read on the button (WCAG 2.5.3).
          aria-label={`${messages.open}, ${messages.badge}`}
          aria-haspopup="dialog"
          aria-expanded={open && !loading}
          aria-busy={loading}
        >
          <Icon name="chat" size={28} />
          <span className="chat-badge" aria-hidden="true">
            {messages.badge}
          </span>
        </button>
      )}
      {Window ? (
        <ChatBoundary messages={messages} visible={visible} onClose={close}>
          <Window messages={messages} visible={visible} onClose={close} locale={locale} redirectHosts={redirectHosts} />
        </ChatBoundary>
      ) : (
        failures > 0 && (
          <ChatError messages={messages} visible={visible} failures={failures} onRetry={load} onClose={close} />
        )
      )}
    </>
  )
}
