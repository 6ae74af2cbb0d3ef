import { useLocale, useTranslations } from 'next-intl'
import { richLinks } from '@/components/ui/links'
import { disclosureRows } from '@/lib/disclosures/rows'
import { localizedPath } from '@/lib/i18n/navigation'
import { officesIn, phoneLines } from '@/lib/i18n/offices'
import { paths } from '@/lib/routes'
import { RevealedEmail } from './revealed-email'

export function ContactDetails() {
  const t = useTranslations('Contact')
  return (
    <div className="contact-details">
      <section aria-labelledby="phone-title">
        <h2 id="phone-title">{t('phoneHeading')}</h2>
        <PhoneLines />
        <p className="soft">{t('hours')}</p>
        {disclosureRows(useLocale(), ['hours']).map(({ label, values }) => (
          <p key={label} className="soft">
            <b>{label}</b> {values.map(({ text }) => text).join(', ')}
          </p>
        ))}
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

export function EmailReveal({ isPrinted }: { isPrinted?: boolean }) {
  const t = useTranslations('EmailReveal')
  const href = localizedPath(useLocale(), paths.email)
  return (
    <RevealedEmail
      href={href}
      button={t('button')}
      label={t('label')}
      isPrinted={isPrinted}
    />
  )
}

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
