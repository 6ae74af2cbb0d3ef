import type { ModelFact } from './types'

const emails = /[^\s@<>()[\]]+@[^\s@<>()[\]]+/g
const webAddresses = /\b[a-z][a-z\d+.-]*:\/\/[^\s<>()[\]]+|\b(?:[\p{L}\d-]{2,}\.)+\p{L}{2,}(?:\/[^\s<>()[\]]*)?/giu
const phones = /\+?\d[\d ()./-]{5,}\d/g
const links = /\[([^\]]*)\]\(\s*([^)\s]*)[^)]*\)/g

/** E-mail and web addresses, and telephone numbers as digits. */
export function addressesIn(written: string): Set<string> {
  const text = written.normalize('NFKC').replace(/[*_]+/g, '')
  const addresses = [...(text.match(emails) ?? []), ...(text.match(webAddresses) ?? [])]
  const numbers = (text.match(phones) ?? []).map((phone) => phone.replace(/\D/g, ''))
  return new Set([
    ...addresses.map((address) => address.toLowerCase().replace(/[\p{P}]+$/u, '')),
    ...numbers.filter((digits) => digits.length >= 7),
  ])
}

/** Where links lead. */
export function linkTargetsIn(markdown: string): string[] {
  return [...markdown.matchAll(links)].map(([, , target = '']) => target)
}

/** A text with the words of its links, and without where they lead. */
export function withoutTargets(markdown: string): string {
  return markdown.replace(links, '$1')
}

/** Where a fact's links lead, its page among them. */
export function allowedTargets(facts: ModelFact[]): Set<string> {
  return new Set(facts.flatMap(({ text, path }) => [path, ...linkTargetsIn(text)]))
}
