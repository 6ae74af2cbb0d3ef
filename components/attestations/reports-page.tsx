import './attestations.css'
import { useLocale, useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { ArchivePage } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { consoleAddress, consolePaths } from '@/lib/operator/console-paths'
import { dataFiles, paths, yearPagePath } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { AddReport } from './change-list'
import { ClientMessages } from './client-messages'
import { FileCheck } from './file-check'
import { LiveSupplySection } from './live-supply'
import { History, ReportList, YearNavigation } from './report-list'
import { ReservesSection } from './reserves'

type HeadProps = { year?: string; isEmpty: boolean; operator?: string }

export function AttestationsHead({ year, isEmpty, operator }: HeadProps) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  return (
    <div className="frame page-head">
      <h1>{year ? t('years.title', { year }) : t('title')}</h1>
      <p className="lead">
        {year ? t('years.intro') : t(isEmpty ? 'introEmpty' : 'intro')}
      </p>
      {operator && (
        <p className="signed-in note">
          <a href={consoleAddress(locale, consolePaths.reports)}>
            {t('operatorActions.signedIn', { operator })}
          </a>
        </p>
      )}
    </div>
  )
}

type Props = { page?: ArchivePage; year?: string; isOperator: boolean }

export function Reports({ page, year, isOperator }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const action = <AddReport isProminent={isOperator} />
  if (!page) {
    const address = localizedPath(
      locale,
      year ? yearPagePath(year) : paths.attestations,
    )
    // `data-incomplete` tells the server not to cache the page
    // (lib/server/kept-pages.ts).
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
  return (
    <>
      <ReservesSection page={page} />
      {!year && <LiveSupplySection />}
      <Section
        id="reports"
        title={t('listTitle')}
        intro={page.archive.length > 0 ? t('listIntro') : undefined}
        action={action}
      >
        <ReportList page={page} isOperator={isOperator} />
        <YearNavigation page={page} />
      </Section>
      <History page={page} />
      {!year && (
        <>
          {page.archive.length > 0 && <CheckSection />}
          <ProofBox />
          <DataLinks />
        </>
      )}
    </>
  )
}

// Commands that print a file's SHA-256.
const checkCommands = {
  unix: 'shasum -a 256 FILE',
  windows: 'Get-FileHash -Algorithm SHA256 FILE',
}

function CheckSection() {
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

function ProofBox() {
  return (
    <section
      id="proof"
      className="section block proof"
      aria-labelledby="proves-title"
    >
      <div className="frame proof-frame">
        <Points group="proves" title="proofTitle" />
        <Points group="provesNot" title="provesNotTitle" />
      </div>
    </section>
  )
}

function Points({
  group,
  title,
}: {
  group: 'proves' | 'provesNot'
  title: 'proofTitle' | 'provesNotTitle'
}) {
  const t = useTranslations('Attestations')
  const points: Record<string, unknown> = useMessages().Attestations[group]
  return (
    <div>
      <h2 id={`${group}-title`}>{t(title)}</h2>
      <ul className={group}>
        {keysOf(points).map((key) => (
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
    csv: dataFiles.csv,
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
