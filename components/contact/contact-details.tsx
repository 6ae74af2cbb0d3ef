import { useLocale, useTranslations } from 'next-intl'
import { DisclosureList } from '@/components/disclosures/disclosure-list'
import { officesIn } from '@/lib/i18n/offices'
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
  return (
    <ul className="offices">
      {officesIn(useLocale()).map(({ city, street, place, country }) => (
        <li key={place}>
          <address>
            <strong>{city}</strong>
            <span>{street}</span>
            <span>{place}</span>
            <span>{country}</span>
          </address>
        </li>
      ))}
    </ul>
  )
}
