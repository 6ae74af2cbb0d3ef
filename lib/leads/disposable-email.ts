import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

// Read at first use: 10,000 names.
let disposable: Set<string> | undefined

/** Whether an address is of a service that gives addresses away for minutes, or of a subdomain of one. */
export function isDisposableEmail(email: string): boolean {
  disposable ??= disposableEmailBlocklistSet()
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, index) => disposable?.has(labels.slice(index).join('.')))
}
