import { loadCatalogs } from './check'
import { readReviewed, review, reviewedFile, reviewOf, writeReviewed } from './reviewed'

/** Records that stale translations fit their English texts: those under these keys, or all; names them. */
export function accept(keys: string[]): string {
  const { english, translations } = loadCatalogs()
  const known = [...english.messages.keys()]
  const isOf = (key: string, name: string) => key === name || key.startsWith(`${name}.`)
  const unknown = keys.find((name) => !known.some((key) => isOf(key, name)))
  if (unknown) throw new Error(`There is no key “${unknown}”. Copy it from the report.`)
  const isChosen = (key: string) => keys.length === 0 || keys.some((name) => isOf(key, name))
  const reviewed = readReviewed(reviewedFile)
  const accepted = translations.flatMap(({ locale, messages }) =>
    [...english.messages.values()].flatMap(({ key, text }) => {
      const state = reviewOf(text, messages.get(key)?.text ?? '', reviewed[locale]?.[key])
      return state === 'stale' && isChosen(key) ? [`${locale}  ${key}`] : []
    }),
  )
  writeReviewed(reviewedFile, review(reviewed, english, translations, isChosen))
  const done = accepted.length > 0 ? ['These fit their English texts:', ...accepted] : ['No translation was stale.']
  return [...done, `Commit ${reviewedFile} with the catalogs.`].join('\n')
}

/** Records new and changed translations with their English texts; stale ones stay stale. */
export function recordReviews() {
  const { english, translations } = loadCatalogs()
  writeReviewed(reviewedFile, review(readReviewed(reviewedFile), english, translations))
}
