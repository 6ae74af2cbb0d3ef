'use client'

import { useTranslations } from 'next-intl'
import { type SyntheticEvent, useRef, useState } from 'react'
import { Modal } from '@/components/ui/modal'
import { type Failure, signIn } from '@/lib/attestations/browser/api'

/** Asks for an operator's key until one is accepted (true) or the dialog is closed (false). */
export function KeyDialog({ onAnswer }: { onAnswer: (signedIn: boolean) => void }) {
  const t = useTranslations('Attestations.operatorActions.key')
  const dialog = useRef<HTMLDialogElement>(null)
  const signedIn = useRef(false)
  const [sending, setSending] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const [needsCode, setNeedsCode] = useState(false)

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setSending(true)
    const outcome = await signIn(String(form.get('key')), String(form.get('code') ?? ''))
    setSending(false)
    if (outcome.kind === 'failed' && outcome.code === 'code_required') setNeedsCode(true)
    if (outcome.kind !== 'done') return setErrorText(outcome.kind === 'failed' ? explanation(outcome) : t('wrong'))
    signedIn.current = true
    dialog.current?.close()
  }

  function explanation({ code, retryAfterSeconds }: Failure): string {
    if (code === 'unauthorized') return t('wrong')
    if (code === 'code_required' || code === 'wrong_code') return t(code)
    if (code !== 'rate_limited') return t('failed')
    return t('limited', { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })
  }

  return (
    <Modal dialog={dialog} labelledBy="key-title" onClose={() => onAnswer(signedIn.current)}>
      <form onSubmit={submit}>
        <h2 id="key-title">{t('title')}</h2>
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
        {needsCode && (
          <div className="field">
            <label htmlFor="operator-code">{t('code')}</label>
            <input
              id="operator-code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={16}
              required
            />
          </div>
        )}
        <p className="row">
          <button type="submit" className="button" disabled={sending}>
            {sending ? t('sending') : t('submit')}
          </button>
          <button type="button" className="quiet-button" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </p>
      </form>
    </Modal>
  )
}
