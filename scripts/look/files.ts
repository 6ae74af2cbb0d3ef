import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findFaintPairs } from '@/lib/brand/contrast'
import { BrandError } from '@/lib/brand/facts'
import { type Font, type Look, readLook } from '@/lib/brand/look'
import { keysOf } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'
import { isOfDefaultBrand } from './default-brand'

// Metric-compatible fonts for systems that lack the first one.
const localFonts = {
  'Times New Roman': {
    generic: 'serif',
    regular: [
      'Times New Roman',
      'TimesNewRomanPSMT',
      'Liberation Serif',
      'Tinos',
    ],
    bold: [
      'Times New Roman Bold',
      'TimesNewRomanPS-BoldMT',
      'Liberation Serif Bold',
      'Tinos Bold',
    ],
  },
  Arial: {
    generic: 'sans-serif',
    regular: ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo'],
    bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold'],
  },
}

/**
 * Returns the files that `@look/` imports resolve to, by name. Throws
 * BrandError.
 */
export function lookFiles(folder: string): Record<string, string | Buffer> {
  const look = readLook(folder)
  const faint = findFaintPairs(look.palette)
  if (faint.length > 0)
    throw new BrandError(
      `Colors in ${join(folder, 'look.json')} have too little contrast`,
      faint,
    )
  const mark = readMark(folder)
  return {
    'brand.css': brandStyles(look),
    'drawings.css': `@layer components {
.mark { aspect-ratio: 1; mask-image: url("./mark.svg"); }
.bar { mask-image: url("./bar.svg"); }
}
`,
    'fonts.ts': fontModule(look),
    'palette.ts': `export const light = ${JSON.stringify(look.palette.light)}\nexport const dark = ${JSON.stringify(look.palette.dark)}\n`,
    'serif.woff2': readWebFont(folder, look.fonts.serif.file),
    'sans.woff2': readWebFont(folder, look.fonts.sans.file),
    // Used as masks, so only their alpha channel matters.
    'mark.svg': mark,
    'bar.svg': sealedBar(mark),
  }
}

function readMark(folder: string): string {
  const file = join(folder, 'mark.svg')
  const svg = readText(file)
  if (svg === undefined)
    throw new BrandError(`There is no ${file}: docs/brands.md describes it.`)
  if (!/^<svg\s[^>]*viewBox=/.test(svg))
    throw new BrandError(`${file} must be one SVG element with a viewBox.`)
  if (isOfDefaultBrand(folder, 'mark.svg'))
    throw new BrandError(`${file} is the mark of the default brand.`)
  return svg
}

/**
 * Draws a gold bar with the mark as its seal, in the perspective of its top.
 */
function sealedBar(mark: string): string {
  const bar = readText('components/engraving/bar.svg') ?? ''
  const seal = `<g transform="matrix(.431 .122 -.238 .246 38.566 -86.138)">
${placeMark(mark, { left: -50, top: -50, side: 100 })}
<g fill="none" stroke="#000"><circle r="54" stroke-width="2.4"/><circle r="59" stroke-width="1.2"/></g></g>`
  return bar.replace(/<\/svg>\s*$/, `${seal}</svg>`)
}

export type Square = { left: number; top: number; side: number }

/** Returns a square mark as part of another drawing. */
export function placeMark(mark: string, square: Square): string {
  return mark.replace(/^<svg[^>]*>/, (tag) =>
    tag
      .replace(/ (x|y|width|height)="[^"]*"/g, '')
      .replace('<svg', `<svg ${attributesOf(square)}`),
  )
}

export function attributesOf({ left, top, side }: Square): string {
  return `x="${left}" y="${top}" width="${side}" height="${side}"`
}

/** Reads a font from the brand's folder or an npm package. */
function readWebFont(folder: string, file: string): Buffer {
  const packages = createRequire(import.meta.url).resolve.paths(file) ?? []
  const path = [folder, ...packages]
    .map((parent) => join(parent, file))
    .find(existsSync)
  if (!path)
    throw new BrandError(
      `${join(folder, 'look.json')} refers to ${file}, which is neither in the brand's folder nor in an npm package.`,
    )
  const bytes = readFileSync(path)
  if (bytes.toString('latin1', 0, 4) !== 'wOF2')
    throw new BrandError(`${path} is not a WOFF2 font.`)
  return bytes
}

function brandStyles({
  palette: { light, dark, deep, print },
  fonts: { serif, sans },
}: Look): string {
  const colors = keysOf(light).map(
    (name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`,
  )
  return `${[serif, sans].flatMap((font) => [fallbackFace(font, 'regular'), fallbackFace(font, 'bold')]).join('')}
@layer tokens {
:root, .inverse { ${colors.join(' ')} }
:root { --deep: ${deep}; --serif: var(--serif-face), ${fontStack(serif)}; --sans: var(--sans-face), ${fontStack(sans)}; }
@media print { :root, .inverse { --gold: ${print.gold}; --silver: ${print.silver}; } }
}
`
}

function fontStack({ stack, fallback }: Font): string {
  const quoted = stack.map((name) => (name.includes(' ') ? `"${name}"` : name))
  return [...quoted, localFonts[fallback.like].generic].join(', ')
}

function fallbackFace(
  { family, fallback }: Font,
  cut: 'regular' | 'bold',
): string {
  const sources = localFonts[fallback.like][cut].map(
    (name) => `local("${name}")`,
  )
  const { ascent, descent, lineGap, sizeAdjust } = fallback[cut]
  return `@font-face {
font-family: "${family} fallback";
${cut === 'bold' ? 'font-weight: 600 900;\n' : ''}src: ${sources.join(', ')};
ascent-override: ${ascent}%;
descent-override: ${descent}%;
line-gap-override: ${lineGap}%;
size-adjust: ${sizeAdjust}%;
}
`
}

/**
 * Returns the module that loads the fonts. next/font needs literal paths, names
 * the font after the constant, and does not quote fallbacks, which a name such
 * as “Source Serif 4” needs.
 */
function fontModule({ fonts: { serif, sans } }: Look): string {
  const nameOf = ({ family }: Font) =>
    family.charAt(0).toLowerCase() + family.slice(1).replaceAll(' ', '')
  const constant = (
    role: 'serif' | 'sans',
    font: Font,
  ) => `const ${nameOf(font)} = localFont({
  src: './${role}.woff2',
  weight: '${font.weights.join(' ')}',
  variable: '--${role}-face',
  display: 'swap',
  adjustFontFallback: false,
  fallback: ["'${font.family} fallback'"],
})
`
  return `import localFont from 'next/font/local'
${constant('serif', serif)}${constant('sans', sans)}
export const fontClasses = \`\${${nameOf(serif)}.variable} \${${nameOf(sans)}.variable}\`
`
}
