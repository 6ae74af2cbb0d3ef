'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type Failure, restoreReport } from '@/lib/attestations/browser/api'
import { ChangeFailure } from './change-failure'
import { useOperatorActions } from './operator-actions'

/** The control that puts a withdrawn report back on the list. */
export function RestoreReport({ id, title }: { id: string; title: string }) {
  const t = useTranslations('Attestations.operatorActions')
  const { perform, reload } = useOperatorActions()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  async function restore() {
    setFailure(undefined)
    setBusy(true)
    const outcome = await perform(() => restoreReport(id))
    setBusy(false)
    const back = outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.code === 'not_withdrawn')
    if (back) return reload(t('restored'))
    setFailure(outcome.kind === 'failed' ? outcome : { kind: 'failed', code: 'unexpected', retryAfterSeconds: 0 })
  }

  return (
    <div className="report-change needs-script">
      <button
        type="button"
        className="quiet-button"
        aria-label={t('restoreLabel', { title })}
        disabled={busy}
        onClick={restore}
      >
        {t('restore')}
      </button>
      <ChangeFailure failure={failure} sentence="restoreFailed" />
    </div>
  )
}
