import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import type { ArchivePage } from '@/lib/attestations/report-pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { yearPagePath } from '@/lib/routes'

export function YearNavigation({
  page: { year: shownYear, years },
}: {
  page: ArchivePage
}) {
  const t = useTranslations('Attestations.years')
  const locale = useLocale()
  if (years.length === 0) return null
  return (
    <nav className="report-years" aria-labelledby="years-title">
      <h3 id="years-title">{t(shownYear ? 'all' : 'earlier')}</h3>
      <ul className="row tabular">
        {shownYear && (
          <li>
            <SiteLink to="attestations">{t('latest')}</SiteLink>
          </li>
        )}
        {years.map((year) => (
          <li key={year}>
            <a
              href={localizedPath(locale, yearPagePath(year))}
              aria-current={year === shownYear ? 'page' : undefined}
            >
              {year}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
