import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import type { ArchivePage } from '@/lib/attestations/report-pages'
import { ReportsPage } from './reports-page'

type Props = {
  year?: string
  loading: Promise<ArchivePage | undefined>
  isOperator: boolean
}

/** Streams in a list that the database did not return in time. */
export function StreamedReports(props: Props) {
  return (
    <Suspense fallback={<Loading />}>
      <LoadedReports {...props} />
    </Suspense>
  )
}

async function LoadedReports({ loading, ...props }: Props) {
  return <ReportsPage {...props} page={await loading} />
}

async function Loading() {
  const t = await getTranslations('Attestations')
  return (
    <div className="frame">
      <p className="empty-state" role="status" data-incomplete>
        {t('loading')}
      </p>
    </div>
  )
}
