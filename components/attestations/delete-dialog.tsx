'use client'

import { useTranslations } from 'next-intl'
import { type SyntheticEvent, useRef } from 'react'
import { Modal } from '@/components/ui/modal'
import { reportLimits } from '@/lib/attestations/fields'

type Props = { title: string; onAnswer: (reason: string | undefined) => void }

/** Asks whether the report is to be deleted; answers with the reason given, which may be empty, or undefined for no. */
export function DeleteDialog({ title, onAnswer }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const dialog = useRef<HTMLDialogElement>(null)
  const reason = useRef<string>(undefined)

  function confirm(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    reason.current = String(new FormData(event.currentTarget).get('reason'))
    dialog.current?.close()
  }

  return (
    <Modal dialog={dialog} labelledBy="delete-title" onClose={() => onAnswer(reason.current)}>
      <form onSubmit={confirm}>
        <h2 id="delete-title">{t('deleteQuestion')}</h2>
        <p className="lead">{title}</p>
        <div className="field">
          <label htmlFor="delete-reason">{t('reason')}</label>
          <input id="delete-reason" name="reason" maxLength={reportLimits.reason} aria-describedby="delete-hint" />
          <p className="field-hint" id="delete-hint">
            {t('reasonHint')}
          </p>
        </div>
        <p className="row">
          <button type="submit" className="button">
            {t('delete')}
          </button>
          <button type="button" className="quiet-button" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </p>
      </form>
    </Modal>
  )
}
