'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Modal } from '@/components/ui/modal'
import { deleteReport, failedWith } from '@/lib/attestations/browser/api'
import { maxReasonCharacters } from '@/lib/attestations/fields'
import { useOperatorActions } from './operator-actions'

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
