import { useLocale, useTranslations } from 'next-intl'
import { env } from '@/lib/env'
import type { Draft } from '@/lib/leads/draft-store'
import {
  contactFields,
  definitionOf,
  errorCodesOf,
  mapFields,
} from '@/lib/leads/fields'
import { ContactFormFields } from './contact-form-fields'
import { Privacy } from './privacy'

export function ContactForm({ draft }: { draft?: Draft }) {
  const t = useTranslations('ContactForm')
  return (
    <section className="contact-form" aria-labelledby="form-title">
      <h2 id="form-title">{t('legend')}</h2>
      <ContactFormFields
        messages={useContactMessages()}
        privacy={<Privacy />}
        language={useLocale()}
        hasContext={env.LEADS_CONTEXT}
        draft={draft}
      />
    </section>
  )
}

/** The waits in minutes shown to the visitor, rounded up to the next of these. Anything longer is "tomorrow". */
const waitSteps = [1, 2, 5, 10, 15, 30, 60]

/** All that the form says, finished on the server: the browser needs no message formatter. */
export type ContactMessages = ReturnType<typeof useContactMessages>

function useContactMessages() {
  const t = useTranslations('ContactForm')
  const problems: Record<string, string> = {
    rate_limited: t('problems.rate_limited_today'),
    unavailable: t('problems.unavailable'),
    offline: t('problems.offline'),
    too_large: t('problems.too_large'),
    cross_site: t('problems.forbidden'),
  }
  return {
    requiredHint: t('requiredHint'),
    messagePlaceholder: t('messagePlaceholder'),
    honeypot: t('honeypot'),
    submit: t('submit'),
    submitting: t('submitting'),
    success: t('success'),
    error: t('error'),
    retry: t('retry'),
    receiptTitle: t('receiptTitle'),
    receiptBody: t('receiptBody', { reference: '{reference}' }),
    labels: mapFields((field) => t(field)),
    errors: mapFields((field): Record<string, string> => {
      const { max } = definitionOf(field)
      // A sentence that is missing fails the build.
      const sentenceOf = (code: string) =>
        t(`errors.${field}.${code}` as 'errors.name.too_long', { max })
      return Object.fromEntries(
        errorCodesOf(field).map((code) => [code, sentenceOf(code)]),
      )
    }),
    /** The heading of the error summary for one error, two errors, ... */
    summaryTitles: contactFields.map((_, index) =>
      t('summaryTitle', { count: index + 1 }),
    ),
    waits: waitSteps.map((minutes) => ({
      minutes,
      sentence: t('problems.rate_limited', { minutes }),
    })),
    problems,
    unexpected: t('problems.unexpected'),
  }
}
