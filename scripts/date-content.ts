// `npm run content:date`: dates every page whose words changed, and records the reviews of translations.
import { readFileSync, writeFileSync } from 'node:fs'
import { routing } from '@/lib/i18n/routing'
import { indexedPages } from '@/lib/routes'
import { contentHash } from '@/lib/seo/content-date'
import { recordReviews } from './copy/accept'

const file = 'lib/seo/content-dates.json'
const recorded: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
const today = new Date().toISOString().slice(0, 10)

const dates: Record<string, string> = {}
for (const page of indexedPages) {
  for (const locale of routing.locales) {
    const name = `${page}.${locale}`
    const hash = await contentHash(page, locale)
    const known = recorded[name]
    dates[name] = known?.endsWith(` ${hash}`) ? known : `${today} ${hash}`
    if (dates[name] !== known) console.log(`${name}: ${today}`)
  }
}
writeFileSync(file, `${JSON.stringify(dates, null, 2)}\n`)
recordReviews()
