// `npm run content:date`: dates every page whose words changed, and records the reviews of translations.
import { readFileSync, writeFileSync } from 'node:fs'
import { recordReviews } from './copy/accept'
import { dateContent, datesFile } from './copy/content-dates'
import { formatRecord } from './copy/reviewed'
import { readSources } from './copy/sources'

const recorded: Record<string, string> = JSON.parse(readFileSync(datesFile, 'utf8'))
const dates = dateContent(recorded, readSources())
for (const [name, date] of Object.entries(dates)) {
  if (date !== recorded[name]) console.log(`${name}: ${date.split(' ')[0]}`)
}
writeFileSync(datesFile, formatRecord(dates))
recordReviews()
