import { useLocale, useTranslations } from 'next-intl'
import type { ArchivePage } from '@/lib/attestations/pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths, yearPagePath } from '@/lib/routes'
import './year-navigation.css'

type Props = { page: ArchivePage }

/** The pages of a year that has several. */
export function PageNavigation({ page: { place, pages } }: Props) {
  const t = useTranslations('Attestations.years')
  const locale = useLocale()
  if (!place || pages === 1) return null
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  return (
    <nav className="report-pages" aria-label={t('pages', { year: place.year })}>
      <ul className="row tabular">
        {numbers.map((page) => (
          <li key={page}>
            <a
              href={localizedPath(locale, yearPagePath({ year: place.year, page }))}
              aria-label={t('page', { page: String(page) })}
              aria-current={page === place.page ? 'page' : undefined}
            >
              {page}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The years that are not shown here, or on the page of a year all of them and the ways on. */
export function YearNavigation({ page: { place, years } }: Props) {
  const t = useTranslations('Attestations.years')
  const locale = useLocale()
  if (years.length === 0) return null
  const address = (year: string) => localizedPath(locale, yearPagePath({ year, page: 1 }))
  const current = place?.page === 1 ? 'page' : 'true'
  return (
    <nav className="report-years" aria-labelledby="years-title">
      <h3 id="years-title">{t(place ? 'all' : 'earlier')}</h3>
      {place && <NeighbouringYears years={years} year={place.year} address={address} />}
      <ul className="row tabular">
        {years.map((year) => (
          <li key={year}>
            <a href={address(year)} aria-current={year === place?.year ? current : undefined}>
              {year}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NeighbouringYears({
  years,
  year,
  address,
}: {
  years: string[]
  year: string
  address: (y: string) => string
}) {
  const t = useTranslations('Attestations.years')
  const locale = useLocale()
  const index = years.indexOf(year)
  const [next, previous] = [years[index - 1], years[index + 1]]
  return (
    <ul className="row">
      {previous && (
        <li>
          <a href={address(previous)} rel="prev">
            {t('previous', { year: previous })}
          </a>
        </li>
      )}
      {next && (
        <li>
          <a href={address(next)} rel="next">
            {t('next', { year: next })}
          </a>
        </li>
      )}
      <li>
        <a href={localizedPath(locale, paths.attestations)}>{t('latest')}</a>
      </li>
    </ul>
  )
}
