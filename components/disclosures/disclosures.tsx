import { useLocale, useTranslations } from 'next-intl'
import { ExternalLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { Unbroken } from '@/components/ui/unbroken'
import { groupOf, topicNames } from '@/lib/brand/disclosures'
import {
  type DisclosureRow,
  type DisclosureValue,
  disclosureRows,
} from '@/lib/disclosures/rows'
import { site } from '@/lib/site'
import './disclosures.css'

export function Disclosures() {
  const t = useTranslations('Disclosures')
  const rows = disclosureRows(useLocale())
  const groups = [...new Set(topicNames.map(groupOf))]
  const shown = groups.filter((group) =>
    rows.some((row) => row.group === group),
  )
  if (shown.length === 0) return null
  return (
    <Section
      id="disclosures"
      isInverse
      title={t('title')}
      intro={t('intro')}
      action={
        site.disclosures.examples && <p className="small">{t('examples')}</p>
      }
    >
      <div className="articles">
        {shown.map((group) => (
          <details key={group}>
            <summary>
              <h3>{t(`groups.${group}`)}</h3>
            </summary>
            <DisclosedRows
              id={`disclosures-${group}`}
              rows={rows.filter((row) => row.group === group)}
            />
          </details>
        ))}
      </div>
    </Section>
  )
}

function DisclosedRows({ id, rows }: { id: string; rows: DisclosureRow[] }) {
  const t = useTranslations('Disclosures')
  return (
    <dl id={id} className="disclosures">
      {rows.map(({ label, values, source }) => (
        <div key={label}>
          <dt className="small">{label}</dt>
          <DisclosedValues values={values} />
          {source && (
            <dd>
              <ExternalLink href={source}>{t('source')}</ExternalLink>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

export function DisclosedValues({ values }: Pick<DisclosureRow, 'values'>) {
  return values.map((value) => (
    <dd key={value.text}>
      <DisclosedValue {...value} />
    </dd>
  ))
}

export function DisclosedValue({
  text,
  href,
  code,
  isShortened = false,
}: DisclosureValue & { isShortened?: boolean }) {
  const words = code ? (
    <code className="contract">
      {isShortened ? <ShortenedCode text={text} /> : text}
    </code>
  ) : (
    <Unbroken>{text}</Unbroken>
  )
  if (href === undefined) return words
  return href.startsWith('mailto:') ? (
    <a href={href}>{words}</a>
  ) : (
    <ExternalLink href={href}>{words}</ExternalLink>
  )
}

/**
 * Shortens an address as explorers do: 0x with the first four digits, and the
 * last four.
 */
function ShortenedCode({ text }: { text: string }) {
  const start = '0x1234'.length
  const end = -4
  return (
    <>
      {text.slice(0, start)}
      <span className="contract-middle">{text.slice(start, end)}</span>
      {text.slice(end)}
    </>
  )
}
