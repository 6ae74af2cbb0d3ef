import { defineBrand, readBrand } from '../brand/folder.mjs'
import { readText } from '../text-file.mjs'

export function constants(/** @type {string | undefined} */ brand) {
  return {
    ERROR_MESSAGES: JSON.stringify(errorMessages(brand)),
    ...defineBrand(brand),
  }
}

function errorMessages(/** @type {string | undefined} */ brand) {
  const { messages: own } = readBrand(brand)
  const languages = parse(readText('lib/languages.json'))
  const locales = Object.keys(languages).filter(
    (locale) => !languages[locale].draft,
  )
  const messages = locales.map((locale) => {
    const { Errors } = parse(readText(`messages/${locale}.json`))
    return [locale, { ...Errors, ...parse(own[locale]).Errors }]
  })
  return Object.fromEntries(messages)
}

/**
 * Ignores a catalog that cannot be read, because importing it fails the build;
 * in development, the preview reports it.
 */
function parse(text = '{}') {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
