import { useTranslations } from 'next-intl'
import type { Failure } from '@/lib/attestations/browser/api'

type Props = { failure?: Failure; sentence: 'addFailed' | 'draft.failed' | 'deleteFailed' | 'restoreFailed' }

const explained = ['unauthorized', 'not_configured', 'offline', 'unavailable', 'already_replaced', 'not_found'] as const

/** The alert that a change failed, with the reason where the visitor can do something about it. */
export function ChangeFailure({ failure, sentence }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  return (
    <div role="alert">
      {failure && (
        <div className="outcome outcome-bad">
          <p>{t(sentence)}</p>
          {explanation(failure)}
        </div>
      )}
    </div>
  )

  function explanation({ code, retryAfterSeconds }: Failure) {
    const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
    if (code === 'rate_limited') return <p>{t('problems.rate_limited', { minutes })}</p>
    const known = explained.find((problem) => problem === code)
    return known && <p>{t(`problems.${known}`)}</p>
  }
}
