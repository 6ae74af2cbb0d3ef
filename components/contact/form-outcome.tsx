import { useEffect, useRef, useState } from 'react'
import { referenceOf } from '@/lib/leads/reference'
import { type ContactMessages, explainFailure, referenceMark } from './messages'
import type { Outcome } from './use-send'

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
