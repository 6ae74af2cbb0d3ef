import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { disclosesAny, groups } from '@/lib/disclosures/places'
import { keysOf } from '@/lib/text'
import { DisclosureList } from './disclosure-list'

/** Everything that the brand discloses, under headings; no section where it discloses nothing. */
export function Disclosures() {
  const t = useTranslations('Disclosures')
  const shown = keysOf(groups).filter((group) => disclosesAny(groups[group]))
  if (shown.length === 0) return null
  return (
    <Section id="disclosures" title={t('title')} intro={t('intro')}>
      {shown.map((group) => (
        <section key={group} className="disclosure-group" aria-labelledby={`disclosures-${group}`}>
          <h3 id={`disclosures-${group}`}>{t(`groups.${group}`)}</h3>
          <DisclosureList parts={groups[group]} />
        </section>
      ))}
    </Section>
  )
}
