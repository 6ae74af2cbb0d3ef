import { useLocale, useTranslations } from 'next-intl'
import { hasOwnText, site } from '@/lib/site'
import './testimonial.css'

export function Testimonial({
  kind = site.testimonial,
}: {
  kind?: typeof site.testimonial
}) {
  const t = useTranslations('Testimonial')
  const isOwn = hasOwnText(useLocale(), 'Testimonial.quote')
  const isMissing = kind === 'genuine' && !isOwn
  if (kind === 'hidden' || isMissing) return null
  return (
    <section className="testimonial" aria-labelledby="testimonial-title">
      <div className="frame" data-reveal>
        <figure>
          <h2 id="testimonial-title" className="eyebrow">
            {t(kind === 'genuine' ? 'genuine' : 'heading')}
          </h2>
          {kind === 'illustrative' && (
            <p className="small soft">{t('illustrative')}</p>
          )}
          <blockquote>
            <p>{t('quote')}</p>
          </blockquote>
          <figcaption className="note">
            <span>{t('role')}</span>
            <span>{t('institution')}</span>
          </figcaption>
        </figure>
      </div>
    </section>
  )
}
