import { useLocale, useTranslations } from 'next-intl'
import { ExternalLink } from '@/components/ui/links'
import { localizedPath } from '@/lib/i18n/navigation'
import { phoneLines } from '@/lib/i18n/offices'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'
import { RevealedEmail } from './revealed-email'

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

/**
 * Links to the brand's page for choosing the time of a meeting, if it has one.
 */
export function MeetingLink() {
  const t = useTranslations('Contact')
  return (
    site.meetingUrl && (
      <p>
        <ExternalLink href={site.meetingUrl}>{t('meeting')}</ExternalLink>
      </p>
    )
  )
}
