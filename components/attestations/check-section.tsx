import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import { ClientMessages } from './client-messages'
import { FileCheck } from './file-check'

// They print a file's SHA-256.
const checkCommands = { unix: 'shasum -a 256 FILE', windows: 'Get-FileHash -Algorithm SHA256 FILE' }

export function CheckSection() {
  const t = useTranslations('Attestations')
  return (
    <Section id="check" title={t('checkTitle')} intro={t('checkIntro')}>
      <ClientMessages of="check">
        <FileCheck />
      </ClientMessages>
      <p className="soft">
        {t('keepCopy')}{' '}
        <a href="/api/attestations/log" download="attestations-log.json">
          {t('keepCopyLink')}
        </a>
      </p>
      <p className="check-by-hand soft">{t('checkByHand')}</p>
      <dl className="commands">
        {keysOf(checkCommands).map((system) => (
          <div key={system}>
            <dt className="small">{t(system)}</dt>
            <dd>
              <code>{checkCommands[system]}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
