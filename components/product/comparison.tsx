import { useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { Unbroken } from '@/components/ui/unbroken'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import './comparison.css'

/**
 * Compares three ways to hold metal in columns; on a narrow screen each row
 * becomes a small list.
 */
export function Comparison() {
  const t = useTranslations('Differentiators')
  const cards = keysOf(useMessages().Differentiators.cards)
  if (cards.length < 2) return null
  return (
    <Section id="rethinking" title={t('title')} intro={t('intro')}>
      <table className="comparison">
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('aspect')}</th>
            <th scope="col">{t('bank')}</th>
            <th scope="col">{t('fund')}</th>
            <th scope="col" className="text-gold">
              {site.product}
            </th>
          </tr>
        </thead>
        <tbody>
          {cards.map((key) => (
            <tr key={key}>
              <th scope="row">{t(`cards.${key}.title`)}</th>
              <td data-column={t('bank')}>{t(`cards.${key}.bank`)}</td>
              <td data-column={t('fund')}>{t(`cards.${key}.fund`)}</td>
              <td data-column={site.product}>
                <Unbroken>{t(`cards.${key}.product`)}</Unbroken>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
