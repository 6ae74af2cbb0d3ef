import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/i18n/keys'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles } from '@/lib/routes'

/** The same reports for programs: table, API and feeds. */
export function DataLinks() {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const addresses = {
    csv: dataFiles.csv,
    json: '/api/attestations',
    jsonFeed: localizedPath(locale, dataFiles.jsonFeed),
    atom: localizedPath(locale, dataFiles.atom),
  }
  return (
    <Section id="data" title={t('dataTitle')} intro={t('dataIntro')}>
      <ul className="data-links row">
        {keysOf(addresses).map((key) => (
          <li key={key}>
            <a href={addresses[key]}>{t(`data.${key}`)}</a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
