// `npm run copy -- fix`: corrects what the editor corrects automatically, in
// files that were changed without it.
import { writeText } from '@/lib/text-file.mjs'
import { typeset } from '../edit/check'
import { brandFactsFile, factCatalogs, readBrandFacts } from './brand-facts'
import { parseSources, readSources } from './catalogs'

/** Corrects spaces and quotation marks, and returns a report. */
export function correctTypography(): string {
  const facts = brandFactsFile()
  const brandFacts = readBrandFacts()
  const files = { ...readSources(), [facts]: brandFacts }
  const { catalogs, ofBrand } = parseSources(readSources())
  const corrected: string[] = []
  for (const catalog of [
    ...catalogs,
    ...ofBrand,
    ...factCatalogs(brandFacts),
  ]) {
    const { locale, file, messages } = catalog
    const name = file === facts ? `"${locale}": ` : '": '
    for (const { key, text } of messages.values()) {
      const better = typeset(locale, text)
      if (better === text) continue
      const [before, after] = [text, better].map(
        (words) => name + JSON.stringify(words),
      )
      files[file] = files[file]?.replaceAll(before ?? '', after ?? '') ?? ''
      writeText(file, files[file])
      corrected.push(`${file}  ${key}`)
    }
  }
  return corrected.length > 0
    ? ['Corrected texts:', ...corrected].join('\n')
    : 'No text needed a correction.'
}
