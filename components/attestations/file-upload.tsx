'use client'

import { useTranslations } from 'next-intl'
import { type ChangeEvent, useRef, useState } from 'react'
import { type Upload, uploadFile } from '@/lib/attestations/browser/api'

type Props = {
  id: string
  /** The name under which the form sends the file itself without JavaScript. */
  name?: string
  /** By default the form's own fields for the file are filled in. */
  onKept?: (file: KeptFile) => void
  /** Sends, and may ask for a key and send again. */
  perform?: (send: () => Promise<Upload>) => Promise<Upload>
}

type KeptFile = { fileUrl: string; sha256: string }

type State = { kind: 'idle' } | { kind: 'sending'; share: number } | Upload

const problems = ['too_large', 'not_pdf', 'no_space'] as const
const generalProblems = ['unauthorized', 'offline'] as const

export function FileUpload({ id, name, onKept, perform = (send) => send() }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const [state, setState] = useState<State>({ kind: 'idle' })
  const sending = useRef<AbortController>(undefined)

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    sending.current?.abort()
    const own = new AbortController()
    sending.current = own
    const setOwn = (next: State) => sending.current === own && setState(next)
    setOwn({ kind: 'sending', share: 0 })
    const upload = await perform(() => uploadFile(file, (share) => setOwn({ kind: 'sending', share }), own.signal))
    if (sending.current !== own) return
    setState(upload)
    // Choosing the same file again sends it again, and the form itself need not.
    target.value = ''
    if (upload.kind !== 'kept') return
    if (onKept) return onKept(upload)
    setField(target.form, 'file_url', upload.fileUrl)
    setField(target.form, 'sha256', upload.sha256)
  }

  const error = state.kind === 'failed' ? explain(state.code) : undefined
  const described = [error && `${id}-error`, `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field file-upload">
      <label htmlFor={id}>{t('upload.label')}</label>
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
          <progress value={state.share} aria-label={t('upload.label')} />
          <span className="tabular">{t('upload.sending', { percent: `${Math.floor(state.share * 100)} %` })}</span>
          <button type="button" className="quiet-button" onClick={() => sending.current?.abort()}>
            {t('cancel')}
          </button>
        </p>
      )}
      <p role="status" className="field-hint">
        {state.kind === 'kept' && t('upload.kept')}
        {state.kind === 'cancelled' && t('upload.cancelled')}
      </p>
      <p className="field-hint" id={`${id}-hint`}>
        {t('upload.hint')}
      </p>
    </div>
  )

  function explain(code: string): string {
    const own = problems.find((each) => each === code)
    if (own) return t(`upload.${own}`)
    if (code === 'rate_limited') return t('problems.rate_limited', { minutes: 10 })
    const general = generalProblems.find((each) => each === code)
    return general ? t(`problems.${general}`) : t('upload.failed')
  }
}

function setField(form: HTMLFormElement | null, name: string, value: string) {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}
