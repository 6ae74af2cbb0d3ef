import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { Unbroken } from '@/components/ui/unbroken'
import { partiesIn } from '@/lib/disclosures/rows'
import { site } from '@/lib/site'
import './parties.css'

/**
 * Lists the companies behind the tokens, each linked to what is disclosed about
 * it.
 */
export function Parties() {
  const t = useTranslations('Parties')
  const disclosures = useTranslations('Disclosures')
  const parties = partiesIn(useLocale())
  if (parties.length === 0) return null
  return (
    <Section
      id="parties"
      layout="wide"
      title={t('title')}
      action={
        site.disclosures.examples && (
          <p className="small">{disclosures('examples')}</p>
        )
      }
    >
      <dl className="parties">
        {parties.map(({ topic, group, name, detail }) => (
          <div key={name}>
            <dt className="eyebrow">{t(`roles.${topic}`)}</dt>
            <dd>
              <SiteLink to="product" fragment={`disclosures-${group}`}>
                {name}
              </SiteLink>
            </dd>
            {detail && (
              <dd className="note">
                <Unbroken>{detail}</Unbroken>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Section>
  )
}
