import { useTranslations } from 'next-intl'
import {
  type ContactField,
  contactFields,
  definitionOf,
  errorCodesOf,
  type FieldError,
  mapFields,
} from '@/lib/leads/fields'

/** The waits in minutes that the visitor is told: the next one above the real wait. A longer one ends tomorrow. */
const waitSteps = [1, 2, 5, 10, 15, 30, 60]

/** All that the form says, finished on the server: the browser needs no message formatter. */
export type ContactMessages = {
  labels: Record<ContactField, string>
  errors: Record<ContactField, Record<string, string>>
  /** The heading of the error summary for one error, two errors, ... */
  summaryTitles: string[]
  waits: { minutes: number; sentence: string }[]
  problems: Record<'rate_limited' | 'unavailable' | 'offline' | 'too_large' | 'cross_site' | 'unexpected', string>
  receiptBody: string
} & Record<PlainKey, string>

const plainKeys = [
  'requiredHint',
  'messagePlaceholder',
  'honeypot',
  'submit',
  'submitting',
  'success',
  'error',
  'retry',
  'receiptTitle',
] as const

type PlainKey = (typeof plainKeys)[number]

/** Where the reference number goes in `receiptBody`. */
export const referenceMark = '\u0000'

/** The form's messages in the page's language. For server components. */
export function useContactMessages(): ContactMessages {
  const t = useTranslations('ContactForm')
  const plain = Object.fromEntries(plainKeys.map((key) => [key, t(key)])) as Record<PlainKey, string>
  return {
    ...plain,
    labels: mapFields((field) => t(field)),
    errors: useFieldErrors(),
    summaryTitles: contactFields.map((_, index) => t('summaryTitle', { count: index + 1 })),
    waits: waitSteps.map((minutes) => ({ minutes, sentence: t('problems.rate_limited', { minutes }) })),
    problems: {
      rate_limited: t('problems.rate_limited_today'),
      unavailable: t('problems.unavailable'),
      offline: t('problems.offline'),
      too_large: t('problems.too_large'),
      cross_site: t('problems.forbidden'),
      unexpected: t('problems.unexpected'),
    },
    receiptBody: t('receiptBody', { reference: referenceMark }),
  }
}

function useFieldErrors(): ContactMessages['errors'] {
  const t = useTranslations('ContactForm.errors')
  return mapFields((field) => {
    const values = { max: definitionOf(field).max }
    const sentences = errorCodesOf(field).map((code) => [code, t(`${field}.${code}` as FieldError, values)])
    return Object.fromEntries(sentences)
  })
}

/** The sentence on a failed send: its code, and how long to wait where the server said so. */
export function explainFailure(messages: ContactMessages, code: string, retryAfterSeconds = 0): string {
  if (code === 'rate_limited') {
    const wait = messages.waits.find(({ minutes }) => minutes * 60 >= retryAfterSeconds)
    if (wait) return wait.sentence
  }
  return messages.problems[code as keyof ContactMessages['problems']] ?? messages.problems.unexpected
}
