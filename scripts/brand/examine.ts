import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrandError, type BrandFacts, parseFacts } from '@/lib/brand/facts'
import { brandFolder, defaultBrand, readBrandFiles } from '@/lib/brand/folder.mjs'
import { routing } from '@/lib/i18n/routing'
import { checkDisclosures, error, type Finding, ok, warning } from '../findings'
import { findMissingImages, imagesFolder, lookFiles } from '../look/files'

/** What is missing or wrong in a brand: its facts, its look, and its own texts. */
export async function examineBrand(brand: string): Promise<Finding[]> {
  const folder = brandFolder(brand)
  const facts = readFacts(folder)
  const found = [
    ...(Array.isArray(facts) ? facts : judgeFacts(facts, folder)),
    ...judgeLook(folder, brand),
    ...judgeImages(folder),
  ]
  // Texts are filled with the facts.
  return Array.isArray(facts) ? found : [...found, ...(await judgeTexts(folder))]
}

function readFacts(folder: string): BrandFacts | Finding[] {
  try {
    return parseFacts(readBrandFiles(folder).facts, join(folder, 'brand.json'))
  } catch (cause) {
    return told(cause, 'Facts', 'docs/brands.md says what each of them is.')
  }
}

function judgeFacts({ name, offices, links, disclosures }: BrandFacts, folder: string): Finding[] {
  const unnamed = offices.flatMap(({ city }) =>
    routing.locales.filter((locale) => city[locale] === undefined).map((locale) => `${city.en} (${locale})`),
  )
  const absent = (['shop', 'prices', 'privacy', 'terms'] as const).filter((link) => !links[link])
  const noNames = warning(
    'Cities',
    `without a name in a language: ${unnamed.join(', ')}.`,
    'The English name is shown.',
  )
  const noLinks = warning(
    'Links',
    `there is none for ${absent.join(', ')}: no page speaks of it.`,
    `Add it to "links" in ${join(folder, 'brand.json')}, if there is such a page.`,
  )
  return [
    ok('Facts', `those of ${name} are complete.`),
    ...(unnamed.length > 0 ? [noNames] : []),
    ...(absent.length > 0 ? [noLinks] : []),
    checkDisclosures(disclosures),
  ]
}

function judgeLook(folder: string, brand: string): Finding[] {
  try {
    lookFiles(folder)
  } catch (cause) {
    return told(cause, 'Look', 'docs/brands.md says what look.json holds.')
  }
  const file = join(folder, 'look.json')
  const isOwn = brand === defaultBrand || text(file) !== text(join(brandFolder(defaultBrand), 'look.json'))
  if (isOwn) return [ok('Look', 'its colours, fonts and drawings are complete.')]
  const advice = `Change the colours and fonts in ${file}, and replace mark.svg and bars-gold.svg.`
  return [warning('Look', `it is that of ${defaultBrand}.`, advice)]
}

function judgeImages(folder: string): Finding[] {
  const { required, replaced } = findMissingImages(folder)
  const place = imagesFolder(folder)
  if (required.length > 0) return [error('Images', `missing: ${required.join(', ')}.`, `Add them to ${place}.`)]
  if (replaced.length === 0) return [ok('Images', 'every icon and share image is there.')]
  return [warning('Images', `another one replaces ${replaced.join(', ')}.`, `Add them to ${place}, 1200 x 630 pixels.`)]
}

async function judgeTexts(folder: string): Promise<Finding[]> {
  const { checkAll } = await import('../copy/check')
  const found = checkAll().filter(({ file }) => file.startsWith(folder.replace(/^\.\//, '')))
  if (found.length === 0) return [ok('Texts', 'those of its own are in order.')]
  return found.map(({ level, file, line, key, problem, fix }) =>
    (level === 'error' ? error : warning)('Texts', `${file}:${line} ${key ?? ''}: ${problem}`, fix),
  )
}

function told(cause: unknown, about: string, advice: string): Finding[] {
  if (cause instanceof BrandError) return cause.problems.map((problem) => error(about, problem, advice))
  throw cause
}

function text(file: string): string {
  return readFileSync(file, 'utf8')
}
