import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles } from '@/lib/routes'

/** The same reports for programs: table, API and feeds. */
export function DataLinks() {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  return (
    <Section id="data" title={t('dataTitle')} intro={t('dataIntro')}>
      <ul className="data-links row">
        <li>
          <a href={dataFiles.csv}>{t('data.csv')}</a>
        </li>
        <li>
          <a href="/api/attestations">{t('data.json')}</a>
        </li>
        <li>
          <a href={localizedPath(locale, dataFiles.jsonFeed)}>{t('data.jsonFeed')}</a>
        </li>
        <li>
          <a href={localizedPath(locale, dataFiles.atom)}>{t('data.atom')}</a>
        </li>
      </ul>
    </Section>
  )
}
