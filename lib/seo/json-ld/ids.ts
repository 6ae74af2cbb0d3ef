import { routing } from '@/lib/i18n/routing'
import { absolute, pageAddress } from '../address'

const product = pageAddress('product', routing.defaultLocale)

/** The names of what every page's graph speaks of: the same in all languages, as the things are the same. */
export const ids = {
  organization: `${absolute('')}/#organization`,
  service: `${product}#service`,
  website: `${absolute('')}/#website`,
  token: { gold: `${product}#gold-token`, silver: `${product}#silver-token` },
} as const
