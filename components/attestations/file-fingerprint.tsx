'use client'

import { useTranslations } from 'next-intl'
import { type ChangeEvent, useState } from 'react'
import { fingerprintOf } from '@/lib/attestations/browser/fingerprint'

/** Computes the fingerprint of a chosen file for the form. The file is not sent. */
export function FileFingerprint({ onComputed }: { onComputed: (sha256: string) => void }) {
  const t = useTranslations('Attestations.operatorActions')
  const [state, setState] = useState<'fingerprintBusy' | 'fingerprintUnreadable'>()

  async function compute({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    setState('fingerprintBusy')
    try {
      onComputed(await fingerprintOf(file))
      setState(undefined)
    } catch {
      setState('fingerprintUnreadable') // deleted or moved since it was chosen, or a folder
    }
  }

  return (
    <div className="field">
      <label htmlFor="report-file">{t('fingerprintFile')}</label>
      <input id="report-file" type="file" onChange={compute} />
      <p role="status" className="field-hint">
        {state && t(state)}
      </p>
    </div>
  )
}
