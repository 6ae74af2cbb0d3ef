import { useMessages, useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './token-life.css'

/**
 * The stages of a token's life, engraved and joined by a ribbon. A stage that
 * was added in the editor has no drawing.
 */
export function TokenLife() {
  const t = useTranslations('KeyFeatures')
  return (
    <Section id="features" layout="wide" title={t('title')} intro={t('intro')}>
      <ol className="token-life">
        {keysOf(useMessages().KeyFeatures.cards).map((key) => (
          <li key={key}>
            <Engraving drawing={`stage-${key}`} />
            <h3>{t(`cards.${key}.title`)}</h3>
            <p className="soft">{t(`cards.${key}.body`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
