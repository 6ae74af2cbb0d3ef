import { useMessages, useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { Section } from '@/components/ui/section'
import type { Messages } from '@/lib/i18n/messages'
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
  const shown = keysOf(rows).filter((row) => rows[row].length > 0)
  const hasSingleCard = shown.some((row) => rows[row].length === 1)
  return (
    <Section id="benefits" title={t('title')} intro={t('intro')}>
      {hasSingleCard ? (
        <Cards keys={cards} />
      ) : (
        shown.map((row) => (
          <div key={row} className="theme">
            <p className="theme-name eyebrow">
              <Engraving drawing={`detail-${row}`} />
              {t(`rows.${row}`)}
            </p>
            <Cards keys={rows[row]} />
          </div>
        ))
      )}
    </Section>
  )
}

type Key = keyof Messages['Benefits']['cards']

function Cards({ keys }: { keys: Key[] }) {
  const t = useTranslations('Benefits.cards')
  return (
    <ul className="theme-cards cards">
      {keys.map((key) => (
        <li key={key}>
          <h3>{t(`${key}.title`)}</h3>
          <p className="soft">{t(`${key}.body`)}</p>
        </li>
      ))}
    </ul>
  )
}
