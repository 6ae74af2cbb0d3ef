import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contrastRatio, findFaintPairs } from '@/lib/brand/contrast'
import { emblemOf } from '@/lib/brand/emblem'
import { parseLogo } from '@/lib/brand/logo'
import { type Look, readLook } from '@/lib/brand/look'
import { drawings } from '@/lib/engraving/drawings'
import { pixelIcon, themedIcon } from '@/scripts/images/icons'
import { readShareImages } from '@/scripts/images/own-images'
import { openRaster } from '@/scripts/images/raster'
import { fontModule, readWebFont } from '@/scripts/look/fonts'
import { brandStyles, drawingStyles } from '@/scripts/look/styles'

type Json = { [key: string]: Json | Json[] | string | number }

const text = readFileSync('brands/halcrest/look.json', 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'brands-'))

afterAll(() => rmSync(scratch, { recursive: true }))

const fontFiles = fontFilesOf(readLook('brands/halcrest'))

function fontFilesOf(look: Look) {
  return { serif: readWebFont(look, look.fonts.serif.file), sans: readWebFont(look, look.fonts.sans.file) }
}

/** The folder of a brand whose look is the default one's but for one value; undefined leaves a key out. */
function brandWith(path = '', value?: Json | Json[] | string | number): string {
  const look: Json = JSON.parse(text)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce((part, key) => part[key] as Json, look)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return brandOf(JSON.stringify(look))
}

function brandOf(look: string, logo?: string): string {
  const folder = mkdtempSync(join(scratch, 'brand-'))
  writeFileSync(join(folder, 'look.json'), look)
  if (logo) writeFileSync(join(folder, 'logo.svg'), logo)
  return folder
}

function svg(content: string, attributes = 'viewBox="0 0 24 24"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`
}

it.each<[path: string, value: Json | Json[] | string | number | undefined, message: string]>([
  ['palette.light.gold', '#7d5', 'palette.light.gold: must be a colour such as #1a2b3c'],
  ['palette.dark.bad', undefined, 'palette.dark.bad: must be a colour such as #1a2b3c'],
  ['palette.light.accent', '#112233', 'palette.light: Unrecognized key: "accent"'],
  ['fonts.serif.family', 'Serif', 'fonts.serif.family: must not be a word of CSS'],
  ['fonts.sans.family', 'Inter"}', 'fonts.sans.family: must be letters, digits and single spaces'],
  ['fonts.sans.fallback.like', 'Georgia', 'fonts.sans.fallback.like: must be Times New Roman or Arial'],
  [
    'fonts.serif.trueType',
    undefined,
    'fonts: one of the two, the one of share images, must name its files in trueType',
  ],
  ['mark.outer', 12, 'mark: inner must be less than outer'],
  ['mark.reach', 8, 'mark: reach must be less than petals, and have no divisor in common with it'],
])('says what is wrong with %s', (path, value, message) => {
  const folder = brandWith(path, value)
  expect(() => readLook(folder)).toThrow(`The look of the brand (${join(folder, 'look.json')}) is wrong: ${message}.`)
})

it('says that there is no look, or none that is JSON', () => {
  expect(() => readLook(join(scratch, 'none'))).toThrow(/^There is no .*none.look\.json: /)
  expect(() => readLook(brandOf('{'))).toThrow(/look\.json is not JSON/)
})

it('computes contrasts as WCAG does', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 10)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  expect(contrastRatio('#0000ff', '#ffffff')).toBeCloseTo(8.592, 3)
})

it('names every pair of colours that is too faint: light, dark, inverse in the dark, on paper', () => {
  const { palette } = readLook('brands/halcrest')
  expect(findFaintPairs(palette)).toEqual([])
  const faint = structuredClone(palette)
  faint.light.soft = '#777777'
  faint.light.good = '#999999'
  faint.dark.gold = '#6a5a30'
  faint.print.silver = '#999999'
  expect(findFaintPairs(faint)).toEqual([
    'soft #777777 on light.paper #f7f4ee (secondary text) has a contrast of 4.07:1 and needs 4.5:1',
    'good #999999 on light.paper #f7f4ee (the line beside a success) has a contrast of 2.59:1 and needs 3:1',
    'gold #6a5a30 on dark.paper #0e1a24 (headings in gold) has a contrast of 2.61:1 and needs 4.5:1',
    'gold #6a5a30 on deep #09121a (headings in gold) has a contrast of 2.8:1 and needs 4.5:1',
    'silver #999999 on white (print) #ffffff (headings in silver) has a contrast of 2.84:1 and needs 4.5:1',
  ])
})

