import { useEffect, useRef } from 'react'
import { contactFields } from '@/lib/leads/fields'
import type { ContactMessages } from './messages'
import type { Codes } from './use-send'

type Props = {
  messages: ContactMessages
  codes: Codes
  /** Counts refused attempts: each moves the focus here. */
  attempts: number
}

/** What has to be corrected, in the words that stand beside the fields, each a link to its field. */
export function ErrorSummary({ messages, codes, attempts }: Props) {
  const summary = useRef<HTMLDivElement>(null)
  const wrong = contactFields.filter((field) => codes[field])

  const focused = useRef(0)

  // Once an attempt, and not before its errors are shown.
  useEffect(() => {
    if (attempts === focused.current || !summary.current) return
    focused.current = attempts
    summary.current.focus()
  })

  if (wrong.length === 0) return null
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={summary} aria-labelledby="summary-title">
      <h3 id="summary-title">{messages.summaryTitles[wrong.length - 1]}</h3>
      <ul>
        {wrong.map((field) => (
          <li key={field}>
            <a href={`#contact-${field}`}>{messages.errors[field][codes[field] ?? ''] ?? messages.error}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
