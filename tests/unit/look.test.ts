import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contrastRatio, findFaintPairs } from '@/lib/brand/contrast'
import { readLook } from '@/lib/brand/look'
import { shareImagePath } from '@/lib/root-files'
import { findWrongMeasures, writeMeasures } from '@/scripts/brand/fonts'
import { lookFiles } from '@/scripts/look/files'
import { copyImages, findMissingImages } from '@/scripts/look/images'
import { withValue } from '../support/brands'
import { findBrowser } from '../support/programs'

const scratch = mkdtempSync(join(tmpdir(), 'brands-'))

afterAll(() => rmSync(scratch, { recursive: true }))

/**
 * Copies the default brand with another mark, without images, and with one
 * value of its look changed, or removed if it is undefined.
 */
function brandWith(path: string, value: unknown): string {
  const folder = mkdtempSync(join(scratch, 'brand-'))
  cpSync('brands/halcrest/look.json', join(folder, 'look.json'))
  cpSync('tests/brands/quorndon/mark.svg', join(folder, 'mark.svg'))
  const file = join(folder, 'look.json')
  writeFileSync(file, withValue(readFileSync(file, 'utf8'), path, value))
  return folder
}

it.each([
  [
    'palette.light.gold',
    '#7d5',
    'palette.light.gold: must be a color such as #1a2b3c',
  ],
  [
    'palette.dark.bad',
    undefined,
    'palette.dark.bad: must be a color such as #1a2b3c',
  ],
  [
    'palette.light.accent',
    '#112233',
    'palette.light.accent is not a known key; check its spelling',
  ],
  [
    'fonts.serif.family',
    'Serif',
    'fonts.serif.family: must not be a generic CSS font family',
  ],
  [
    'fonts.sans.family',
    'Inter"}',
    'fonts.sans.family: must consist of words made of letters and digits',
  ],
  [
    'fonts.sans.fallback.like',
    'Georgia',
    'fonts.sans.fallback.like: must be Times New Roman or Arial',
  ],
])(
  'an error in look.json names the problem with %s',
  (path, value, message) => {
    const folder = brandWith(path, value)
    expect(() => readLook(folder)).toThrow(
      `Invalid brand look in ${join(folder, 'look.json')}: ${message}.`,
    )
  },
)

it('contrast ratios are computed as WCAG defines them', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 10)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  expect(contrastRatio('#0000ff', '#ffffff')).toBeCloseTo(8.592, 3)
})

it('no color pair of the default brand has too little contrast', () => {
  const { palette } = readLook('brands/halcrest')

  expect(findFaintPairs(palette)).toEqual([])
})

it('color pairs with too little contrast are reported in every color scheme', () => {
  const { palette } = readLook('brands/halcrest')
  const faint = structuredClone(palette)
  faint.light.soft = '#777777'
  faint.light.good = '#999999'
  faint.dark.gold = '#6a5a30'
  faint.print.silver = '#999999'

  expect(findFaintPairs(faint)).toEqual([
    'soft #777777 on light.paper #f7f4ee (secondary text) has a contrast of 4.07:1 and needs 4.5:1',
    'good #999999 on light.paper #f7f4ee (the line next to a success message) has a contrast of 2.59:1 and needs 3:1',
    'gold #6a5a30 on dark.paper #0e1a24 (headings in gold) has a contrast of 2.61:1 and needs 4.5:1',
    'gold #6a5a30 on deep #09121a (headings in gold) has a contrast of 2.8:1 and needs 4.5:1',
    'silver #999999 on white (print) #ffffff (headings in silver) has a contrast of 2.84:1 and needs 4.5:1',
  ])
})

it('a color with too little contrast causes a one-sentence error and writes nothing', () => {
  const folder = brandWith('palette.light.ink', '#cccccc')
  const command = [
    '--import',
    'tsx',
    'scripts/write-look.ts',
    join(folder, 'made'),
  ]
  const env = { ...process.env, BRAND: folder }
  const { status, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env,
  })
  const sentence =
    /^Colors in .*look\.json have too little contrast: ink #cccccc on light\.paper .*\n$/

  expect(status).toBe(1)
  expect(stderr).toMatch(sentence)
  expect(existsSync(join(folder, 'made'))).toBe(false)
})

it('the colors and fonts of a brand are written', () => {
  const files = lookFiles(brandWith('palette.light.gold', '#6d5f18'))

  expect(files['brand.css']).toContain('--gold: light-dark(#6d5f18, #d3b46a);')
  expect(files['brand.css']).toContain(
    '--serif: var(--serif-face), "Bodoni MT", Didot, serif;',
  )
  expect(files['brand.css']).toContain(
    'font-family: "Bodoni Moda fallback";\nsrc: local("Times New Roman")',
  )
  expect(files['fonts.ts']).toContain(
    "const bodoniModa = localFont({\n  src: './serif.woff2',\n  weight: '400 900',",
  )
})

