import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { AttestationsHead } from '@/components/attestations/attestations-head'
import { OperatorActions } from '@/components/attestations/operator-actions-messages'
import { Reports } from '@/components/attestations/reports'
import { StructuredData } from '@/components/seo/structured-data'
import { loadArchive } from '@/lib/attestations/load'
import { signedInOperator } from '@/lib/attestations/signed-in'
import { localeOf } from '@/lib/i18n/locale'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles } from '@/lib/routes'
import { pageMetadata } from '@/lib/seo/metadata'
import { within } from '@/lib/within'

// How long the page waits for its list before it is sent without. A list that came in time stands in the HTML
// itself, readable without JavaScript; one that comes later is streamed in behind the loading state, by a script.
const patienceMs = 1500

export async function generateMetadata({ params }: PageProps<'/[locale]/attestations'>): Promise<Metadata> {
  const locale = await localeOf(params)
  const metadata = await pageMetadata(params, 'attestations')
  const types = {
    'application/atom+xml': localizedPath(locale, dataFiles.atom),
    'application/feed+json': localizedPath(locale, dataFiles.jsonFeed),
  }
  return { ...metadata, alternates: { ...metadata.alternates, types } }
}

export default async function AttestationsPage() {
  const operator = await signedInOperator()
  const archive = loadArchive()
  const prompt = await within(
    patienceMs,
    archive.then((value) => ({ value })),
  )
  return (
    <OperatorActions>
      <StructuredData page="attestations" />
      <AttestationsHead archive={prompt?.value ?? []} operator={operator} />
      {prompt ? (
        <Reports archive={prompt.value} />
      ) : (
        <Suspense fallback={<Loading />}>
          <LateReports archive={archive} />
        </Suspense>
      )}
    </OperatorActions>
  )
}

async function LateReports({ archive }: { archive: ReturnType<typeof loadArchive> }) {
  return <Reports archive={await archive} />
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
