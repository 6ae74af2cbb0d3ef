'use client'

import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Modal } from '@/components/ui/modal'
import { useLoaded } from '@/components/ui/use-loaded'
import { deleteReport, type Failure } from '@/lib/attestations/browser/api'
import { maxReasonCharacters } from '@/lib/attestations/fields'
import { ChangeFailure, useOperatorActions } from './operator-actions'

const importForm = async () => (await import('./report-form')).ReportForm

export function AddReport({ founded, isProminent }: { founded: string; isProminent: boolean }) {
  const t = useTranslations('Attestations.operatorActions')
  const { reload } = useOperatorActions()
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  const { loaded: Form, load } = useLoaded(importForm)
  const form = useId()

  async function show() {
    setFailed(false)
    setOpen(true)
    if (await load()) return
    setOpen(false)
    setFailed(true)
  }

  function finish() {
    setOpen(false)
    reload(t('added'))
  }

  return (
    <div className="add-report needs-script">
      <button
        type="button"
        className={isProminent && !open ? 'button' : 'quiet-button'}
        aria-busy={open && !Form}
        aria-expanded={open}
        aria-controls={open && Form ? form : undefined}
        onClick={() => (open ? setOpen(false) : show())}
      >
        {t(open ? 'cancel' : 'add')}
      </button>
      {open && Form && <Form founded={founded} id={form} onAdded={finish} />}
      {failed && <ChangeFailure failure={failureOf('offline')} sentence="addFailed" />}
    </div>
  )
}

function failureOf(code: string): Failure {
  return { kind: 'failed', code, retryAfterSeconds: 0 }
}

export function DeleteReport({ id, title }: { id: string; title: string }) {
  const t = useTranslations('Attestations.operatorActions')
  const { perform, reload } = useOperatorActions()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  async function remove(reason: string | undefined) {
    setAsking(false)
    if (reason === undefined) return
    setFailure(undefined)
    setBusy(true)
    const outcome = await perform(() => deleteReport(id, reason))
    setBusy(false)
    // If somebody else was quicker, the report is gone as well.
    const isGone = outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.code === 'already_withdrawn')
    if (isGone) return reload(t('deleted'))
    setFailure(outcome.kind === 'failed' ? outcome : failureOf('unexpected'))
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
      {asking && <DeleteDialog title={title} onAnswer={remove} />}
      <ChangeFailure failure={failure} sentence="deleteFailed" />
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
