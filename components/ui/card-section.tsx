import { useMessages, useTranslations } from 'next-intl'
import { keysOf } from '@/lib/i18n/keys'
import { Section } from './section'
import './ui.css'

type Props = {
  id: string
  /** A catalog namespace with a title, an intro and cards: as many are shown as it holds. */
  namespace: 'Institutions' | 'Benefits' | 'WhyUs' | 'Steps' | 'EnterpriseFeatures' | 'KeyFeatures' | 'Differentiators'
  columns: 2 | 3 | 4
  /** Numbered like the articles of a contract, where order matters. */
  ordered?: boolean
}

/** A section of short articles set side by side, parted by rules. */
export function CardSection({ id, namespace, columns, ordered = false }: Props) {
  const t = useTranslations(namespace)
  const cards: Record<string, { title: string; body: string }> = useMessages()[namespace].cards
  const List = ordered ? 'ol' : 'ul'
  return (
    <Section id={id} title={t('title')} intro={t('intro')}>
      <List className={`cards cards-${columns}`}>
        {keysOf(cards).map((key) => (
          <li key={key} className="card">
            <h3>{t(`cards.${key}.title` as 'title')}</h3>
            <p className="soft">{t(`cards.${key}.body` as 'title')}</p>
          </li>
        ))}
      </List>
    </Section>
  )
}
