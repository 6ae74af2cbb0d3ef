import { useLocale, useTranslations } from 'next-intl'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'
import { RevealedEmail } from './revealed-email'

/** The e-mail address behind a button: it is not in this page's HTML, where harvesters look for it. */
export function EmailReveal({ isPrinted }: { isPrinted?: boolean }) {
  const t = useTranslations('EmailReveal')
  const href = localizedPath(useLocale(), paths.email)
  return <RevealedEmail href={href} button={t('button')} label={t('label')} isPrinted={isPrinted} />
}
