import { useLocale, useMessages, useTranslations } from 'next-intl'
import { DisclosedValue } from '@/components/disclosures/disclosures'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { disclosureRows, type Value } from '@/lib/disclosures/rows'
import { keysOf } from '@/lib/text'
import './product.css'

/** The supported metals as a specification table; on a narrow screen each row becomes a small list of its own. */
export function MetalsTable() {
  const t = useTranslations('Metals')
  const hero = useTranslations('ProductHero')
  const messages = useMessages()
  const rows = keysOf(messages.Metals.rows)
  const locale = useLocale()
  const contract = (metal: 'gold' | 'silver') => disclosureRows(locale, [`${metal}Contract`])[0]?.values[0]
  const [gold, silver] = [contract('gold'), contract('silver')]
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
            <MetalRow
              key={row}
              label={t(`rows.${row}.label`)}
              gold={{ text: t(`rows.${row}.gold`) }}
              silver={{ text: t(`rows.${row}.silver`) }}
            />
          ))}
          {disclosureRows(locale, ['barStandard']).map(({ label, values }) =>
            values.map((value) => <MetalRow key={value.text} label={label} gold={value} silver={value} />),
          )}
          {(gold || silver) && (
            <MetalRow label={t('contract')} gold={gold ?? { text: '–' }} silver={silver ?? { text: '–' }} />
          )}
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

// Where both metals have the same value, one cell spans their columns.
function MetalRow({ label, gold, silver }: { label: string; gold: Value; silver: Value }) {
  const t = useTranslations('Metals')
  return (
    <tr>
      <th scope="row">{label}</th>
      {gold.text === silver.text ? (
        <td colSpan={2}>
          <DisclosedValue {...gold} />
        </td>
      ) : (
        <>
          <td data-column={t('gold')}>
            <DisclosedValue {...gold} />
          </td>
          <td data-column={t('silver')}>
            <DisclosedValue {...silver} />
          </td>
        </>
      )}
    </tr>
  )
}
