'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { dropOtherLanguages } from '@/lib/chatbot/conversation'
import { fetchStatus } from '@/lib/chatbot/status'
import type { Locale } from '@/lib/i18n/routing'
import type { ChatWords } from './localized-window'

const pollMs = 30_000

const ChatWindow = lazy(async () => ({ default: (await import('./localized-window')).LocalizedWindow }))

type Props = { locale: Locale; words: ChatWords; redirectHosts: string[] }

/** The floating button, there while the assistant is; the window is loaded when it is first opened. */
export function ChatLauncher({ locale, words, redirectHosts }: Props) {
  const enabled = useStatus()
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => dropOtherLanguages(locale), [locale])

  function show() {
    setOpened(true)
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
          aria-label={words.open}
          aria-haspopup="dialog"
          aria-expanded={open}
        >
          <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">
            <path d="M4 5h16v11h-9l-5 4v-4H4z" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <path d="M8 9h8M8 12h5" stroke="currentColor" strokeWidth="1.5" />
          </svg>
          <span className="chat-badge" aria-hidden="true">
            {words.badge}
          </span>
        </button>
      )}
      {opened && (
        <Suspense>
          <ChatWindow
            words={words}
            visible={open && enabled}
            onClose={close}
            locale={locale}
            redirectHosts={redirectHosts}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whether the assistant is there: asked at once and every 30 s, but not while nobody looks. */
function useStatus(): boolean {
  const [enabled, setEnabled] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const ask = async () => setEnabled(await fetchStatus())
    const follow = () => {
      clearInterval(timer)
      if (document.hidden) return
      ask()
      timer = setInterval(ask, pollMs)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])

  return enabled
}
