'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Field } from '@/components/ui/field'
import { Modal } from '@/components/ui/modal'
import { maxReasonCharacters } from '@/lib/attestations/fields'

type Props = { title: string; onAnswer: (reason: string | undefined) => void }

/** Asks whether the report is to be deleted; answers with the reason given, which may be empty, or undefined for no. */
export function DeleteDialog({ title, onAnswer }: Props) {
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
