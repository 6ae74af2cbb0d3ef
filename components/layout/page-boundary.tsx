'use client'

import type { ReactNode } from 'react'
import { ErrorBoundary } from '@/components/ui/error-boundary'

type Messages = { title: string; body: string; retry: string }

/**
 * Replaces the content of a page that failed in the browser or on the server.
 * The layout stays usable.
 */
export function PageBoundary({
  messages,
  children,
}: {
  messages: Messages
  children: ReactNode
}) {
  const notice = () => (
    <div className="frame block plain-page" role="alert">
      <h1>{messages.title}</h1>
      <p className="lead">{messages.body}</p>
      <button
        type="button"
        className="button"
        onClick={() => window.location.reload()}
      >
        {messages.retry}
      </button>
    </div>
  )
  return <ErrorBoundary notice={notice}>{children}</ErrorBoundary>
}
