import { useMessages, useTranslations } from 'next-intl'
import { richLinks } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './why-us.css'

/** Shows a statement with the facts that support it. */
export function WhyUs() {
  const t = useTranslations('WhyUs')
  return (
    <Section
      id="why-us"
      layout="statement"
      title={t('title')}
      intro={t('intro')}
    >
      <ul className="grounds">
        {keysOf(useMessages().WhyUs.cards).map((key) => (
          <li key={key}>
            <p className="text-gold tabular">{t(`cards.${key}.when`)}</p>
            <div>
              <h3>{t(`cards.${key}.title`)}</h3>
              <p className="soft">{t.rich(`cards.${key}.body`, richLinks)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
