'use client'

import { catchError, type ErrorInfo } from 'next/error'

type Messages = { title: string; body: string; retry: string }

/** Shown in place of a page's content when it failed in the browser or on the server; the layout stays usable. */
function ErrorNotice({ title, body, retry: label }: Messages, { retry }: ErrorInfo) {
  return (
    <div className="frame block plain-page" role="alert">
      <h1>{title}</h1>
      <p className="lead">{body}</p>
      <button type="button" className="button" onClick={() => retry()}>
        {label}
      </button>
    </div>
  )
}

export const ErrorBoundary = catchError(ErrorNotice)
