import { basename, join } from 'node:path'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import {
  claimNames,
  claims,
  isUnconfirmed,
  unconfirmedClaims,
} from '@/lib/brand/claims'
import {
  BrandError,
  type BrandFacts,
  parseFacts,
  parseTexts,
} from '@/lib/brand/facts'
import {
  brandFolder,
  defaultBrand,
  readBrandFiles,
} from '@/lib/brand/folder.mjs'
import { routing } from '@/lib/i18n/routing'
import { valueAt } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'
import { installedBrowser } from '../../tests/support/programs'
import { brandTextsFile, brandTextsFolder } from '../copy/catalogs'
import {
  adviceWithList,
  checkDisclosures,
  type Finding,
  found,
} from '../findings'
import { isDefaultBrand } from '../look/default-brand'
import { lookFiles } from '../look/files'
import {
  findForeignImages,
  findMissingImages,
  imagesFolder,
} from '../look/images'
import { placeholderMark } from './create'
import { findWrongMeasures } from './fonts'

/** The longest name that does not break the header on a phone. */
const maxName = 24

export async function examineBrand(brand: string): Promise<Finding[]> {
  const folder = brandFolder(brand)
  const isFictional = isDefaultBrand(folder)
  const look = await judgeLook(folder)
  const hasLook = look.every(({ state }) => state !== 'error')
  const file = join(folder, 'brand.json')
  try {
    const facts = parseFacts(readBrandFiles(folder).facts, file)
    // Parses the facts first, because the texts can only be checked with them
    // filled in.
    return [
      ...judgeFacts(facts, file, isFictional),
      ...judgeTestimonial(facts, folder),
      ...look,
      judgeImages(folder, {
        isOutdated: hasLook ? await areOutdated(folder) : undefined,
      }),
      ...(await judgeTexts(facts)),
    ]
  } catch (error) {
    return [
      ...locateProblems(error, 'Facts', file),
      ...look,
      judgeImages(folder, { isOutdated: undefined }),
    ]
  }
}

function judgeFacts(
  facts: BrandFacts,
  file: string,
  isFictional: boolean,
): Finding[] {
  const { name, product, links, placeholders } = facts
  const absent = (['shop', 'prices', 'privacy', 'terms'] as const).filter(
    (link) => !links[link],
  )
  const long = [name, product].filter((given) => given.length > maxName)
  const notes = [
    long.length > 0 &&
      found.warning(
        'Names',
        `longer than ${maxName} characters: ${long.join(', ')}.`,
        'Shorten them, or check on a phone that the header still fits.',
      ),
    absent.length > 0 &&
      found.warning(
        'Links',
        `not set: ${absent.join(', ')}. No page mentions them.`,
        `Add them to "links" in ${file}.`,
      ),
  ]

  const invented = placeholders.map((path) =>
    found.error(
      'Facts',
      `${positionOf(file, path)} ${path}: this value is a placeholder.`,
      `Write the company’s own value, then remove "${path}" from "placeholders".`,
    ),
  )

  const complete = found.ok('Facts', `the facts of ${name} are complete.`)
  return [
    ...(invented.length > 0 ? invented : [complete]),
    ...notes.filter((note) => note !== false),
    judgeClaims(facts, file),
    checkDisclosures(facts, isFictional),
  ]
}

function judgeClaims({ claims: stated }: BrandFacts, file: string): Finding {
  const names = unconfirmedClaims(stated)
  if (names.length === 0)
    return found.ok('Claims', 'every claim of the shared texts is confirmed.')
  const sentence = `${names.length} of ${claimNames.length} claims are not confirmed: pages and the assistant leave them out.`
  const lines = names.map((name) => {
    const statement = stated[name]
      ? `, but the brand states “${stated[name]}”: write texts for it in the brand’s folder`
      : ''
    return `"${name}": "${claims[name].states}"${statement} (texts: ${claims[name].texts.length})`
  })
  return found.warning(
    'Claims',
    sentence,
    adviceWithList(
      `Copy the lines that are true of the company to "claims" in ${file}:`,
      lines,
    ),
  )
}

/**
 * Requires a genuine quotation in every language, because it must replace the
 * invented one everywhere.
 */
function judgeTestimonial(
  { testimonial }: BrandFacts,
  folder: string,
): Finding[] {
  if (testimonial === 'hidden') return []
  if (testimonial === 'illustrative')
    return [
      found.ok(
        'Quotation',
        'the home page shows an invented quotation, labeled as such ("testimonial" in brand.json).',
      ),
    ]
  const brandTexts = parseTexts(readBrandFiles(folder))
  const texts = ['quote', 'role', 'institution']
  const missing = routing.locales.flatMap((locale) =>
    texts
      .filter(
        (name) => !valueAt(brandTexts[locale] ?? {}, `Testimonial.${name}`),
      )
      .map((name) => `Testimonial.${name} (${locale})`),
  )
  if (missing.length === 0) return []
  return [
    found.error(
      'Quotation',
      `"testimonial" is "genuine", but the brand has no text of its own for ${missing.join(', ')}. The page omits the section in those languages.`,
      `Write the client’s words in the brand’s messages folder, or set "testimonial" in brand.json to "illustrative".`,
    ),
  ]
}

