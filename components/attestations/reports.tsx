import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { ArchivePage } from '@/lib/attestations/pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths, type YearPage, yearPagePath } from '@/lib/routes'
import { CheckSection } from './check-section'
import { DataLinks } from './data-links'
import { History } from './history'
import { ListAction } from './list-action'
import { ProofBox } from './proof-box'
import { LatestList, YearList } from './report-list'
import { ReservesSection } from './reserves-section'
import { Retry } from './retry'
import { PageNavigation, YearNavigation } from './year-navigation'

type Props = { page?: ArchivePage; place?: YearPage; isOperator: boolean }

/** What a page shows of the archive: reserves, list, years and history; on the first page how to check a report, too. */
export function Reports({ page, place, isOperator }: Props) {
  const t = useTranslations('Attestations')
  const action = <ListAction page={page} isOperator={isOperator} />
  if (!page) {
    return (
      <Section id="reports" title={t('listTitle')} action={action}>
        <Unavailable path={place ? yearPagePath(place) : paths.attestations} />
      </Section>
    )
  }
  return (
    <>
      <ReservesSection page={page} />
      <Section id="reports" title={t('listTitle')} intro={t('listIntro')} action={action}>
        {place ? (
          <YearList page={page} year={place.year} isOperator={isOperator} />
        ) : (
          <LatestList page={page} isOperator={isOperator} />
        )}
        <PageNavigation page={page} />
        <YearNavigation page={page} />
      </Section>
      <History page={page} isOperator={isOperator} />
      {!place && (
        <>
          <CheckSection />
          <ProofBox />
          <DataLinks />
        </>
      )}
    </>
  )
}

// `data-incomplete` keeps the server from keeping the page (lib/server/rendered-reports.ts).
function Unavailable({ path }: { path: string }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  return (
    <p className="empty-state" data-incomplete>
      {t('unavailable')} <Retry href={localizedPath(locale, path)}>{t('retry')}</Retry>
    </p>
  )
}
