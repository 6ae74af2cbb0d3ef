import { useTranslations } from 'next-intl'
import type { SendOutcome } from '@/lib/contact/send'

export type Outcome = Exclude<SendOutcome, { kind: 'fields' }>

/** What became of the message: announced politely when sent, as an alert when not. */
export function FormOutcome({ outcome }: { outcome?: Outcome }) {
  const t = useTranslations('ContactForm')
  return (
    <div className="outcome">
      <div role="status">{outcome?.kind === 'sent' && <p className="outcome-good">{t('success')}</p>}</div>
      <div role="alert">
        {outcome?.kind === 'failed' && (
          <div className="outcome-bad">
            <p>{t('error')}</p>
            <p>{explanation(outcome)}</p>
          </div>
        )}
      </div>
    </div>
  )

  function explanation({ code, retryAfterSeconds }: Extract<Outcome, { kind: 'failed' }>) {
    const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
    if (code === 'rate_limited') return t('problems.rate_limited', { minutes })
    if (code === 'unavailable' || code === 'offline' || code === 'too_large') return t(`problems.${code}`)
    if (code === 'cross_site') return t('problems.forbidden')
    return t('problems.unexpected')
  }
}
