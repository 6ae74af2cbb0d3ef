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
  const all = [...catalogs, ...ofBrand, ...factCatalogs(brandFacts)]
  for (const { locale, file, messages } of all) {
    const name = file === facts ? `"${locale}": ` : '": '
    const line = (text: string) => name + JSON.stringify(text)
    for (const { key, text } of messages.values()) {
      const before = files[file] ?? ''
      const after = before.replaceAll(line(text), () =>
        line(typeset(locale, text)),
      )
      if (after === before) continue
      files[file] = after
      writeText(file, after)
      corrected.push(`${file}  ${key}`)
    }
  }
  return corrected.length > 0
    ? ['Corrected texts:', ...corrected].join('\n')
    : 'No text needed a correction.'
}
