import { useTranslations } from 'next-intl'
import { richLinks } from '@/components/ui/links'
import './contact.css'

export function ContactIntro() {
  const t = useTranslations('Contact')
  return (
    <header className="contact-intro">
      <h1>{t('title')}</h1>
      <p className="lead">{t('intro')}</p>
      <p className="notice soft">
        <strong>{t('institutionsOnly')}</strong> {t.rich('retail', richLinks)}
      </p>
    </header>
  )
}
