import { useTranslations } from 'next-intl'
import { Rosette } from '@/components/engraving/rosette'
import { SiteLink } from '@/components/ui/site-link'

export function Hero() {
  const t = useTranslations('Hero')
  return (
    <section className="hero" aria-labelledby="hero-title">
      <Rosette metal="gold" className="hero-rosette" />
      <div className="frame hero-text">
        <p className="eyebrow">{t('eyebrow')}</p>
        <h1 id="hero-title">{t('title')}</h1>
        <p className="lead">{t('body')}</p>
        <p className="actions">
          <SiteLink to="contact" className="button">
            {t('contact')}
          </SiteLink>
          <SiteLink to="product" className="text-link">
            {t('product')}
          </SiteLink>
        </p>
      </div>
    </section>
  )
}
