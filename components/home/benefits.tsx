import { useMessages, useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './benefits.css'

const metalCards: readonly string[] = [
  'physicalBacking',
  'vaultedMetal',
  'physicalDelivery',
]
const marketCards: readonly string[] = [
  'fractionalOunces',
  'continuousTrading',
  'fastSettlement',
]

export function Benefits() {
  const t = useTranslations('Benefits')
  const cards = keysOf(useMessages().Benefits.cards)
  const rows = {
    metal: cards.filter((key) => metalCards.includes(key)),
    market: cards.filter((key) => marketCards.includes(key)),
    controls: cards.filter(
      (key) => !metalCards.includes(key) && !marketCards.includes(key),
    ),
  }
  return (
    <Section id="benefits" title={t('title')} intro={t('intro')}>
      {keysOf(rows)
        .filter((row) => rows[row].length > 0)
        .map((row) => (
          <div key={row} className="theme">
            <p className="theme-name eyebrow">
              <Engraving drawing={`detail-${row}`} />
              {t(`rows.${row}`)}
            </p>
            <ul className="theme-cards cards">
              {rows[row].map((key) => (
                <li key={key}>
                  <h3>{t(`cards.${key}.title`)}</h3>
                  <p className="soft">{t(`cards.${key}.body`)}</p>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </Section>
  )
}
