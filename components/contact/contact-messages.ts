import { useTranslations } from 'next-intl'
import {
  contactDefinitionOf,
  contactFields,
  errorCodesOf,
} from '@/lib/leads/contact-fields'
import { recordOf } from '@/lib/text'

/**
 * Waits shown to the visitor, in minutes, rounded up to the next step. Anything
 * longer is "tomorrow".
 */
const waitSteps = [1, 2, 5, 10, 15, 30, 60]

/**
 * All texts of the form, formatted on the server so that the browser needs no
 * message formatter.
 */
export type ContactMessages = ReturnType<typeof useContactMessages>

export function useContactMessages() {
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
    labels: recordOf(contactFields, t),
    errors: recordOf(contactFields, (field): Record<string, string> => {
      const { max } = contactDefinitionOf(field)
      // Returns the sentence for a code. A missing sentence fails the build.
      const sentenceOf = (code: string) =>
        t(`errors.${field}.${code}` as 'errors.name.too_long', { max })
      return recordOf(errorCodesOf(field), sentenceOf)
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
