import { site } from '@/lib/site'

export function redirectHosts(): string[] {
  return [site.shopUrl, site.pricesUrl].flatMap((url) => (url ? [new URL(url).host] : []))
}
