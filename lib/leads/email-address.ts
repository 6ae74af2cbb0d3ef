import { domainToASCII, domainToUnicode } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/** Lower-cases ASCII letters only, like SQLite's own `lower`. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Returns a key for an address that ignores the case of its letters and the
 * spelling of its domain.
 */
export function addressKeyOf(email: string): string {
  const { local, domain } = splitAddress(email)
  return `${local}@${domain}`
}

/**
 * Returns the spellings under which an address may be stored: as it is, and with
 * its domain in ASCII and in letters (RFC 5890), all in lower case.
 */
export function addressSpellingsOf(email: string): string[] {
  const { local, domain } = splitAddress(email)
  const domains = domain ? [domain, domainToUnicode(domain) || domain] : []
  const spelled = domains.map((name) => `${local}@${name}`)
  return [...new Set([lowerAscii(email), ...spelled])]
}

/**
 * Returns the address in the form that every mail server accepts, or undefined
 * if it needs SMTPUTF8 (RFC 6531).
 */
export function asciiAddressOf(email: string): string | undefined {
  const [local = '', domain = ''] = email.split('@', 2)
  const ascii = domainToASCII(domain)
  return ascii && /^[!-~]+$/.test(local) ? `${local}@${ascii}` : undefined
}

/**
 * Returns the key of a mailbox: the address without its tag, and without the
 * dots that Gmail ignores.
 */
export function emailKeyOf(email: string): string {
  const { local, domain } = splitAddress(email)
  // Requires a character before the +, because an address that starts with +
  // has no tag.
  const untagged = local.replace(/(?<=.)\+.*$/s, '')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`
}

function splitAddress(email: string) {
  const [, local = '', domain = ''] =
    email.toLowerCase().match(/^(.*)@(.*)$/s) ?? []
  return { local, domain: domainToASCII(domain) || domain }
}

// Loads the 10,000 names on first use.
let disposable: Set<string> | undefined

/**
 * Whether an address belongs to a disposable e-mail service or one of its
 * subdomains.
 */
export function isDisposableEmail(email: string): boolean {
  disposable ??= disposableEmailBlocklistSet()
  const labels = splitAddress(email).domain.split('.')
  return labels.some((_, index) =>
    disposable?.has(labels.slice(index).join('.')),
  )
}
