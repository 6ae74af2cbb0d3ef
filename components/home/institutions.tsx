import { useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import { OpeningItem } from './opening-item'
import './home.css'

/** An index of client types. On a narrow screen each line opens below its name; on a wide one all are shown. */
export function Institutions() {
  const t = useTranslations('Institutions')
  const cards = keysOf(useMessages().Institutions.cards)
  if (cards.length === 0) return null
  return (
    <Section id="institutions" title={t('title')} intro={t('intro')}>
      <ul className="index">
        {cards.map((key) => (
          <OpeningItem
            key={key}
            id={`institutions-${key}`}
            group="institutions"
            title={t(`cards.${key}.title`)}
            text={t(`cards.${key}.body`)}
          />
        ))}
      </ul>
    </Section>
  )
}
