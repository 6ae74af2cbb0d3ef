import { useTranslations } from 'next-intl'

/** What waits for the operator who has signed in. */
export function Overview({ operator }: { operator: string }) {
  const t = useTranslations('Operator')
  return (
    <>
      <h1>{t('overview.title')}</h1>
      <p className="lead">{t('signedInAs', { operator })}</p>
    </>
  )
}
