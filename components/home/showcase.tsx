import { useMessages, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { Unbroken } from '@/components/ui/unbroken'
import { keysOf } from '@/lib/text'
import { Bullion } from './bullion'
import './showcase.css'

export function Showcase() {
  const t = useTranslations('Showcase')
  const points = keysOf(useMessages().Showcase.points)
  return (
    <section className="showcase inverse" aria-labelledby="showcase-title">
      <div className="frame block showcase-frame" data-reveal>
        <div>
          <h2 id="showcase-title">{t('title')}</h2>
          <p className="lead">{t('body')}</p>
          <ul className="points soft">
            {points.map((key) => (
              <li key={key}>
                <Unbroken>{t(`points.${key}.text`)}</Unbroken>
              </li>
            ))}
          </ul>
          <SiteLink to="product" className="button">
            {t('link')}
          </SiteLink>
        </div>
        <Bullion />
      </div>
    </section>
  )
}
