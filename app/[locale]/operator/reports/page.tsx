import type { Metadata } from 'next'
import { ConsolePage } from '@/components/operator/console-page'
import { ReportList } from '@/components/operator/reports/report-list'
import { readArchive } from '@/lib/attestations/load'
import { listDrafts } from '@/lib/console/reports/store'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/reports'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'reports')
}

export default function OperatorReportsPage(props: Props) {
  return (
    <ConsolePage
      section="reports"
      {...props}
      show={async ({ query }) => {
        const [archive, drafts] = await Promise.all([readArchive(), listDrafts()])
        return <ReportList archive={archive} drafts={drafts} query={query} />
      }}
    />
  )
}
