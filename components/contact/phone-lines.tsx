import { useTranslations } from 'next-intl'
import { site } from '@/lib/site'

/** The two telephone lines, as links that dial. */
export function PhoneLines() {
  const t = useTranslations('Contact')
  return (
    <dl className="lines">
      <Line name={t('phoneNorthAmerica')} number={site.phones.northAmerica} />
      <Line name={t('phoneWorldwide')} number={site.phones.worldwide} />
    </dl>
  )
}

function Line({ name, number }: { name: string; number: string }) {
  return (
    <div>
      <dt className="small">{name}</dt>
      <dd>
        <a href={`tel:+${number.replace(/\D/g, '')}`}>{number}</a>
      </dd>
    </div>
  )
}
