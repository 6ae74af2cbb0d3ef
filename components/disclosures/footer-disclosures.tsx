import { useLocale, useMessages } from 'next-intl'
import { disclosureRows } from '@/lib/disclosures/rows'

/** Where complaints and privacy requests go, as entries of a list. */
export function FooterContacts() {
  const rows = disclosureRows(['contacts'], useMessages(), useLocale())
  return rows.map(({ id, label, values }) => (
    <li key={id}>
      <a href={values[0]?.href}>{label}</a>
    </li>
  ))
}

/** Legal entity, registration and regulator in one paragraph, the risk notice in another. */
export function FooterNotices() {
  const messages = useMessages()
  const locale = useLocale()
  const company = disclosureRows(['legalEntity', 'regulation'], messages, locale)
  const risks = disclosureRows(['riskNotice'], messages, locale)
  return [company, risks].map((rows) => {
    if (rows.length === 0) return null
    const sentences = rows.map(({ id, label, values }) => (
      <span key={id}>
        <b>{label}</b> {values.map(({ text }) => text).join(', ')}
      </span>
    ))
    return (
      <p key={rows[0]?.id} className="small notices">
        {sentences}
      </p>
    )
  })
}
