import { useTranslations } from 'next-intl'
import { checkCommands } from '@/lib/attestations/commands'

/** A report's fingerprint with the commands that print that of a downloaded file. */
export function Fingerprint({ sha256, fileUrl }: { sha256: string; fileUrl: string }) {
  const t = useTranslations('Attestations')
  return (
    <details className="fingerprint">
      <summary>
        {t('fingerprint')} <code>{`${sha256.slice(0, 8)}…`}</code>
      </summary>
      <p className="soft">{t('fingerprintIntro')}</p>
      <code className="digits">{sha256}</code>
      <p className="soft">{t('fingerprintUse')}</p>
      <Commands fileUrl={fileUrl} />
    </details>
  )
}

/** The commands that print a file's fingerprint. */
export function Commands({ fileUrl }: { fileUrl?: string }) {
  const t = useTranslations('Attestations')
  const { unix, windows } = checkCommands(fileUrl)
  return (
    <dl className="commands">
      <div>
        <dt className="small">{t('unix')}</dt>
        <dd>
          <code>{unix}</code>
        </dd>
      </div>
      <div>
        <dt className="small">{t('windows')}</dt>
        <dd>
          <code>{windows}</code>
        </dd>
      </div>
    </dl>
  )
}
