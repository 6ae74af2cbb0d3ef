'use client'

import { useEffect, useRef, useState } from 'react'
import { dropOtherLanguages } from '@/lib/chatbot/browser/conversation'
import type { Locale } from '@/lib/i18n/routing'
import { ChatBoundary } from './chat-boundary'
import { ChatError } from './chat-error'
import { LauncherIcon } from './icons'
import type { ChatWords } from './localized-window'
import { useChatWindow } from './use-chat-window'
import { useStatus } from './use-status'

type Props = { locale: Locale; words: ChatWords; redirectHosts: string[] }

/** The floating button, there while the assistant is; the window is loaded when it is first opened. */
export function ChatLauncher({ locale, words, redirectHosts }: Props) {
  const enabled = useStatus()
  const [open, setOpen] = useState(false)
  const { Window, failures, load } = useChatWindow()
  const button = useRef<HTMLButtonElement>(null)
  const visible = open && enabled
  const loading = open && !Window && failures === 0

  useEffect(() => dropOtherLanguages(locale), [locale])

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
          aria-label={`${words.open}, ${words.badge}`}
          aria-haspopup="dialog"
          aria-expanded={open && !loading}
          aria-busy={loading}
        >
          <LauncherIcon />
          <span className="chat-badge" aria-hidden="true">
            {words.badge}
          </span>
        </button>
      )}
      {Window ? (
        <ChatBoundary words={words} visible={visible} onClose={close}>
          <Window words={words} visible={visible} onClose={close} locale={locale} redirectHosts={redirectHosts} />
        </ChatBoundary>
      ) : (
        failures > 0 && <ChatError words={words} visible={visible} failures={failures} onRetry={load} onClose={close} />
      )}
    </>
  )
}
