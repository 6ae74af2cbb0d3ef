'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { deleteReport, type Failure, restoreReport } from '@/lib/attestations/browser/api'
import { ChangeFailure } from './change-failure'
import { DeleteDialog } from './delete-dialog'
import { useOperatorActions } from './operator-actions'

// `overtaken`: somebody else was quicker, and the report is where it was asked to be.
const changes = {
  delete: { label: 'deleteLabel', done: 'deleted', failed: 'deleteFailed', overtaken: 'already_withdrawn' },
  restore: { label: 'restoreLabel', done: 'restored', failed: 'restoreFailed', overtaken: 'not_withdrawn' },
} as const

type Props = { id: string; title: string; change: keyof typeof changes }

/** The control that takes a report off the list, once the question is confirmed, or puts a withdrawn one back. */
export function ChangeReport({ id, title, change }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const { perform, reload } = useOperatorActions()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const { label, done, failed, overtaken } = changes[change]
  const deleting = busy && change === 'delete'

  async function make(reason?: string) {
    setAsking(false)
    if (change === 'delete' && reason === undefined) return
    setFailure(undefined)
    setBusy(true)
    const outcome = await perform(() => (reason === undefined ? restoreReport(id) : deleteReport(id, reason)))
    setBusy(false)
    if (outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.code === overtaken)) return reload(t(done))
    setFailure(outcome.kind === 'failed' ? outcome : { kind: 'failed', code: 'unexpected', retryAfterSeconds: 0 })
  }

  return (
    <div className="report-change needs-script">
      <button
        type="button"
        className="quiet-button"
        aria-label={deleting ? undefined : t(label, { title })}
        disabled={busy}
        onClick={() => (change === 'delete' ? setAsking(true) : make())}
      >
        {t(deleting ? 'deleting' : change)}
      </button>
      {asking && <DeleteDialog title={title} onAnswer={make} />}
      <ChangeFailure failure={failure} sentence={failed} />
    </div>
  )
}
