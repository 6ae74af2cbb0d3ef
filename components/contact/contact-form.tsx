import { useLocale, useTranslations } from 'next-intl'
import { env } from '@/lib/env'
import type { RefusedInput } from '@/lib/http/refused-input-store'
import { ContactFormFields } from './contact-form-fields'
import { useContactMessages } from './contact-messages'
import { Privacy } from './privacy'
import { MeetingLink } from './ways-to-reach'

export function ContactForm({ refused }: { refused?: RefusedInput }) {
  const t = useTranslations('ContactForm')
  return (
    <section className="contact-form" aria-labelledby="form-title">
      <h2 id="form-title">{t('legend')}</h2>
      <ContactFormFields
        messages={useContactMessages()}
        privacy={<Privacy />}
        meeting={<MeetingLink />}
        language={useLocale()}
        hasContext={env.LEADS_CONTEXT}
        refused={refused}
      />
    </section>
  )
}
