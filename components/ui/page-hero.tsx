import { useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { firstMetal, lastMetal } from '@/lib/site'
import { SiteLink } from './links'
import { Unbroken } from './unbroken'
import './ui.css'

/**
 * A page's hero: its heading next to a metal engraving, a link to contact and
 * one more link.
 */
export function PageHero({ page }: { page: 'home' | 'product' }) {
  const isHome = page === 'home'
  const t = useTranslations(isHome ? 'Hero' : 'ProductHero')
  return (
    <section className="hero engraved" aria-labelledby="hero-title">
      <Engraving drawing={`rosette-${isHome ? firstMetal : lastMetal}`} />
      <div className="frame hero-text">
        <p className="eyebrow">{t('eyebrow')}</p>
        <h1 id="hero-title">{t('title')}</h1>
        <p className="lead">
          <Unbroken>{t('body')}</Unbroken>
        </p>
        <p className="actions row">
          <SiteLink to="contact" className="button">
            {t('contact')}
          </SiteLink>
          {t.has('second') && (
            <SiteLink
              to={isHome ? 'product' : 'attestations'}
              className="text-link"
            >
              {t('second')}
            </SiteLink>
          )}
        </p>
      </div>
    </section>
  )
}
