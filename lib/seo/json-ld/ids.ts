import { routing } from '@/lib/i18n/routing'
import { absolute, pageAddress } from '../address'

const product = pageAddress('product', routing.defaultLocale)

export const ids = {
  organization: `${absolute('')}/#organization`,
  service: `${product}#service`,
  website: `${absolute('')}/#website`,
  token: { gold: `${product}#gold-token`, silver: `${product}#silver-token` },
} as const
