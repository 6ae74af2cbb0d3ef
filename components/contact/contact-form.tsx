import { useLocale, useTranslations } from 'next-intl'
import { ExternalLink } from '@/components/ui/links'
import { hasLeadContext } from '@/lib/leads/context'
import type { Draft } from '@/lib/leads/form-post'
import { site } from '@/lib/site'
import { ContactFormFields } from './contact-form-fields'
import { useContactMessages } from './messages'

export function ContactForm({ draft }: { draft?: Draft }) {
  const t = useTranslations('ContactForm')
  return (
    <section className="contact-form" aria-labelledby="form-title">
      <h2 id="form-title">{t('legend')}</h2>
      <ContactFormFields
        messages={useContactMessages()}
        privacy={<Privacy />}
        language={useLocale()}
        hasContext={hasLeadContext()}
        draft={draft}
      />
    </section>
  )
}

function Privacy() {
  const form = useTranslations('ContactForm')
  const footer = useTranslations('Footer')
  return (
    <>
      {form('privacy')} {hasLeadContext() && <>{form('context')} </>}
      {site.privacyUrl && <ExternalLink href={site.privacyUrl}>{footer('privacy')}</ExternalLink>}
    </>
  )
}
