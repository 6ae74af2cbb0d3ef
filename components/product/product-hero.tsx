import { useTranslations } from 'next-intl'
import { Rosette } from '@/components/engraving/rosette'
import { SiteLink } from '@/components/ui/site-link'

export function ProductHero() {
  const t = useTranslations('ProductHero')
  return (
    <section className="hero hero-product" aria-labelledby="hero-title">
      <Rosette metal="silver" className="hero-rosette" />
      <div className="frame hero-text">
        <p className="eyebrow">{t('eyebrow')}</p>
        <h1 id="hero-title">{t('title')}</h1>
        <p className="lead">{t('body')}</p>
        <p className="actions">
          <SiteLink to="contact" className="button">
            {t('contact')}
          </SiteLink>
          <SiteLink to="attestations" className="text-link">
            {t('attestations')}
          </SiteLink>
        </p>
      </div>
    </section>
  )
}
