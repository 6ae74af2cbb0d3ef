import { useTranslations } from 'next-intl'
import { phoneLines } from '@/lib/i18n/offices'

/** The telephone lines, as links that dial. */
export function PhoneLines() {
  return (
    <dl className="lines">
      {phoneLines(useTranslations()).map(({ name, number }) => (
        <div key={name}>
          <dt className="small">{name}</dt>
          <dd>
            <a href={`tel:+${number.replace(/\D/g, '')}`}>{number}</a>
          </dd>
        </div>
      ))}
    </dl>
  )
}
