import { useLocale, useMessages } from 'next-intl'
import type { DisclosurePart } from '@/lib/brand/disclosures'
import { disclosureRows } from '@/lib/disclosures/rows'
import { DisclosedValue } from './disclosed-value'
import './disclosures.css'

/** What the brand discloses of these parts; nothing where it discloses none of them. */
export function DisclosureList({ parts }: { parts: readonly DisclosurePart[] }) {
  const rows = disclosureRows(parts, useMessages(), useLocale())
  if (rows.length === 0) return null
  return (
    <dl className="disclosures">
      {rows.map(({ id, label, values }) => (
        <div key={id}>
          <dt>{label}</dt>
          {values.map((value) => (
            <dd key={value.text}>
              <DisclosedValue {...value} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
