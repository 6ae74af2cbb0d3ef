import { useTranslations } from 'next-intl'
import './home.css'

export function Testimonial() {
  const t = useTranslations('Testimonial')
  return (
    <section className="testimonial" aria-labelledby="testimonial-title">
      <div className="frame" data-reveal>
        <h2 id="testimonial-title" className="visually-hidden">
          {t('heading')}
        </h2>
        <figure>
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
