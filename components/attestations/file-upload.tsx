'use client'

import type { useTranslations } from 'next-intl'
import { type ChangeEvent, useRef, useState } from 'react'
import { type Upload, uploadFile } from '@/lib/attestations/browser/api'

const problems = ['too_large', 'not_pdf', 'no_space', 'unauthorized', 'rate_limited', 'offline'] as const

/** Sentences of the page; `{percent}` stands for how much was sent. */
export type UploadTexts = Record<
  'label' | 'hint' | 'sending' | 'cancel' | 'cancelled' | 'kept' | 'failed' | (typeof problems)[number],
  string
>

type Props = {
  id: string
  /** Where the form sends the file itself without JavaScript. */
  name?: string
  texts: UploadTexts
  /** By default the form's own fields for the file are filled in. */
  onKept?: (file: KeptFile) => void
  /** Sends, and may ask for a key and send again. */
  perform?: (send: () => Promise<Upload>) => Promise<Upload>
}

type State =
  | { kind: 'idle' | 'cancelled' | 'kept' }
  | { kind: 'sending'; share: number }
  | { kind: 'failed'; code: string }

type KeptFile = { fileUrl: string; sha256: string }

/** Sends a chosen file at once, shows its progress, and lets the operator cancel it. */
export function FileUpload({ id, name, texts, onKept, perform = (send) => send() }: Props) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const sending = useRef<AbortController>(undefined)

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    sending.current?.abort()
    const own = new AbortController()
    sending.current = own
    const isCurrent = () => sending.current === own
    setState({ kind: 'sending', share: 0 })
    const onProgress = (share: number) => isCurrent() && setState({ kind: 'sending', share })
    const upload = await perform(() => uploadFile(file, onProgress, own.signal))
    if (!isCurrent()) return
    setState(upload.kind === 'failed' ? upload : { kind: upload.kind })
    // Choosing the same file again is to send it again, and the form itself need not.
    target.value = ''
    if (upload.kind === 'kept') (onKept ?? fillIn)(upload)

    function fillIn({ fileUrl, sha256 }: KeptFile) {
      setField(target.form, 'file_url', fileUrl)
      setField(target.form, 'sha256', sha256)
    }
  }

  const error = state.kind === 'failed' ? texts[problems.find((code) => code === state.code) ?? 'failed'] : undefined
  const described = [error && `${id}-error`, `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field file-upload">
      <label htmlFor={id}>{texts.label}</label>
      <p className="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
      <input
        id={id}
        name={name}
        type="file"
        accept=".pdf,application/pdf"
        onChange={send}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      {state.kind === 'sending' && (
        <p className="row">
          <progress value={state.share} aria-label={texts.label} />
          <span className="tabular">{texts.sending.replace('{percent}', `${Math.floor(state.share * 100)} %`)}</span>
          <button type="button" className="quiet-button" onClick={() => sending.current?.abort()}>
            {texts.cancel}
          </button>
        </p>
      )}
      <p role="status" className="field-hint">
        {state.kind === 'kept' && texts.kept}
        {state.kind === 'cancelled' && texts.cancelled}
      </p>
      <p className="field-hint" id={`${id}-hint`}>
        {texts.hint}
      </p>
    </div>
  )
}

function setField(form: HTMLFormElement | null, name: string, value: string) {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}

/** The texts of the field, in the language of the page. */
export function uploadTexts(t: ReturnType<typeof useTranslations<'Attestations.operatorActions'>>): UploadTexts {
  return {
    label: t('upload.label'),
    hint: t('upload.hint'),
    sending: t('upload.sending', { percent: '{percent}' }),
    cancel: t('cancel'),
    cancelled: t('upload.cancelled'),
    kept: t('upload.kept'),
    failed: t('upload.failed'),
    too_large: t('upload.too_large'),
    not_pdf: t('upload.not_pdf'),
    no_space: t('upload.no_space'),
    unauthorized: t('problems.unauthorized'),
    rate_limited: t('problems.rate_limited', { minutes: 10 }),
    offline: t('problems.offline'),
  }
}
