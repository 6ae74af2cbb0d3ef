import { NextIntlClientProvider, useMessages, useTranslations } from 'next-intl'
import { ContactFormFields } from './contact-form-fields'

/** The contact form with its heading; only its own messages reach the browser. */
export function ContactForm() {
  const t = useTranslations('ContactForm')
  const { ContactForm: messages } = useMessages()
  return (
    <section className="contact-form" aria-labelledby="form-title">
      <h2 id="form-title">{t('legend')}</h2>
      <NextIntlClientProvider messages={{ ContactForm: messages }}>
        <ContactFormFields />
      </NextIntlClientProvider>
    </section>
  )
}
