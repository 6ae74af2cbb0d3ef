import type { Page, Route } from '@playwright/test'
import type { Locale } from '@/lib/i18n/routing'
import { catalog } from './catalog'
import { validContact } from './contact'

export const contactFields = [
  'name',
  'email',
  'company',
  'phone',
  'message',
] as const

type Values = Partial<Record<(typeof contactFields)[number], string>>

/** Finds the parts of the contact form on a page by role and name. */
export function contactOn(page: Page, locale: Locale = 'en') {
  const words = catalog(locale).ContactForm
  const input = (field: (typeof contactFields)[number]) =>
    page.getByRole('textbox', { name: words[field] })
  return {
    words,
    input,
    submit: page.getByRole('button', { name: words.submit }),
    sending: page.getByRole('button', { name: words.submitting }),
    retry: page.getByRole('button', { name: words.retry }),
    success: page.getByText(words.success),
    failure: page.getByRole('region', { name: words.error }),
    receipt: page
      .getByRole('region', { name: words.success })
      .or(page.getByRole('region', { name: words.receiptTitle })),
    async fill(values: Values = {}) {
      for (const field of contactFields)
        await input(field).fill(values[field] ?? validContact[field])
    },
  }
}

/**
 * Collects the idempotency keys of messages that the page sends from now on.
 */
export function keysSent(page: Page) {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact'))
      keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

/** Handles a request without ever answering it. */
export function neverAnswer(_: Route) {}
