import { useLocale, useMessages, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import {
  DisclosedValue,
  DisclosedValues,
} from '@/components/disclosures/disclosures'
import { Engraving } from '@/components/engraving/engraving'
import { CopyButton } from '@/components/ui/copy-button'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { Unbroken } from '@/components/ui/unbroken'
import {
  figuresOf,
  isCurrent,
  type Metal,
  type Report,
} from '@/lib/attestations/archive'
import { formatDecimal, formatMonth } from '@/lib/attestations/format'
import { loadArchive } from '@/lib/attestations/load'
import { type DisclosureRow, disclosureRows } from '@/lib/disclosures/rows'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import './metals.css'

/**
 * Shows the supported metals, with the ounces in the latest report that has
 * figures.
 */
export async function SupportedMetals() {
  const report = (await loadArchive())?.find(
    (published) =>
      isCurrent(published) && (published.goldOunces || published.silverOunces),
  )
  return <Metals report={report} />
}

/**
 * Shows a certificate for each metal that the brand confirms, and a list of
 * what both have in common.
 */
export function Metals({ report }: { report?: Report | undefined }) {
  const t = useTranslations('Metals')
  const hero = useTranslations('ProductHero')
  if (site.metals.length === 0) return null
  return (
    <Section id="metals" layout="wide" title={t('title')}>
      <div className="certificates">
        {site.metals.map((metal) => (
          <Certificate key={metal} metal={metal} report={report} />
        ))}
      </div>
      {hasBothMetals && <SharedRows />}
      {hero.has('second') && (
        <p className="actions">
          <SiteLink to="attestations" className="text-link">
            {hero('second')}
          </SiteLink>
        </p>
      )}
    </Section>
  )
}

const hasBothMetals = site.metals.length > 1

/**
 * Returns the rows that read the same for both metals, or only the other rows.
 */
function useRows(kind: 'shared' | 'own') {
  const t = useTranslations('Metals.rows')
  return keysOf(useMessages().Metals.rows).filter((row) => {
    const isShared = hasBothMetals && t(`${row}.gold`) === t(`${row}.silver`)
    return isShared === (kind === 'shared')
  })
}

/** Returns the bar standards of one metal, or of both. */
function useBarStandards(of: Metal | undefined) {
  return disclosureRows(useLocale(), ['barStandard']).filter(({ metal }) =>
    hasBothMetals ? metal === of : metal === undefined || metal === of,
  )
}

function SharedRows() {
  const t = useTranslations('Metals')
  return (
    <section className="shared" aria-labelledby="metals-shared">
      <h3 id="metals-shared">{t('shared')}</h3>
      <dl>
        {useRows('shared').map((row) => (
          <Entry key={row} label={t(`rows.${row}.label`)}>
            <dd>
              <Unbroken>{t(`rows.${row}.gold`)}</Unbroken>
            </dd>
          </Entry>
        ))}
        <DisclosedEntries rows={useBarStandards(undefined)} />
      </dl>
    </section>
  )
}

function Certificate({
  metal,
  report,
}: {
  metal: Metal
  report: Report | undefined
}) {
  const t = useTranslations('Metals')
  const locale = useLocale()
  const ounces = report && figuresOf(report, metal)?.ounces
  return (
    <article
      className={`certificate ${metal}`}
      aria-labelledby={`metals-${metal}`}
    >
      <Engraving drawing={`rosette-${metal}`} />
      <h3 id={`metals-${metal}`}>{t(metal)}</h3>
      <dl>
        {useRows('own').map((row) => (
          <Entry key={row} label={t(`rows.${row}.label`)}>
            <dd>{t(`rows.${row}.${metal}`)}</dd>
          </Entry>
        ))}
        <DisclosedEntries rows={useBarStandards(metal)} />
        <DisclosedEntries
          rows={disclosureRows(locale, ['vaults']).slice(0, 1)}
        />
        {ounces && (
          <Entry
            label={t('ounces', {
              month: formatMonth(locale, report.reportDate),
            })}
          >
            <dd className="ounces tabular">{formatDecimal(locale, ounces)}</dd>
          </Entry>
        )}
        {disclosureRows(locale, [`${metal}Contract`]).map((row) => (
          <Contract key={row.label} {...row} />
        ))}
      </dl>
    </article>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="note">{label}</dt>
      {children}
    </div>
  )
}

function DisclosedEntries({ rows }: { rows: DisclosureRow[] }) {
  return rows.map(({ label, values }) => (
    <Entry key={label} label={label}>
      <DisclosedValues values={values} />
    </Entry>
  ))
}

/**
 * Shows only both ends of the address. The whole address is printed, read out
 * and copied.
 */
function Contract({ label, values }: DisclosureRow) {
  const t = useTranslations('Metals')
  return (
    <Entry label={label}>
      {values.map((value) => (
        <dd key={value.text} className="row">
          <DisclosedValue {...value} isShortened />
          <CopyButton
            text={value.text}
            of={label}
            copy={t('copy')}
            copied={t('copied')}
          />
        </dd>
      ))}
    </Entry>
  )
}
