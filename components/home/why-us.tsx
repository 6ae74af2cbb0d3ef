import { useMessages, useTranslations } from 'next-intl'
import { richLinks } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './home.css'

/** The reasons along a dated line that begins in the founding year. */
export function WhyUs() {
  const t = useTranslations('WhyUs')
  return (
    <Section id="why-us" title={t('title')} intro={t('intro')}>
      <ol className="dated-line">
        {keysOf(useMessages().WhyUs.cards).map((key) => (
          <li key={key}>
            <p className="date tabular">{t(`cards.${key}.when`)}</p>
            <h3>{t(`cards.${key}.title`)}</h3>
            <p className="soft">{t.rich(`cards.${key}.body`, richLinks)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
