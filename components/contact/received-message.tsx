import { useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'

/** The receipt of a message sent without JavaScript. */
export function ReceivedMessage({ reference }: { reference?: string }) {
  const t = useTranslations('ContactForm')
  return (
    <div className="frame block plain-page">
      <h1>{t('receiptTitle')}</h1>
      <p className="lead">{t('success')}</p>
      {reference && <p>{t('receiptBody', { reference })}</p>}
      <p>
        <SiteLink to="contact">{t('another')}</SiteLink>
      </p>
    </div>
  )
}
