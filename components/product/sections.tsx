import { useLocale, useMessages, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DisclosedValue } from '@/components/disclosures/disclosures'
import { richLinks, SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { figuresOf, isCurrent, type Report } from '@/lib/attestations/archive'
import { formatDecimal, formatMonth } from '@/lib/attestations/format'
import { loadArchive } from '@/lib/attestations/load'
import { disclosureRows, type Value } from '@/lib/disclosures/rows'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import './product.css'

const request = `POST /v1/orders
Idempotency-Key: 7f3c…

{ "metal": "gold",
  "side": "buy",
  "ounces": "0.25" }`

const response = `201 Created

{ "order": "ord_…",
  "status": "settled",
  "tokens": "0.25" }`

export function EnterpriseFeatures() {
  const t = useTranslations('EnterpriseFeatures')
  return (
    <Section id="enterprise" title={t('title')} intro={t('intro')}>
      <div className="enterprise">
        <ul className="features">
          {keysOf(useMessages().EnterpriseFeatures.cards).map((key) => (
            <li key={key}>
              <h3>{t(`cards.${key}.title`)}</h3>
              <p className="soft">{t(`cards.${key}.body`)}</p>
            </li>
          ))}
        </ul>
        <figure className="api-example inverse">
          <figcaption>
            <b>{t('example.title')}</b>{' '}
            <span className="small">{t('example.note')}</span>
          </figcaption>
          <p className="eyebrow">{t('example.request')}</p>
          <pre>
            <code>{request}</code>
          </pre>
          <p className="eyebrow">{t('example.response')}</p>
          <pre>
            <code>{response}</code>
          </pre>
        </figure>
      </div>
    </Section>
  )
}

/**
 * The supported metals as a specification table with `latest` as its last row.
 * On a narrow screen each row becomes a small list.
 */
export function MetalsTable({ latest }: { latest?: ReactNode }) {
  const t = useTranslations('Metals')
  const hero = useTranslations('ProductHero')
  const locale = useLocale()
  const contract = (metal: 'gold' | 'silver') =>
    disclosureRows(locale, [`${metal}Contract`])[0]?.values[0] ?? none
  const shared = [
    ...disclosureRows(locale, ['vaults']).slice(0, 1),
    ...disclosureRows(locale, ['barStandard']),
  ]
  const rows = [
    ...keysOf(useMessages().Metals.rows).map((row) => ({
      label: t(`rows.${row}.label`),
      gold: { text: t(`rows.${row}.gold`) },
      silver: { text: t(`rows.${row}.silver`) },
    })),
    ...shared.map(({ label, values }) => {
      const both = { text: values.map(({ text }) => text).join(' · ') }
      return { label, gold: both, silver: both }
    }),
    {
      label: t('contract'),
      gold: contract('gold'),
      silver: contract('silver'),
    },
  ]
  return (
    <Section id="metals" title={t('title')} intro={t('intro')}>
      <table className="specification tabular">
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('property')}</th>
            <th scope="col" className="text-gold">
              {t('gold')}
            </th>
            <th scope="col" className="text-silver">
              {t('silver')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MetalRow key={row.label} {...row} />
          ))}
          {latest}
        </tbody>
      </table>
      <p className="actions">
        <SiteLink to="attestations" className="text-link">
          {hero('second')}
        </SiteLink>
      </p>
    </Section>
  )
}

/**
 * The ounces in the latest report with figures, as a table row; nothing if
 * there is none.
 */
export async function LatestOunces() {
  const report = (await loadArchive())?.find(
    (each) => isCurrent(each) && (each.goldOunces || each.silverOunces),
  )
  return report ? <OuncesRow report={report} /> : null
}

function OuncesRow({ report }: { report: Report }) {
  const t = useTranslations('Metals')
  const locale = useLocale()
  const held = (metal: 'gold' | 'silver') => {
    const ounces = figuresOf(report, metal)?.ounces
    return ounces ? { text: formatDecimal(locale, ounces) } : none
  }
  const label = t('ounces', { month: formatMonth(locale, report.reportDate) })
  return <MetalRow label={label} gold={held('gold')} silver={held('silver')} />
}

