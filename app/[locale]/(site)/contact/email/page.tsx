import { useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { metadataFor } from '@/lib/seo/metadata'
import { site } from '@/lib/site'

export const generateMetadata = metadataFor('email')

export default function EmailPage() {
  const t = useTranslations('EmailReveal')
  return (
    <div className="frame block plain-page">
      <h1>{t('label')}</h1>
      <p className="lead">
        <a href={`mailto:${site.email}`}>{site.email}</a>
      </p>
      <p>
        <SiteLink to="contact">{t('back')}</SiteLink>
      </p>
    </div>
  )
}
