// What is recorded with each change: reviews of translations, and the dates of pages.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Sources } from '../copy/catalogs'
import {
  dateContent,
  datesFile,
  formatRecord,
  type Reviewed,
  readReviewed,
  review,
  reviewedFile,
} from '../copy/reviewed'
import { type View, viewOf } from './catalogs'
import { EditError } from './http'
import type { Change } from './types'

/** The reviews and dates after these changes, by file. */
export function recordsAfter(files: Sources, changes: Change[], dates = readRecord(datesFile)): Sources {
  return {
    [reviewedFile]: formatRecord(reviewedAfter(viewOf(files), changes)),
    [datesFile]: formatRecord(dateContent(dates, files)),
  }
}

/** The reviews of changed texts, with the translations that the changes confirm. */
export function reviewedAfter({ catalogs, english }: View, changes: Change[]): Reviewed {
  const accepted = changes.filter((change) => change.type === 'accept')
  const translations = catalogs.filter((catalog) => catalog !== english)
  return review(
    attemptRead(reviewedFile, () => readReviewed(reviewedFile)),
    english,
    translations,
    (key, locale) => accepted.some((each) => each.key === key && (each.locale ?? locale) === locale),
  )
}

function readRecord(file: string): Record<string, string> {
  return attemptRead(file, () => z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))))
}

function attemptRead<Value>(file: string, read: () => Value): Value {
  try {
    return read()
  } catch {
    throw new EditError(409, `Nothing was saved, because ${file} cannot be read. Ask a developer to repair it.`, {
      file,
    })
  }
}
