import { useEffect, useState } from 'react'
import { referenceOf } from '@/lib/leads/reference'
import type { Outcome } from './use-send'
import { type ContactMessages, explainFailure, referenceMark } from './words'

const successVisibleMs = 5000

type Props = { words: ContactMessages; outcome?: Outcome }

/** What became of the message: a receipt when it was sent, what went wrong and a way to try again when it was not. */
export function FormOutcome({ words, outcome }: Props) {
  return (
    <div className="outcome">
      <div role="status">{outcome?.kind === 'sent' && <Receipt key={outcome.id} words={words} id={outcome.id} />}</div>
      <div role="alert">
        {outcome?.kind === 'failed' && (
          <div className="outcome-bad">
            <p>{words.error}</p>
            <p>{explainFailure(words, outcome.code, outcome.retryAfterSeconds)}</p>
            <button type="submit" className="quiet-button">
              {words.retry}
            </button>
          </div>
        )}
      </div>
    </div>
  )
}

/** The success message for 5000 ms; the reference number stays. */
function Receipt({ words, id }: { words: ContactMessages; id: string }) {
  const [thanking, setThanking] = useState(true)

  useEffect(() => {
    const timer = setTimeout(() => setThanking(false), successVisibleMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="outcome-good">
      {thanking && <p>{words.success}</p>}
      <p>{words.receiptBody.replace(referenceMark, referenceOf(id))}</p>
    </div>
  )
}
