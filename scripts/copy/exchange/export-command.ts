import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSources } from '../../edit/catalogs'
import { countTexts, exportTexts, fileName, formats, isFormat, targetLanguage } from './export'

type Options = { xliff?: boolean; csv?: boolean; all?: boolean; pictures?: boolean }

/** Writes the texts to be translated into a folder, in both formats unless one is named; tells what was written. */
export async function exportToFolder(asked: string | undefined, options: Options): Promise<string> {
  const locale = targetLanguage(asked)
  const exchange = exportTexts(readSources().files, locale, options.all ?? false)
  const folder = `.cache/copy/export/${locale}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const pictures = options.pictures ? await picturesOf(exchange.entries, locale, folder) : {}
  const all = Object.keys(formats).filter(isFormat)
  const named = all.filter((format) => options[format])
  for (const format of named.length > 0 ? named : all) {
    writeFileSync(join(folder, fileName(format, locale)), formats[format].write({ ...exchange, pictures }))
  }
  const count = options.pictures ? `, ${Object.keys(pictures).length} of them with a picture` : ''
  return `${countTexts(exchange.entries)}${count}. Send the folder ${folder} to the translator.`
}

// Loaded only here: it brings a browser along.
async function picturesOf(entries: { key: string }[], locale: ReturnType<typeof targetLanguage>, folder: string) {
  const { takePictures } = await import('./pictures')
  const keys = entries.map(({ key }) => key)
  return takePictures(keys, locale, folder)
}
