import { useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './institutions.css'

export function Institutions() {
  const t = useTranslations('Institutions')
  const cards = keysOf(useMessages().Institutions.cards)
  if (cards.length < 2) return null
  return (
    <Section
      id="institutions"
      layout="wide"
      title={t('title')}
      intro={t('intro')}
    >
      <ul className="index cards">
        {cards.map((key) => (
          <li key={key}>
            <h3>{t(`cards.${key}.title`)}</h3>
            <p className="soft">{t(`cards.${key}.body`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
