import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { SiteLink } from '@/components/ui/links'
import { Unbroken } from '@/components/ui/unbroken'
import {
  type Figures,
  figuresByMetal,
  isCurrent,
  type Metal,
  type Report,
} from '@/lib/attestations/archive'
import {
  formatDay,
  formatFigures,
  formatMonth,
} from '@/lib/attestations/format'
import { loadArchive } from '@/lib/attestations/load'
import { Coverage } from './coverage'
import { FirstPoints } from './first-points'
import { ReportFile } from './report-file'
import './ledger.css'

/**
 * Shows the latest report as a band of columns: an account for each metal, and
 * the firm that attested it. Before the first report, shows what a report will
 * contain, if the brand confirms that reports are published.
 */
export async function EvidenceLedger() {
  const archive = await loadArchive()
  if (!archive) return null
  const latest = archive.find(isCurrent)
  return latest ? <Ledger report={latest} /> : <Announcement />
}

function Ledger({ report }: { report: Report }) {
  const t = useTranslations('EvidenceLedger')
  const locale = useLocale()
  const metals = figuresByMetal(report)
  const month = formatMonth(locale, report.reportDate)
  return (
    <Band title={t('title', { month })}>
      {metals.map(({ metal, ...figures }) => (
        <Account key={metal} metal={metal} figures={figures} />
      ))}
      {metals.length === 0 && (
        <div>
          <p className="eyebrow">{month}</p>
          <p className="ledger-name">{report.title}</p>
          {report.description && <p className="soft">{report.description}</p>}
        </div>
      )}
      <Attestation report={report} />
    </Band>
  )
}

function Band({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ledger" aria-labelledby="ledger-title">
      <div className="frame ledger-columns">
        <h2 id="ledger-title" className="visually-hidden">
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}

/**
 * Puts ounces above tokens, so that their digits align, and coverage last, in
 * the place of a total.
 */
function Account({ metal, figures }: { metal: Metal; figures: Figures }) {
  const t = useTranslations('EvidenceLedger')
  const tReports = useTranslations('Attestations')
  const { ounces, tokens } = formatFigures(useLocale(), figures)
  return (
    <div>
      <h3 className={`eyebrow text-${metal}`}>{tReports(metal)}</h3>
      <dl>
        <dt>{t('held')}</dt>
        <dd>{ounces}</dd>
        <dt>{t('outstanding')}</dt>
        <dd>{tokens}</dd>
        <dt>{tReports('columns.coverage')}</dt>
        <dd>
          <Coverage coverage={figures.coverage} />
        </dd>
      </dl>
    </div>
  )
}

function Attestation({ report }: { report: Report }) {
  const t = useTranslations('EvidenceLedger')
  const tReports = useTranslations('Attestations')
  const locale = useLocale()
  const { firm, asOf, sha256 } = report
  return (
    <div className="ledger-source">
      {firm && (
        <>
          <h3 className="eyebrow">{t('attestedBy')}</h3>
          <p className="ledger-name">{firm}</p>
        </>
      )}
      {asOf && <p>{tReports('asOf', { day: formatDay(locale, asOf) })}</p>}
      <p className="row">
        <ReportFile report={report} />
        <SiteLink to="attestations" className="text-link">
          {t('list')}
        </SiteLink>
      </p>
      {sha256 && (
        <p className="small">
          <Unbroken>{t('fingerprint')}</Unbroken> <code>{sha256}</code>
        </p>
      )}
    </div>
  )
}

function Announcement() {
  const t = useTranslations('Attestations')
  if (!t.has('first.intro')) return null
  return (
    <Band title={t('title')}>
      <div>
        <p className="ledger-name">{t('first.intro')}</p>
        <FirstPoints className="ledger-points" />
      </div>
      <div className="ledger-source">
        <p className="ledger-name">{t('first.issuer')}</p>
        <p>
          {t('empty')} <SiteLink to="attestations">{t('title')}</SiteLink>
        </p>
      </div>
    </Band>
  )
}
