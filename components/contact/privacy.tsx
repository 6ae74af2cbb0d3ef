import { useTranslations } from 'next-intl'
import { ExternalLink } from '@/components/ui/links'
import { env } from '@/lib/env'
import { site } from '@/lib/site'

/**
 * Explains what happens to a visitor's message. A separate file, so that the
 * chat does not load the form.
 */
export function Privacy() {
  const form = useTranslations('ContactForm')
  const footer = useTranslations('Footer')
  return (
    <>
      {form('privacy')} {env.LEADS_CONTEXT && <>{form('context')} </>}
      {site.privacyUrl && (
        <ExternalLink href={site.privacyUrl}>{footer('privacy')}</ExternalLink>
      )}
    </>
  )
}