it('ends with one sentence, and writes nothing, where a colour is too faint', () => {
  const folder = brandWith('palette.light.ink', '#cccccc')
  const command = ['--import', 'tsx', 'scripts/write-look.ts', join(folder, 'made')]
  const { status, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: { ...process.env, BRAND: folder },
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Colours of .*look\.json are too faint: ink #cccccc on light\.paper .*\n$/)
  expect(() => readFileSync(join(folder, 'made', 'brand.css'))).toThrow('ENOENT')
})

it('writes the styles, fonts and drawings of a brand, and nothing of another', () => {
  const look = readLook('brands/halcrest')
  look.palette.light.gold = '#123456'
  look.fonts.serif = { ...look.fonts.sans, family: 'Source Serif', stack: ['Georgia'] }
  look.fonts.serif.fallback = { ...look.fonts.sans.fallback, like: 'Times New Roman' }
  const styles = brandStyles(look, fontFiles)
  expect(styles).toContain('--gold: light-dark(#123456, #d3b46a);')
  expect(styles).toContain('--serif: var(--serif-face), Georgia, serif;')
  expect(styles).toContain('font-family: "Source Serif fallback";\nsrc: local("Times New Roman")')
  expect(styles.match(/@font-face/g)).toHaveLength(4)
  expect(fontModule(look)).toContain("const sourceSerif = localFont({\n  src: './serif.woff2',\n  weight: '100 900',")
  expect(styles + fontModule(look)).not.toMatch(/Bodoni|#7d5f18/i)
  const drawn = drawings(emblemOf(look))
  expect(drawingStyles(drawn)).toContain('.mark { aspect-ratio: 1; mask-image: url("./mark.svg"); }')
  expect(drawingStyles(drawn)).toContain('.bars-gold { mask-image: url("./bars-gold.svg"); }')
})

it('estimates the measures of a fallback font as they are measured', () => {
  const look = readLook('brands/halcrest')
  const measured = brandStyles(look, fontFiles)
  for (const font of Object.values(look.fonts)) font.fallback = { like: font.fallback.like }
  const estimated = brandStyles(look, fontFiles)
  const numbers = (styles: string) =>
    [...styles.matchAll(/-(?:override|adjust): ([\d.]+)%/g)].map(([, value]) => Number(value))
  expect(numbers(estimated)).toHaveLength(16)
  for (const [i, value] of numbers(measured).entries()) {
    expect(Math.abs((numbers(estimated)[i] ?? 0) - value)).toBeLessThanOrEqual(0.05 * value)
  }
})

it('draws the mark with the numbers of the brand', () => {
  const { mark } = readLook('brands/halcrest')
  const other = drawings(emblemOf({ mark: { ...mark, petals: 7, reach: 3 } }))
  const names = Object.entries(drawings(emblemOf({ mark }))).filter(([name, drawing]) => other[name] !== drawing)
  expect(names.map(([name]) => name)).toEqual(['mark', 'bars-gold'])
})

it('draws a logo in place of the mark: as a mask, on the bars, as icon', async () => {
  const look = readLook(brandOf(text, svg('<path d="M2 2h20v20z"/>', 'fill-rule="evenodd" viewBox="0 0 24 24"')))
  const emblem = emblemOf(look)
  const placed = '<svg x="-50" y="-50" width="100" height="100" viewBox="0 0 24 24" fill-rule="evenodd">'
  const { light, dark } = look.palette
  const icons = [themedIcon(emblem, light, dark), pixelIcon(emblem, light, 192, false)]
  const drawn = drawings(emblem)
  expect(drawn['bars-gold']).toContain(placed.replace(/"-50"/g, '"-35"').replace(/"100"/g, '"70"'))
  for (const drawing of [drawn.mark, ...icons]) expect(drawing).toContain(`${placed}<path d="M2 2h20v20z"/></svg>`)
  for (const drawing of [drawn.mark, drawn['bars-gold'], ...icons]) {
    expect(drawing).not.toContain(emblemOf({ mark: look.mark })(0).slice(9, 40))
  }
  const [{ renderPng }, { default: upng }] = [await openRaster(look), await import('upng-js')]
  const pixels = new Uint8Array(upng.toRGBA8(upng.decode(Uint8Array.from(renderPng(icons[1] ?? '')).buffer))[0] ?? [])
  // Half of a square: gold to the right of its diagonal, nothing to its left.
  const at = (x: number, y: number) => [...pixels.slice((y * 192 + x) * 4, (y * 192 + x) * 4 + 4)]
  expect(at(150, 60)).toEqual([0x7d, 0x5f, 0x18, 255])
  expect(at(60, 150)).toEqual([0, 0, 0, 0])
})

it('changes the colour of the icon with the scheme', () => {
  const { palette, ...look } = readLook('brands/halcrest')
  const icon = themedIcon(emblemOf(look), palette.light, palette.dark)
  expect(icon).toContain('<style>svg{color:#7d5f18}@media (prefers-color-scheme:dark){svg{color:#d3b46a}}</style>')
})

it('takes a logo with comments, groups and references of its own', () => {
  const source = `<?xml version="1.0"?>\n<!-- by hand -->\n${svg('<defs><path id="a" d="M0 0h9"/></defs><use href="#a" fill="currentColor"/>', 'width="24" viewBox="0 0 24 24" fill="none"')}\n`
  expect(parseLogo(source, 'logo.svg')).toEqual({
    viewBox: '0 0 24 24',
    attributes: ' fill="none"',
    content: '<defs><path id="a" d="M0 0h9"/></defs><use href="#a" fill="currentColor"/>',
  })
})

it.each([
  ['no SVG', 'GIF89a', 'it must be an SVG element and nothing else'],
  ['an oblong', svg('', 'viewBox="0 0 24 12"'), 'its viewBox must be a square'],
  ['no box', svg('', 'width="24" height="24"'), 'its viewBox must be a square'],
  ['a script', svg('<script>alert(1)</script>'), 'an element script is not allowed'],
  ['a foreign element', svg('<foreignObject/>'), 'an element foreignObject is not allowed'],
  ['a handler', svg('<path onclick="x()"/>'), 'an attribute onclick is not allowed'],
  ['a style', svg('<path style="fill:red"/>'), 'an attribute style is not allowed'],
  [
    'another file',
    svg('<use href="https://a.example/b.svg#c"/>'),
    'href="https://a.example/b.svg#c" refers to another file',
  ],
  ['a paint of another file', svg('<g clip-path="url(b.svg#c)"/>'), 'clip-path="url(b.svg#c)" is not allowed'],
  ['a colour of its own', svg('<path fill="#d4af37"/>'), 'fill="#d4af37" must be currentColor or none'],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`, 'it must be an SVG element and nothing else'],
  ['an open element', svg('<g>'), 'it is not well-formed, or has more than elements'],
  ['too much', svg(`<path d="${'M0 0'.repeat(5000)}"/>`), 'it must have at most 16 kB, as every page shows it'],
])('refuses a logo with %s', (_, logo, message) => {
  expect(() => readLook(brandOf(text, logo))).toThrow(message)
})

it('finds fonts in the folder of the brand, then among the packages, and says which is none', async () => {
  const folder = brandWith('fonts.serif.file', 'own.woff2')
  const look = readLook(folder)
  expect(() => readWebFont(look, 'own.woff2')).toThrow(/^own\.woff2, which .*look\.json names, is neither there nor/)
  writeFileSync(join(folder, 'own.woff2'), 'wOFF....')
  expect(() => readWebFont(look, 'own.woff2')).toThrow(/own\.woff2 is no WOFF2 font\.$/)
  writeFileSync(join(folder, 'own.woff2'), 'wOF2....')
  expect(readWebFont(look, 'own.woff2').toString()).toBe('wOF2....')
  expect(readWebFont(look, look.fonts.sans.file).length).toBeGreaterThan(10_000)
  // Its name in a browser may be another than the one in its files.
  const named = brandWith('fonts.serif.family', 'Another Name')
  expect((await openRaster(readLook(named))).family).toBe('Bodoni Moda')
  const files = { ...look.fonts.serif.trueType, 600: 'own.ttf' }
  const mixed = brandWith('fonts.serif.trueType', files)
  writeFileSync(join(mixed, 'own.ttf'), Buffer.from('000100000000000000000000', 'hex'))
  await expect(openRaster(readLook(mixed))).rejects.toThrow(/ and own\.ttf are not of one family\.$/)
})

it('takes share images of the right size for pages there are', () => {
  const folder = brandOf(text)
  const paths = ['/share/home.en.png']
  expect(readShareImages(folder, paths).size).toBe(0)
  mkdirSync(join(folder, 'share'))
  const file = join(folder, 'share', 'home.en.png')
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000004b000000276', 'hex')
  writeFileSync(file, png)
  expect([...readShareImages(folder, paths).keys()]).toEqual(paths)
  writeFileSync(file, Buffer.concat([png.subarray(0, 20), Buffer.from([0, 0, 2, 88])]))
  expect(() => readShareImages(folder, paths)).toThrow(`${file} has 1200 x 600 pixels and needs 1200 x 630.`)
  writeFileSync(file, 'JFIF')
  expect(() => readShareImages(folder, paths)).toThrow(`${file} is no PNG image.`)
  writeFileSync(join(folder, 'share', 'hom.en.png'), png)
  expect(() => readShareImages(folder, paths)).toThrow('hom.en.png is no share image')
})
