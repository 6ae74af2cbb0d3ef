import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { checkCommands } from '@/lib/attestations/commands'
import { keysOf } from '@/lib/i18n/keys'

/** A report's fingerprint with the commands that print that of a downloaded file. */
export function Fingerprint({ sha256, fileUrl }: { sha256: string; fileUrl: string }) {
  const t = useTranslations('Attestations')
  return (
    <details className="fingerprint">
      <summary>
        {`${t('fingerprint')} `}
        <code>{`${sha256.slice(0, 8)}…`}</code>
      </summary>
      <FingerprintDigits sha256={sha256}>
        <p className="soft">{t('fingerprintUse')}</p>
        <Commands fileUrl={fileUrl} />
      </FingerprintDigits>
    </details>
  )
}

/** All digits of a fingerprint, and what to do with them. */
export function FingerprintDigits({ sha256, children }: { sha256: string; children: ReactNode }) {
  const t = useTranslations('Attestations')
  return (
    <div className="fingerprint-digits">
      <p className="soft">{t('fingerprintIntro')}</p>
      <code className="digits">{sha256}</code>
      {children}
    </div>
  )
}

/** The commands that print a file's fingerprint. */
export function Commands({ fileUrl }: { fileUrl?: string }) {
  const t = useTranslations('Attestations')
  const commands = checkCommands(fileUrl)
  return (
    <dl className="commands">
      {keysOf(commands).map((system) => (
        <div key={system}>
          <dt className="small">{t(system)}</dt>
          <dd>
            <code>{commands[system]}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}
