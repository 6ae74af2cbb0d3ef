import { randomUUID } from 'node:crypto'
import { redirect } from 'next/navigation'
import { consolePage } from '@/components/operator/console-page'
import { DraftView } from '@/components/operator/reports/draft-view'
import { openDraft } from '@/lib/console/reports/drafts'
import { findRefusedInput } from '@/lib/http/refused-input-store'
import {
  consoleAddress,
  consolePaths,
  itemPath,
} from '@/lib/operator/console-paths'

export default consolePage(
  'reports',
  async ({ id, locale, operator, query }) => {
    // Puts the new draft's id in the address, so that saving again after going
    // back or reloading does not store a second draft.
    if (id === 'new')
      redirect(
        consoleAddress(locale, itemPath('reports', randomUUID()), {
          ...query,
          new: '',
        }),
      )
    const draft = await openDraft(
      id,
      query,
      await findRefusedInput(query.input),
    )
    if (!draft)
      redirect(
        consoleAddress(locale, consolePaths.reports, { problem: 'not_found' }),
      )
    return <DraftView draft={draft} query={query} operator={operator} />
  },
)
