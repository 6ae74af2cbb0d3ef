import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { dateContent, datesFile } from '../copy/content-dates'
import { formatRecord, type Reviewed, readReviewed, review, reviewedFile } from '../copy/reviewed'
import type { Sources } from '../copy/sources'
import { EditError } from './http'
import type { Change } from './types'
import { type View, viewOf } from './view'

/** The files that `npm run content:date` keeps, as they are to be with changed texts. */
export function recordsAfter(files: Sources, changes: Change[]): Sources {
  const dates = read(datesFile, z.record(z.string(), z.string()))
  return {
    [reviewedFile]: formatRecord(reviewedAfter(viewOf(files), changes)),
    [datesFile]: formatRecord(dateContent(dates, files)),
  }
}

/** The reviews of changed texts, with those that the changes accept. */
export function reviewedAfter({ catalogs, english }: View, changes: Change[]): Reviewed {
  const accepted = changes.filter((change) => change.type === 'accept')
  const translations = catalogs.filter((catalog) => catalog !== english)
  return review(
    attempt(reviewedFile, () => readReviewed(reviewedFile)),
    english,
    translations,
    (key, locale) => accepted.some((each) => each.key === key && (each.locale ?? locale) === locale),
  )
}

function read<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  return attempt(file, () => schema.parse(JSON.parse(readFileSync(file, 'utf8'))))
}

function attempt<Value>(file: string, step: () => Value): Value {
  try {
    return step()
  } catch {
    throw new EditError(409, `Nothing was saved: ${file} cannot be read. Ask a developer to put it in order.`, { file })
  }
}
