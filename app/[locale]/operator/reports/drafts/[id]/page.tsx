import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ConsolePage } from '@/components/operator/console-page'
import { DraftView } from '@/components/operator/reports/draft-page'
import { beginDraft, loadDraft } from '@/lib/console/reports/drafts'
import { consoleAddress, consolePaths, draftPath } from '@/lib/operator/console-paths'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/reports/drafts/[id]'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'reports')
}

export default async function OperatorDraftPage(props: Props) {
  const { id } = await props.params
  return (
    <ConsolePage
      section="reports"
      path={draftPath(id)}
      {...props}
      show={async ({ locale, query }) => {
        const draft = id === 'new' ? await beginDraft(String(query.replaces)) : await loadDraft(id)
        if (!draft) redirect(consoleAddress(locale, consolePaths.reports, { problem: 'not_found' }))
        return <DraftView draft={draft} query={query} />
      }}
    />
  )
}
