// What is recorded with each change: reviews of translations, and the dates of pages.
import { readFileSync } from 'node:fs'
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
import { type Change, type View, viewOf } from './catalogs'
import { EditError } from './http'

export function recordsAfter(files: Sources, changes: Change[], dates?: Record<string, string>): Sources {
  const recorded = dates ?? attemptRead(datesFile, () => JSON.parse(readFileSync(datesFile, 'utf8')))
  return {
    [reviewedFile]: formatRecord(reviewedAfter(viewOf(files), changes)),
    [datesFile]: formatRecord(dateContent(recorded, files)),
  }
}

export function reviewedAfter({ catalogs, english }: View, changes: Change[]): Reviewed {
  const reviewed = attemptRead(reviewedFile, () => readReviewed(reviewedFile))
  const translations = catalogs.filter((catalog) => catalog !== english)
  return review(reviewed, english, translations, (key, locale) =>
    changes.some((each) => each.type === 'accept' && each.key === key && (each.locale ?? locale) === locale),
  )
}

function attemptRead<Value>(file: string, read: () => Value): Value {
  try {
    return read()
  } catch {
    const sentence = `Nothing was saved, because ${file} cannot be read. Ask a developer to repair it.`
    throw new EditError(409, sentence, { file })
  }
}
