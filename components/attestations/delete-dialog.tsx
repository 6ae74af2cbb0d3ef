'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Field } from '@/components/ui/field'
import { Modal } from '@/components/ui/modal'
import { reportLimits } from '@/lib/attestations/fields'

type Props = { title: string; onAnswer: (reason: string | undefined) => void }

/** Asks whether the report is to be deleted; answers with the reason given, which may be empty, or undefined for no. */
export function DeleteDialog({ title, onAnswer }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const dialog = useRef<HTMLDialogElement>(null)
  const reason = useRef<string>(undefined)

  function confirm(fields: FormData) {
    reason.current = String(fields.get('reason'))
    dialog.current?.close()
  }

  return (
    <Modal
      dialog={dialog}
      id="delete"
      title={t('deleteQuestion')}
      submit={t('delete')}
      cancel={t('cancel')}
      onSubmit={confirm}
      onClose={() => onAnswer(reason.current)}
    >
      <p className="lead">{title}</p>
      <Field
        id="delete-reason"
        name="reason"
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={reportLimits.reason}
      />
    </Modal>
  )
}
