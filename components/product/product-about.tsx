import { useTranslations } from 'next-intl'
import { richLinks } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import './product-about.css'

export function ProductAbout() {
  const t = useTranslations('ProductAbout')
  return (
    <Section id="about" title={t('title')}>
      <div className="soft">
        <p className="lead">{t('body1')}</p>
        <p className="prose">{t.rich('body2', richLinks)}</p>
      </div>
      {t.has('roadmap') && (
        <section className="roadmap" aria-labelledby="roadmap-title">
          <h3 id="roadmap-title">{t('roadmapTitle')}</h3>
          <p className="soft">{t('roadmap')}</p>
        </section>
      )}
    </Section>
  )
}
