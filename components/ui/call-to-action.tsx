import { useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { lastMetal } from '@/lib/site'
import { SiteLink } from './links'
import './ui.css'

/** A page's closing call to action, which links to the contact form. */
export function CallToAction({
  namespace,
}: {
  namespace: 'CallToAction' | 'ProductCallToAction'
}) {
  const t = useTranslations(namespace)
  return (
    <section className="invitation engraved" aria-labelledby="invitation-title">
      <Engraving drawing={`rosette-${lastMetal}`} />
      <div className="frame block" data-reveal>
        <h2 id="invitation-title">{t('title')}</h2>
        <p className="soft">{t('body')}</p>
        <SiteLink to="contact" className="button">
          {t('contact')}
        </SiteLink>
      </div>
    </section>
  )
}
