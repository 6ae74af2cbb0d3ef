import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { check, readFiles } from './check'
import { checkBrandTexts } from './check-brand'
import { readReviewed, reviewedFile } from './reviewed'
import type { Finding } from './types'
import { readUsage } from './usage'

/** What is to be said of all texts as they are on the disk: the catalogs' and the brand's. */
export function checkAll(): Finding[] {
  const catalogs = check(readFiles(), readReviewed(reviewedFile), readUsage())
  // The texts of a brand are compared with them.
  const isBroken = catalogs.some(({ rule }) => rule === 'json')
  return isBroken ? catalogs : [...catalogs, ...checkBrandTexts(brandFolder(env.BRAND))]
}
