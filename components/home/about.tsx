import { useMessages, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './about.css'

export function About() {
  const t = useTranslations('About')
  const facts = keysOf(useMessages().About.facts)
  return (
    <Section id="about" title={t('title')}>
      <p className="lead">{t('lead')}</p>
      <p className="prose soft">{t('body')}</p>
      <dl className="facts">
        {facts.map((key) => (
          <div key={key}>
            <dt className="note">{t(`facts.${key}.label`)}</dt>
            <dd>
              {key === 'attestations' ? (
                <SiteLink to="attestations">{t(`facts.${key}.value`)}</SiteLink>
              ) : (
                t(`facts.${key}.value`)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