async function judgeLook(folder: string): Promise<Finding[]> {
  const file = join(folder, 'look.json')
  try {
    lookFiles(folder)
  } catch (error) {
    return locateProblems(error, 'Look', file)
  }
  const isOwn = readText(join(folder, 'mark.svg')) !== placeholderMark
  const advice = `Change colors and fonts in ${file}, and replace mark.svg.`
  const look = isOwn
    ? found.ok('Look', 'its colors, fonts and drawings are complete.')
    : found.warning('Look', 'the logo is not the brand’s own.', advice)
  const fonts = await judgeFonts(folder)
  return fonts.length > 0 && isOwn ? fonts : [look, ...fonts]
}

/** Finds nothing without a browser, because only a browser measures fonts. */
async function judgeFonts(folder: string): Promise<Finding[]> {
  const browser = await installedBrowser()
  const wrong = browser ? await findWrongMeasures(folder, browser) : []
  if (wrong.length === 0) return []
  return [
    found.warning(
      'Look',
      `the fallback’s measures are not those of ${wrong.join(', ')}, so the page shifts while fonts load.`,
      `Measure the fonts: npm run brand -- fonts ${basename(folder)}.`,
    ),
  ]
}

function adviceToDraw(folder: string): string {
  return `Draw the images: npm run brand -- images ${basename(folder)}.`
}

/** Loads the drawings only here, because they need valid facts. */
async function areOutdated(folder: string): Promise<boolean> {
  const { areImagesOutdated } = await import('./images')
  return areImagesOutdated(folder)
}

/**
 * Says whether images are missing or outdated. `isOutdated` is undefined if
 * errors in the facts or the look hide it.
 */
function judgeImages(
  folder: string,
  { isOutdated }: { isOutdated: boolean | undefined },
): Finding {
  const { required, replaced } = findMissingImages(folder)
  const images = imagesFolder(folder)
  const draw = adviceToDraw(folder)
  if (required.length > 0)
    return found.error(
      'Images',
      `missing: ${required.join(', ')}.`,
      `${draw} Or add them to ${images}.`,
    )

  const foreign = findForeignImages(folder)
  if (foreign.length > 0)
    return found.error(
      'Images',
      `${foreign.join(', ')} show ${defaultBrand}.`,
      draw,
    )

  if (replaced.length > 0)
    return found.warning(
      'Images',
      `missing, so the closest available image is used: ${replaced.join(', ')}.`,
      draw,
    )
  if (isOutdated)
    return found.warning(
      'Images',
      'they were drawn before the mark, names, colors, font or headings changed.',
      draw,
    )
  return found.ok(
    'Images',
    isOutdated === undefined
      ? 'every icon and share image is there. Whether they are up to date is checked once the errors are corrected.'
      : 'every icon and share image is there and up to date.',
  )
}

async function judgeTexts({ claims: stated }: BrandFacts): Promise<Finding[]> {
  const { checkAll, isNeutral, withoutNeutral } = await import('../copy/check')
  const { brandFactsFile } = await import('../copy/brand-facts')
  const all = checkAll()
  const ofBrand = all.filter(
    ({ file }) =>
      file.startsWith(brandTextsFolder()) || file === brandFactsFile(),
  )
  // Lists the shared texts that the brand shows and its names make too long.
  const long = all
    .filter(
      ({ file, rule, key = '' }) =>
        rule === 'length' &&
        !file.startsWith(brandTextsFolder()) &&
        isUnconfirmed(withoutNeutral(key), stated) === isNeutral(key),
    )
    .map(({ key = '', ...finding }) => ({
      ...finding,
      key,
      fix: `Write your own ${withoutNeutral(key)} in ${brandTextsFile(finding.locale)}.`,
    }))
  const problems = [...ofBrand, ...long]
  if (problems.length === 0)
    return [found.ok('Texts', 'its texts are in order.')]
  return problems.map(({ level, file, line, key, problem, fix }) =>
    (level === 'error' ? found.error : found.warning)(
      'Texts',
      `${file}:${line} ${key ?? ''}: ${problem}`,
      fix,
    ),
  )
}

function locateProblems(
  cause: unknown,
  about: string,
  file: string,
): Finding[] {
  if (!(cause instanceof BrandError)) throw cause
  return cause.problems.map((problem) => {
    const [path = ''] = /^[\w.]+(?=: )/.exec(problem) ?? []
    return found.error(
      about,
      `${positionOf(file, path)} ${problem}`,
      'docs/brands.md explains every key.',
    )
  })
}

/** Returns the file and the line of a key, or of the closest enclosing key. */
function positionOf(file: string, key: string): string {
  const source = readText(file) ?? ''
  const tree = source ? parseTree(source) : undefined
  const path = key.split('.').map((step) => (/^\d+$/.test(step) ? +step : step))
  const nodes = path.map(
    (_, at) =>
      tree && findNodeAtLocation(tree, path.slice(0, path.length - at)),
  )
  const node = nodes.find((each) => each !== undefined)
  if (!node) return file
  return `${file}:${source.slice(0, node.offset).split('\n').length}`
}
