import { useTranslations } from 'next-intl'
import { ExternalLink } from '@/components/ui/links'
import { env } from '@/lib/env'
import { site } from '@/lib/site'

/** What happens to what a visitor sends. In a file of its own, so that the chat does not bring the form with it. */
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
