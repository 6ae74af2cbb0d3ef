'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { deleteReport, type Failure } from '@/lib/attestations/browser/api'
import { ChangeFailure } from './change-failure'
import { DeleteDialog } from './delete-dialog'
import { useOperatorActions } from './operator-actions'

/** The control that takes a report off the list, once the question is confirmed. */
export function DeleteReport({ id, title }: { id: string; title: string }) {
  const t = useTranslations('Attestations.operatorActions')
  const { perform, reload } = useOperatorActions()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  async function answer(reason: string | undefined) {
    setAsking(false)
    if (reason === undefined) return
    setFailure(undefined)
    setBusy(true)
    const outcome = await perform(() => deleteReport(id, reason))
    setBusy(false)
    // Somebody else was quicker: the report is off the list, as was asked.
    const gone = outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.code === 'already_withdrawn')
    if (gone) return reload(t('deleted'))
    setFailure(outcome.kind === 'failed' ? outcome : { kind: 'failed', code: 'unexpected', retryAfterSeconds: 0 })
  }

  return (
    <div className="report-change needs-script">
      <button
        type="button"
        className="quiet-button"
        aria-label={busy ? undefined : t('deleteLabel', { title })}
        disabled={busy}
        onClick={() => setAsking(true)}
      >
        {t(busy ? 'deleting' : 'delete')}
      </button>
      {asking && <DeleteDialog title={title} onAnswer={answer} />}
      <ChangeFailure failure={failure} sentence="deleteFailed" />
    </div>
  )
}
