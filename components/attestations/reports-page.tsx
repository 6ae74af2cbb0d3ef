import './attestations.css'
import { useLocale, useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { ArchivePage } from '@/lib/attestations/report-pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles, paths, yearPagePath } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { AddReport } from './add-report'
import { ClientMessages } from './client-messages'
import { Commands } from './commands'
import { FileCheck } from './file-check'
import { FormerReports } from './former-reports'
import { LiveSupplySection } from './live-supply'
import { ReportList } from './report-list'
import { ReservesSection } from './reserves-section'
import { YearNavigation } from './year-navigation'

type Props = { page?: ArchivePage; year?: string; isOperator: boolean }

export function ReportsPage({ page, year, isOperator }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const action = <AddReport isProminent={isOperator} />
  if (!page) {
    const address = localizedPath(
      locale,
      year ? yearPagePath(year) : paths.attestations,
    )
    // Has `data-incomplete`, so that the server does not cache the page
    // (lib/server/render-cached-page.ts).
    return (
      <Section id="reports" title={t('listTitle')} action={action}>
        <p className="empty-state" data-incomplete>
          {t('unavailable')}{' '}
          <a href={address} className="quiet-button">
            {t('retry')}
          </a>
        </p>
      </Section>
    )
  }
  const hasReports = page.archive.length > 0
  const hasFingerprints = page.archive.some(({ sha256 }) => sha256 !== null)
  return (
    <>
      <ReservesSection page={page} />
      {!year && <LiveSupplySection />}
      <Section
        id="reports"
        title={t('listTitle')}
        intro={hasReports && t.has('listIntro') ? t('listIntro') : undefined}
        action={action}
      >
        <ReportList page={page} isOperator={isOperator} />
        <YearNavigation page={page} />
      </Section>
      <FormerReports page={page} />
      {!year && (
        <>
          {hasReports && <CheckSection hasFingerprints={hasFingerprints} />}
          <ProofBox hasFingerprints={!hasReports || hasFingerprints} />
          <DataLinks />
        </>
      )}
    </>
  )
}

/**
 * Offers to check files and copies of the log, or only copies of the log if no
 * report has a fingerprint.
 */
function CheckSection({ hasFingerprints }: { hasFingerprints: boolean }) {
  const t = useTranslations('Attestations')
  return (
    <Section
      id="check"
      title={t(hasFingerprints ? 'checkTitle' : 'checkLogTitle')}
      intro={hasFingerprints ? t('checkIntro') : undefined}
    >
      <ClientMessages of="check">
        <FileCheck />
      </ClientMessages>
      <p className="soft">
        {t('keepCopy')}{' '}
        <a href="/api/attestations/log" download="attestations-log.json">
          {t('keepCopyLink')}
        </a>
      </p>
      {hasFingerprints && (
        <>
          <p className="soft">{t('checkByHand')}</p>
          <Commands
            code={{
              [t('unix')]: 'shasum -a 256 FILE',
              [t('windows')]: 'Get-FileHash -Algorithm SHA256 FILE',
            }}
          />
        </>
      )}
    </Section>
  )
}

type ProofProps = { hasFingerprints: boolean }

function ProofBox(props: ProofProps) {
  return (
    <section
      id="proof"
      className="section block proof"
      aria-labelledby="proves-title"
    >
      <div className="frame proof-frame">
        <Points {...props} group="proves" title="proofTitle" />
        <Points {...props} group="provesNot" title="provesNotTitle" />
      </div>
    </section>
  )
}

const aboutFingerprints = ['unchanged', 'truth']

function Points({
  group,
  title,
  hasFingerprints,
}: ProofProps & {
  group: 'proves' | 'provesNot'
  title: 'proofTitle' | 'provesNotTitle'
}) {
  const t = useTranslations('Attestations')
  const points: Record<string, unknown> = useMessages().Attestations[group]
  const shown = keysOf(points).filter(
    (key) => hasFingerprints || !aboutFingerprints.includes(key),
  )
  return (
    <div>
      <h2 id={`${group}-title`}>{t(title)}</h2>
      <ul className={group}>
        {shown.map((key) => (
          <li key={key}>{t(`${group}.${key}.text` as 'proves.seen.text')}</li>
        ))}
      </ul>
    </div>
  )
}

function DataLinks() {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const addresses = {
    csv: localizedPath(locale, dataFiles.csv),
    json: '/api/attestations',
    jsonFeed: localizedPath(locale, dataFiles.jsonFeed),
    atom: localizedPath(locale, dataFiles.atom),
  }
  return (
    <Section id="data" title={t('dataTitle')} intro={t('dataIntro')}>
      <ul className="data-links row">
        {Object.entries(addresses).map(([form, href]) => (
          <li key={form}>
            <a href={href}>{t(`data.${form as keyof typeof addresses}`)}</a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
