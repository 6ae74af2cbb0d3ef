import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Certificate } from '@/components/attestations/certificate'
import { ClientMessages } from '@/components/attestations/client-messages'
import { OperatorActionsProvider } from '@/components/attestations/operator-actions'
import { ReportsPage } from '@/components/attestations/reports-page'
import { StreamedReports } from '@/components/attestations/streamed-reports'
import { StructuredData } from '@/components/seo/structured-data'
import { isCurrent } from '@/lib/attestations/archive'
import { loadArchive, signedInOperator } from '@/lib/attestations/load'
import { selectPage } from '@/lib/attestations/report-pages'
import { readLocaleParam } from '@/lib/i18n/locale'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles, paths, yearPageOf } from '@/lib/routes'
import { pageMetadata, yearSubpage } from '@/lib/seo/metadata'
import { resolveWithin } from '@/lib/time-limit'
import '@/app/styles/form-pages.css'

type Props = PageProps<'/[locale]/attestations/[[...year]]'>

// A list that arrives in this time is part of the HTML and readable without
// JavaScript. A later list is streamed in by a script, behind the loading state.
const maxListWaitMs = 1500

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await readLocaleParam(params)
  const year = await yearOf(params)
  const subpage = year ? await yearSubpage(year, locale) : undefined
  const metadata = await pageMetadata(params, 'attestations', subpage)
  const types = {
    'application/atom+xml': localizedPath(locale, dataFiles.atom),
    'application/feed+json': localizedPath(locale, dataFiles.jsonFeed),
  }
  return { ...metadata, alternates: { ...metadata.alternates, types } }
}

export default async function AttestationsPage({ params }: Props) {
  const year = await yearOf(params)
  const subpage = year
    ? await yearSubpage(year, await readLocaleParam(params))
    : undefined
  const operator = await signedInOperator()
  const isOperator = operator !== undefined
  const t = await getTranslations('Attestations')
  const loading = loadPage(year)
  // Wraps the page in an object, so that an unavailable page, which is
  // undefined, is not taken for a late page.
  const inTime = await resolveWithin(
    maxListWaitMs,
    loading.then((page) => ({ page })),
  )
  const isEmpty = inTime?.page?.archive.length === 0
  return (
    <ClientMessages of="operatorActions">
      <OperatorActionsProvider>
        <StructuredData page="attestations" subpage={subpage} />
        <Certificate
          title={year ? t('years.title', { year }) : t('title')}
          intro={year ? t('years.intro') : t(isEmpty ? 'introEmpty' : 'intro')}
          report={inTime?.page?.reports.find(isCurrent)}
          operator={operator}
        />
        {inTime ? (
          <ReportsPage year={year} page={inTime.page} isOperator={isOperator} />
        ) : (
          <StreamedReports
            year={year}
            loading={loading}
            isOperator={isOperator}
          />
        )}
      </OperatorActionsProvider>
    </ClientMessages>
  )
}

/**
 * Returns the year in the address, if any. Every other path below this page is
 * a 404.
 */
async function yearOf(params: Props['params']): Promise<string | undefined> {
  const { year: segments } = await params
  if (!segments) return undefined
  return yearPageOf([paths.attestations, ...segments].join('/')) ?? notFound()
}

async function loadPage(year?: string) {
  const archive = await loadArchive()
  return archive && (selectPage(archive, year) ?? notFound())
}
