import { useTranslations } from 'next-intl'
import type { YearPage } from '@/lib/routes'
import { SignOut } from './sign-out'
import './attestations.css'
import './print.css'

/** The page's title, and who is signed in. */
export function AttestationsHead({ place, operator }: { place?: YearPage; operator?: string }) {
  const t = useTranslations('Attestations')
  return (
    <div className="frame page-head">
      <h1>{place ? t('years.title', place) : t('title')}</h1>
      <p className="lead">{place ? t('years.intro') : t('intro')}</p>
      {operator && <SignOut operator={operator} />}
    </div>
  )
}
