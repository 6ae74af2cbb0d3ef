import { useEffect, useRef, useState } from 'react'
import { contactFields, referenceOf } from '@/lib/leads/fields'
import { type ContactMessages, explainFailure, referenceMark } from './messages'
import type { Codes, Outcome } from './use-contact-form'

const successVisibleMs = 5000

type Props = { messages: ContactMessages; outcome?: Outcome }

/**
 * The result of sending: a receipt, or what went wrong and a way to try again. It takes the focus, which also scrolls it
 * into view (WCAG 2.4.3).
 */
export function FormOutcome({ messages, outcome }: Props) {
  const result = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (outcome) result.current?.focus()
  }, [outcome])

  return (
    <div className="form-outcome" tabIndex={-1} ref={result}>
      <div role="status">
        {outcome?.kind === 'sent' && <Receipt key={outcome.id} messages={messages} id={outcome.id} />}
      </div>
      <div role="alert">
        {outcome?.kind === 'failed' && (
          <div className="outcome outcome-bad">
            <p>{messages.error}</p>
            <p>{explainFailure(messages, outcome.code, outcome.retryAfterSeconds)}</p>
            <button type="submit" className="quiet-button">
              {messages.retry}
            </button>
          </div>
        )}
      </div>
    </div>
  )
}

/** The success message hides after 5000 ms; the reference and what happens next remain. */
function Receipt({ messages, id }: { messages: ContactMessages; id: string }) {
  const [thanking, setThanking] = useState(true)

  useEffect(() => {
    const timer = setTimeout(() => setThanking(false), successVisibleMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="outcome outcome-good">
      <p>{thanking ? messages.success : messages.receiptTitle}</p>
      <p>{messages.receiptBody.replace(referenceMark, referenceOf(id))}</p>
    </div>
  )
}

type SummaryProps = {
  messages: ContactMessages
  codes: Codes
  /** Counts refused attempts: each moves the focus here. */
  attempts: number
}

export function ErrorSummary({ messages, codes, attempts }: SummaryProps) {
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
