'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Modal } from '@/components/ui/modal'
import { deleteReport, type Failure, restoreReport } from '@/lib/attestations/browser/api'
import { maxReasonCharacters } from '@/lib/attestations/fields'
import { ChangeFailure, useOperatorActions } from './operator-actions'

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

type DialogProps = { title: string; onAnswer: (reason: string | undefined) => void }

/** Asks whether the report is to be deleted; answers with the reason given, which may be empty, or undefined for no. */
function DeleteDialog({ title, onAnswer }: DialogProps) {
  const t = useTranslations('Attestations.operatorActions')
  const dialog = useRef<HTMLDialogElement>(null)
  const reason = useRef<HTMLInputElement>(null)

  // The value is that of the button which closed the dialog.
  const answer = () => onAnswer(dialog.current?.returnValue ? reason.current?.value : undefined)

  return (
    <Modal dialog={dialog} labelledBy="delete-title" onClose={answer}>
      <form method="dialog">
        <h2 id="delete-title">{t('deleteQuestion')}</h2>
        <p className="lead">{title}</p>
        <p className="hint">{t('deleteNote')}</p>
        <Field
          ref={reason}
          id="delete-reason"
          label={t('reason')}
          hint={t('reasonHint')}
          maxLength={maxReasonCharacters}
        />
        <p className="row">
          <button type="submit" className="button" value="delete">
            {t('delete')}
          </button>
          <button type="submit" className="quiet-button">
            {t('cancel')}
          </button>
        </p>
      </form>
    </Modal>
  )
}
