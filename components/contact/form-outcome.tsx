import { useEffect, useState } from 'react'
import { referenceOf } from '@/lib/leads/reference'
import { type ContactMessages, explainFailure, referenceMark } from './messages'
import type { Outcome } from './use-send'

const successVisibleMs = 5000

type Props = { messages: ContactMessages; outcome?: Outcome }

/** What became of the message: a receipt when it was sent, what went wrong and a way to try again when it was not. */
export function FormOutcome({ messages, outcome }: Props) {
  return (
    <div className="form-outcome">
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

/** The success message for 5000 ms; the reference number stays. */
function Receipt({ messages, id }: { messages: ContactMessages; id: string }) {
  const [thanking, setThanking] = useState(true)

  useEffect(() => {
    const timer = setTimeout(() => setThanking(false), successVisibleMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="outcome outcome-good">
      {thanking && <p>{messages.success}</p>}
      <p>{messages.receiptBody.replace(referenceMark, referenceOf(id))}</p>
    </div>
  )
}
