import { redirect } from 'next/navigation'
import { consolePage } from '@/components/operator/console-page'
import { DraftView } from '@/components/operator/reports/draft-page'
import { openDraft } from '@/lib/console/reports/drafts'
import { findRefusedInput } from '@/lib/http/refused-input-store'
import { consoleAddress, consolePaths } from '@/lib/operator/console-paths'

export default consolePage(
  'reports',
  async ({ id, locale, operator, query }) => {
    const draft = await openDraft(
      id,
      query.replaces,
      await findRefusedInput(query.draft),
    )
    if (!draft)
      redirect(
        consoleAddress(locale, consolePaths.reports, { problem: 'not_found' }),
      )
    return <DraftView draft={draft} query={query} operator={operator} />
  },
)
