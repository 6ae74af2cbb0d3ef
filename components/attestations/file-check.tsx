'use client'

import { useTranslations } from 'next-intl'
import { type ChangeEvent, useState } from 'react'
import type { Status } from '@/lib/attestations/archive'
import { fingerprintOf } from '@/lib/attestations/browser/fingerprint'

/** A published fingerprint and the report it belongs to, its month in words. */
export type KnownFile = { sha256: string; title: string; month: string; status: Status }

type Result = {
  name: string
  state: 'computing' | 'unreadable' | 'unknown' | Status
  sha256?: string
  known?: KnownFile
}

/** Says of a dropped or chosen file which report it is, or that it is none. The file is not sent. */
export function FileCheck({ files }: { files: KnownFile[] }) {
  const t = useTranslations('Attestations.check')
  const [result, setResult] = useState<Result>()
  const { title = '', month = '' } = result?.known ?? {}

  async function check({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    const { name } = file
    setResult({ name, state: 'computing' })
    try {
      const sha256 = await fingerprintOf(file)
      // The file may stand in the list twice, withdrawn and published again: the standing one counts.
      const matches = files.filter((known) => known.sha256 === sha256)
      const known = matches.find(({ status }) => status === 'current') ?? matches[0]
      setResult({ name, state: known?.status ?? 'unknown', sha256, known })
    } catch {
      setResult({ name, state: 'unreadable' }) // a folder, or a file that went away
    }
    target.value = '' // so that choosing the same file again, changed meanwhile, checks it again
  }

  return (
    <div className="file-check needs-script">
      <label className="drop-zone">
        <span>{t('choose')}</span>
        <input type="file" onChange={check} />
      </label>
      <div role="status">
        {result && (
          <div className={result.state === 'current' ? 'outcome outcome-good' : 'outcome'}>
            <p>{t(result.state, { name: result.name, title, month })}</p>
            {result.sha256 && (
              <p className="computed">
                {t('computed')} <code>{result.sha256}</code>
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
