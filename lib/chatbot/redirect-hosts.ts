import { site } from '@/lib/site'

/** Where an answer may lead: the hosts of the company's shop and price page. */
export function redirectHosts(): string[] {
  return [site.shopUrl, site.pricesUrl].flatMap((url) => (url ? [new URL(url).host] : []))
}
