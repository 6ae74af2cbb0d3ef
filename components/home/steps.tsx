import { useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './steps.css'

export function Steps() {
  const t = useTranslations('Steps')
  return (
    <Section id="how-it-works" title={t('title')} intro={t('intro')}>
      <ol className="steps">
        {keysOf(useMessages().Steps.cards).map((key) => (
          <li key={key}>
            <h3>{t(`cards.${key}.title`)}</h3>
            <p className="soft">{t(`cards.${key}.body`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