it('a font that is neither in the brand’s folder nor in a package is named', () => {
  const folder = brandWith('fonts.serif.file', 'own.woff2')

  expect(() => lookFiles(folder)).toThrow(
    /look\.json refers to own\.woff2, which is neither in the brand's folder nor/,
  )
})

it('a font in another format than WOFF2 is named', () => {
  const folder = brandWith('fonts.serif.file', 'own.woff2')
  writeFileSync(join(folder, 'own.woff2'), 'wOFF....')

  expect(() => lookFiles(folder)).toThrow(/own\.woff2 is not a WOFF2 font\.$/)
})

it('a font is found in the brand’s folder', () => {
  const folder = brandWith('fonts.serif.file', 'own.woff2')
  writeFileSync(join(folder, 'own.woff2'), 'wOF2....')

  const files = lookFiles(folder)

  expect(String(files['serif.woff2'])).toBe('wOF2....')
})

it('the measures written to look.json are those of its fonts', async () => {
  const browser = await findBrowser()
  const folder = brandWith('fonts.serif.fallback.regular.sizeAdjust', 80)
  const wrongBefore = await findWrongMeasures(folder, browser)

  await writeMeasures(folder, browser)

  const { regular } = readLook(folder).fonts.serif.fallback
  expect(wrongBefore).toEqual(['Bodoni Moda (regular)'])
  expect(regular.sizeAdjust).toBeCloseTo(114.5, 0)
  expect(await findWrongMeasures(folder, browser)).toEqual([])
})

it('missing brand images are named', () => {
  const folder = brandWith('palette.light.gold', '#6d5f18')

  rmSync(join(folder, 'mark.svg'))

  expect(() => lookFiles(folder)).toThrow(/^There is no .*mark\.svg/)
  expect(() => copyImages(folder, join(scratch, 'public'))).toThrow(
    /^Images are missing in .*: \/favicon\.ico; /,
  )
})

it('all images of the default brand are found', () => {
  const { required, replaced } = findMissingImages('brands/halcrest')
  expect(required).toEqual([])
  expect(replaced.filter((image) => /\.(en|fr|es)\./.test(image))).toEqual([])
})

it('a page without its own share image uses another of the brand’s images', () => {
  const target = join(scratch, 'images')
  copyImages('tests/brands/quorndon', target)
  const home = readFileSync('tests/brands/quorndon/public/share/home.en.png')

  expect(
    readFileSync(join(target, shareImagePath('product', 'fr'))).equals(home),
  ).toBe(true)
})

it.each([
  ['under its own name', 'share/contact.fr.png', 'share/contact.fr.png'],
  ['under another name', 'icons/icon-512.png', 'share/about.png'],
])('an image of the default brand %s is refused', (_, image, name) => {
  const folder = brandWith('palette.light.gold', '#6d5f18')
  const own = join(folder, 'public')
  cpSync('tests/brands/quorndon/public', own, { recursive: true })
  cpSync(join('brands/halcrest/public', image), join(own, name))

  expect(() => copyImages(folder, join(scratch, 'refused'))).toThrow(
    `Images of ${folder} show halcrest: public/${name}.`,
  )
})

describe('the default brand’s mark', () => {
  const mark = readFileSync('brands/halcrest/mark.svg', 'utf8')
  const changed = mark.replace('stroke="#000"', 'stroke="#111"')

  it('is refused in another brand’s icon', () => {
    const folder = brandWith('palette.light.gold', '#6d5f18')
    const own = join(folder, 'public')
    cpSync('tests/brands/quorndon/public', own, { recursive: true })
    writeFileSync(join(own, 'icon.svg'), changed)

    expect(() => copyImages(folder, join(scratch, 'refused'))).toThrow(
      'show halcrest: public/icon.svg.',
    )
  })

  it('is refused as another brand’s mark', () => {
    const folder = brandWith('palette.light.gold', '#6d5f18')
    writeFileSync(join(folder, 'mark.svg'), changed)

    expect(() => lookFiles(folder)).toThrow(
      'mark.svg is the mark of the default brand.',
    )
  })

  it('is accepted in the default brand', () => {
    expect(() => lookFiles('./brands/halcrest')).not.toThrow()
  })
})

it('the drawing of a gold bar shows the brand’s mark', () => {
  const folder = brandWith('palette.light.gold', '#6d5f18')

  const bar = String(lookFiles(folder)['bar.svg'])

  expect(bar).toContain('<title>Quorndon</title>')
  expect(bar).toMatch(/^<svg [^>]*viewBox="-55 -165 345 235".*<\/svg>$/s)
})
