import { useLocale, useMessages, useTranslations } from 'next-intl'
import { DisclosedValue } from '@/components/disclosures/disclosed-value'
import { Section } from '@/components/ui/section'
import { SiteLink } from '@/components/ui/site-link'
import { metalRows } from '@/lib/disclosures/metal-rows'
import { keysOf } from '@/lib/i18n/keys'
import './product.css'

/** The supported metals as a specification table; on a narrow screen each row becomes a small list of its own. */
export function MetalsTable() {
  const t = useTranslations('Metals')
  const hero = useTranslations('ProductHero')
  const messages = useMessages()
  const rows = keysOf(messages.Metals.rows)
  const disclosed = metalRows(messages, useLocale())
  return (
    <Section id="metals" title={t('title')} intro={t('intro')}>
      <table className="specification tabular">
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('property')}</th>
            <th scope="col" className="text-gold">
              {t('gold')}
            </th>
            <th scope="col" className="text-silver">
              {t('silver')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{t(`rows.${row}.label`)}</th>
              <td data-metal={t('gold')}>{t(`rows.${row}.gold`)}</td>
              <td data-metal={t('silver')}>{t(`rows.${row}.silver`)}</td>
            </tr>
          ))}
          {disclosed.map(({ label, gold, silver }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-metal={t('gold')}>
                <DisclosedValue {...gold} />
              </td>
              <td data-metal={t('silver')}>
                <DisclosedValue {...silver} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="actions">
        <SiteLink to="attestations" className="text-link">
          {hero('second')}
        </SiteLink>
      </p>
    </Section>
  )
}
