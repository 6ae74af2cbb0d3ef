import { useLocale, useTranslations } from 'next-intl'
import { DisclosedValues } from '@/components/disclosures/disclosures'
import { richLinks } from '@/components/ui/links'
import { disclosureRows } from '@/lib/disclosures/rows'
import { teamHours } from '@/lib/disclosures/team-hours'
import { officesIn } from '@/lib/i18n/offices'
import { OfficeClock } from './office-clock'
import { EmailReveal, MeetingLink, PhoneLines } from './ways-to-reach'

export function ContactDetails() {
  const t = useTranslations('Contact')
  const hours = teamHours(useLocale())
  return (
    <div className="contact-details">
      <NextSteps />
      <section aria-labelledby="phone-title">
        <h2 id="phone-title">{t('phoneHeading')}</h2>
        <PhoneLines />
        {hours.length > 0 && (
          <p className="soft">
            {t('hours')}
            <br />
            {hours.join(', ')}
          </p>
        )}
        <MeetingLink />
      </section>
      <section aria-labelledby="email-title">
        <h2 id="email-title">{t('emailHeading')}</h2>
        <EmailReveal isPrinted />
      </section>
      <section aria-labelledby="offices-title">
        <h2 id="offices-title">{t('officesHeading')}</h2>
        <Offices />
      </section>
    </div>
  )
}

function Offices() {
  const t = useTranslations('Contact')
  const locale = useLocale()
  return (
    <ul className="offices">
      {officesIn(locale).map(({ city, street, place, country, clock }) => (
        <li key={place}>
          <address>
            <strong>{city}</strong>
            <span>{street}</span>
            <span>{place}</span>
            <span>{country}</span>
          </address>
          {clock && (
            <OfficeClock
              {...clock}
              locale={locale}
              open={t('open', { time: '{time}' })}
              closed={t('closed', { time: '{time}' })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const nextTopics = ['responseTime', 'onboarding', 'agreement'] as const

/** Shows the brand's statements about what happens after a message. */
function NextSteps() {
  const t = useTranslations('Contact')
  const locale = useLocale()
  const rows = nextTopics.flatMap((topic) => disclosureRows(locale, [topic]))
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="next-title">
      <h2 id="next-title">{t('nextHeading')}</h2>
      <dl className="next-steps">
        {rows.map(({ label, values }) => (
          <div key={label}>
            <dt className="note">{label}</dt>
            <DisclosedValues values={values} />
          </div>
        ))}
      </dl>
    </section>
  )
}

export function ContactIntro() {
  const t = useTranslations('Contact')
  return (
    <header className="contact-intro">
      <h1>{t('title')}</h1>
      <p className="lead">{t('intro')}</p>
      <p className="notice soft">
        <strong>{t('institutionsOnly')}</strong> {t.rich('retail', richLinks)}
      </p>
    </header>
  )
}