const none: Value = { text: '–' }

// If both metals have the same value, one cell spans both columns; if neither
// has one, the row is omitted.
function MetalRow({
  label,
  gold,
  silver,
}: {
  label: string
  gold: Value
  silver: Value
}) {
  const t = useTranslations('Metals')
  if (gold === none && silver === none) return null
  return (
    <tr>
      <th scope="row">{label}</th>
      {gold.text === silver.text ? (
        <td colSpan={2}>
          <DisclosedValue {...gold} />
        </td>
      ) : (
        <>
          <td data-column={t('gold')}>
            <DisclosedValue {...gold} />
          </td>
          <td data-column={t('silver')}>
            <DisclosedValue {...silver} />
          </td>
        </>
      )}
    </tr>
  )
}

export function ProductAbout() {
  const t = useTranslations('ProductAbout')
  return (
    <Section id="about" title={t('title')}>
      <div className="soft">
        <p className="lead">{t('body1')}</p>
        <p className="prose">{t.rich('body2', richLinks)}</p>
      </div>
      <section className="roadmap" aria-labelledby="roadmap-title">
        <h3 id="roadmap-title">{t('roadmapTitle')}</h3>
        <p className="soft">{t('roadmap')}</p>
      </section>
    </Section>
  )
}

// Line drawings on a 48-unit grid; a stage added in the editor has none.
const drawings: Record<string, string> = {
  fullBacking:
    'M4 6h40v36H4zM9 11h30v26H9zM24 16a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM24 13v6M24 29v6M13 24h6M29 24h6M10 42v3M38 42v3',
  attestation:
    'M10 4h20l8 8v20H10zM30 4v8h8M15 16h16M15 21h16M15 26h9M31 27a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM28 38l-2 7 5-3 5 3-2-7',
  exactUnit:
    'M24 4a20 20 0 1 0 0 40 20 20 0 0 0 0-40zM24 9a15 15 0 1 0 0 30 15 15 0 0 0 0-30zM21 19l4-2v14M20 31h10',
  custody:
    'M14 8a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM22 16h22v6M37 16v5M34 27a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM26 35H4v-6M11 35v-5',
  settlement: 'M4 17h34M31 10l7 7-7 7M44 31H10M17 24l-7 7 7 7',
  redemption:
    'M4 34l8-14h24l8 14zM12 20l-1 14M36 20l1 14M16 26h16M4 34v6h40v-6M24 4v11M19 10l5 5 5-5',
}

/**
 * The stages of a token's life: an ordered list whose drawings are connected by
 * a line.
 */
export function TokenLife() {
  const t = useTranslations('KeyFeatures')
  return (
    <Section id="features" title={t('title')} intro={t('intro')}>
      <ol className="token-life">
        {keysOf(useMessages().KeyFeatures.cards).map((key) => (
          <li key={key}>
            <svg
              viewBox="0 0 48 48"
              width="56"
              height="56"
              aria-hidden="true"
              focusable="false"
            >
              <path
                d={drawings[key]}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.2"
              />
            </svg>
            <h3>{t(`cards.${key}.title`)}</h3>
            <p className="soft">{t(`cards.${key}.body`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/**
 * Compares three ways to hold metal in columns; on a narrow screen each row
 * becomes a small list.
 */
export function Comparison() {
  const t = useTranslations('Differentiators')
  return (
    <Section id="rethinking" title={t('title')} intro={t('intro')}>
      <table className="specification comparison">
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('aspect')}</th>
            <th scope="col">{t('bank')}</th>
            <th scope="col">{t('fund')}</th>
            <th scope="col" className="text-gold">
              {site.product}
            </th>
          </tr>
        </thead>
        <tbody>
          {keysOf(useMessages().Differentiators.cards).map((key) => (
            <tr key={key}>
              <th scope="row">{t(`cards.${key}.title`)}</th>
              <td data-column={t('bank')}>{t(`cards.${key}.bank`)}</td>
              <td data-column={t('fund')}>{t(`cards.${key}.fund`)}</td>
              <td data-column={site.product}>{t(`cards.${key}.product`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
