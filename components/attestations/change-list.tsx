'use client'

import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Modal } from '@/components/ui/modal'
import { useLoaded } from '@/components/ui/use-loaded'
import { deleteReport, failedWith } from '@/lib/attestations/browser/api'
import { maxReasonCharacters } from '@/lib/attestations/fields'
import { ChangeFailure, useOperatorActions } from './operator-actions'

const importForm = async () => (await import('./report-form')).ReportForm

export function AddReport({ isProminent }: { isProminent: boolean }) {
  const t = useTranslations('Attestations.operatorActions')
  const { reload } = useOperatorActions()
  const [isOpen, setOpen] = useState(false)
  const { loaded: Form, failures, load } = useLoaded(importForm)
  const form = useId()

  async function toggle() {
    setOpen(!isOpen)
    if (!isOpen && !(await load())) setOpen(false)
  }

  function finish(isPending: boolean) {
    setOpen(false)
    reload(t(isPending ? 'pending' : 'added'))
  }

  return (
    <div className="add-report needs-script">
      <button
        type="button"
        className={isProminent && !isOpen ? 'button' : 'quiet-button'}
        aria-busy={isOpen && !Form}
        aria-expanded={isOpen}
        aria-controls={isOpen && Form ? form : undefined}
        onClick={toggle}
      >
        {t(isOpen ? 'cancel' : 'add')}
      </button>
      {isOpen && Form && <Form id={form} onAdded={finish} />}
      {failures > 0 && !isOpen && !Form && (
        <ChangeFailure failure={failedWith('offline')} sentence="addFailed" />
      )}
    </div>
  )
}

type DeleteProps = {
  id: string
  title: string
  /** The language of the title, if known. */
  lang?: string
}

export function DeleteReport({ id, title, lang }: DeleteProps) {
  const t = useTranslations('Attestations.operatorActions')
  const { perform, reload, fail } = useOperatorActions()
  const [state, setState] = useState<'idle' | 'asking' | 'busy'>('idle')
  const isBusy = state === 'busy'

  async function remove(reason: string | undefined) {
    if (reason === undefined) return setState('idle')
    setState('busy')
    const outcome = await perform(() => deleteReport(id, reason))
    setState('idle')
    // Counts the report as deleted even if someone else deleted it first.
    const isGone =
      outcome.kind === 'done' ||
      (outcome.kind === 'failed' && outcome.code === 'already_withdrawn')
    if (isGone) return reload(t('deleted'))
    fail(outcome.kind === 'failed' ? outcome : failedWith('unexpected'))
  }

  return (
    <>
      <button
        type="button"
        className="quiet-button"
        aria-label={isBusy ? undefined : t('deleteLabel', { title })}
        disabled={isBusy}
        onClick={() => setState('asking')}
      >
        {t(isBusy ? 'deleting' : 'delete')}
      </button>
      {state === 'asking' && (
        <DeleteDialog title={title} lang={lang} onAnswer={remove} />
      )}
    </>
  )
}

type DialogProps = Pick<DeleteProps, 'title' | 'lang'> & {
  onAnswer: (reason: string | undefined) => void
}

/**
 * Asks whether to delete the report. Calls `onAnswer` with the reason, which
 * may be empty, or with undefined if the visitor cancels.
 */
function DeleteDialog({ title, lang, onAnswer }: DialogProps) {
  const t = useTranslations('Attestations.operatorActions')
  const dialog = useRef<HTMLDialogElement>(null)
  const reason = useRef<HTMLInputElement>(null)

  // `returnValue` is the value of the button that closed the dialog.
  const answer = () =>
    onAnswer(dialog.current?.returnValue ? reason.current?.value : undefined)

  return (
    <Modal dialog={dialog} labelledBy="delete-title" onClose={answer}>
      <form method="dialog">
        <h2 id="delete-title">{t('deleteQuestion')}</h2>
        <p className="lead" lang={lang}>
          {title}
        </p>
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
