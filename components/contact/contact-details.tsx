import { useLocale, useTranslations } from 'next-intl'
import { DisclosureList } from '@/components/disclosures/disclosure-list'
import { site } from '@/lib/site'
import { EmailReveal } from './email-reveal'
import { PhoneLines } from './phone-lines'
import './contact.css'

/** The ways to reach the team other than the form. */
export function ContactDetails() {
  const t = useTranslations('Contact')
  return (
    <div className="contact-details">
      <section aria-labelledby="phone-title">
        <h2 id="phone-title">{t('phoneHeading')}</h2>
        <PhoneLines />
        <p className="soft">{t('hours')}</p>
        <DisclosureList parts={['hours']} />
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
  const locale = useLocale()
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return (
    <ul className="offices">
      {site.offices.map(({ city, street, region, postalCode, country }) => (
        <li key={city[locale]}>
          <address>
            <strong>{city[locale]}</strong>
            <span>{street}</span>
            <span>{`${city[locale]}, ${region} ${postalCode}`}</span>
            <span>{countries.of(country)}</span>
          </address>
        </li>
      ))}
    </ul>
  )
}
