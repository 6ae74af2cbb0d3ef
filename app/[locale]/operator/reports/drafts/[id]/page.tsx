import { redirect } from 'next/navigation'
import { consolePage } from '@/components/operator/console-page'
import { DraftView } from '@/components/operator/reports/draft-page'
import { beginDraft, loadDraft } from '@/lib/console/reports/drafts'
import { consoleAddress, consolePaths } from '@/lib/operator/console-paths'

export default consolePage('reports', async ({ id, locale, query }) => {
  const draft = id === 'new' ? await beginDraft(String(query.replaces)) : await loadDraft(id)
  if (!draft) redirect(consoleAddress(locale, consolePaths.reports, { problem: 'not_found' }))
  return <DraftView draft={draft} query={query} />
})
