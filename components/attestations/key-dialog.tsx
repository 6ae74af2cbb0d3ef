'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Modal } from '@/components/ui/modal'
import { type Failure, signIn } from '@/lib/attestations/browser/api'

/** Asks for an operator's key until one is accepted (true) or the dialog is closed (false). */
export function KeyDialog({ onAnswer }: { onAnswer: (signedIn: boolean) => void }) {
  const t = useTranslations('Attestations.operatorActions.key')
  const dialog = useRef<HTMLDialogElement>(null)
  const signedIn = useRef(false)
  const [sending, setSending] = useState(false)
  const [errorText, setErrorText] = useState<string>()

  async function submit(fields: FormData) {
    setSending(true)
    const outcome = await signIn(String(fields.get('key')))
    setSending(false)
    if (outcome.kind !== 'done') return setErrorText(outcome.kind === 'failed' ? explanation(outcome) : t('wrong'))
    signedIn.current = true
    dialog.current?.close()
  }

  function explanation({ code, retryAfterSeconds }: Failure): string {
    if (code === 'unauthorized') return t('wrong')
    if (code !== 'rate_limited') return t('failed')
    return t('limited', { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })
  }

  return (
    <Modal
      dialog={dialog}
      id="key"
      title={t('title')}
      submit={t(sending ? 'sending' : 'submit')}
      cancel={t('cancel')}
      sending={sending}
      onSubmit={submit}
      onClose={() => onAnswer(signedIn.current)}
    >
      <p className="hint">{t('intro')}</p>
      <div className="field">
        <label htmlFor="operator-key">{t('label')}</label>
        <p role="alert" className="field-error" id="operator-key-error">
          {errorText}
        </p>
        <input
          id="operator-key"
          name="key"
          type="password"
          autoComplete="current-password"
          required
          aria-invalid={errorText ? true : undefined}
          aria-describedby="operator-key-error"
        />
      </div>
    </Modal>
  )
}
