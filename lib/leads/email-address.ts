import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/** Lower case in the letters of ASCII alone, as SQLite's own `lower` has it. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

const dotless = ['gmail.com', 'googlemail.com']

export function addressKeyOf(email: string): string {
  const [, local = '', domain = ''] = email.toLowerCase().match(/^(.*)@(.*)$/s) ?? []
  return `${local}@${domainToASCII(domain) || domain}`
}

export function emailKeyOf(email: string): string {
  const [, local = '', domain = ''] = addressKeyOf(email).match(/^(.*)@(.*)$/s) ?? []
  // An address that begins with the sign has no tag.
  const untagged = local.replace(/(?<=.)\+.*$/s, '')
  if (!dotless.includes(domain)) return `${untagged}@${domain}`
  return `${untagged.replaceAll('.', '')}@gmail.com`
}

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
