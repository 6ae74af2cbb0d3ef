import { useTranslations } from 'next-intl'
import { site } from '@/lib/site'

/** The two telephone lines, as links that dial. */
export function PhoneLines() {
  const t = useTranslations('Contact')
  return (
    <dl className="lines">
      <div>
        <dt className="small">{t('phoneNorthAmerica')}</dt>
        <dd>
          <PhoneLink number={site.phones.northAmerica} />
        </dd>
      </div>
      <div>
        <dt className="small">{t('phoneWorldwide')}</dt>
        <dd>
          <PhoneLink number={site.phones.worldwide} />
        </dd>
      </div>
    </dl>
  )
}

function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:+${number.replace(/\D/g, '')}`}>{number}</a>
}
