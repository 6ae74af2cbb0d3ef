import { cpSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findFaintPairs } from '@/lib/brand/contrast'
import { BrandError } from '@/lib/brand/facts'
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { type Font, type Look, readLook } from '@/lib/brand/look'
import { routing } from '@/lib/i18n/routing'
import { icons, printStyles, shareImagePath } from '@/lib/root-files'
import { indexedPages, paths } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'

const requiredImages = [
  '/favicon.ico',
  '/icon.svg',
  ...icons.map(({ path }) => path),
  '/share/home.en.png',
]

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

/** The files that `@look/` imports resolve to, by name. Throws BrandError. */
export function lookFiles(folder: string): Record<string, string | Buffer> {
  const look = readLook(folder)
  const faint = findFaintPairs(look.palette)
  if (faint.length > 0)
    throw new BrandError(
      `Colors in ${join(folder, 'look.json')} have too little contrast`,
      faint,
    )
  return {
    'brand.css': brandStyles(look),
    'drawings.css': `@layer components {
.mark { aspect-ratio: 1; mask-image: url("./mark.svg"); }
.bars-gold { mask-image: url("./bars-gold.svg"); }
}
`,
    'fonts.ts': fontModule(look),
    'palette.ts': `export const light = ${JSON.stringify(look.palette.light)}\nexport const dark = ${JSON.stringify(look.palette.dark)}\n`,
    'serif.woff2': readWebFont(folder, look.fonts.serif.file),
    'sans.woff2': readWebFont(folder, look.fonts.sans.file),
    // Used as masks: only their alpha channel matters.
    'mark.svg': readDrawing(join(folder, 'mark.svg')),
    'bars-gold.svg': readDrawing(join(folder, 'bars-gold.svg')),
  }
}

export function imagesFolder(brand: string): string {
  return brand === brandFolder(defaultBrand) ? 'public' : join(brand, 'public')
}

/**
 * Returns the missing images without which a brand cannot be built, and the
 * missing share images, for which another image is used.
 */
export function findMissingImages(brand: string): {
  required: string[]
  replaced: string[]
} {
  const isMissing = (path: string) =>
    !existsSync(join(imagesFolder(brand), path))
  const required = requiredImages.filter(isMissing)
  // Only pages in search engines need a separate image.
  const shared = indexedPages.flatMap((page) =>
    routing.locales.map((locale) => shareImagePath(page, locale)),
  )
  return {
    required,
    replaced: shared.filter(
      (path) => isMissing(path) && !required.includes(path),
    ),
  }
}

/** Returns the images of a brand that are those of the default brand. */
export function findForeignImages(brand: string): string[] {
  const own = imagesFolder(brand)
  const standard = imagesFolder(brandFolder(defaultBrand))
  const all = new Set([
    ...requiredImages,
    ...shareImages().map(({ path }) => path),
  ])
  return own === standard
    ? []
    : [...all].filter((path) => isSame(join(own, path), join(standard, path)))
}

function isSame(one: string, other: string): boolean {
  return (
    existsSync(one) &&
    existsSync(other) &&
    readFileSync(one).equals(readFileSync(other))
  )
}

/**
 * Copies a brand's images and the print styles to a build; a page or language
 * without a share image gets the closest one. Throws BrandError.
 */
export function copyImages(brand: string, target: string): void {
  const { required } = findMissingImages(brand)
  if (required.length > 0)
    throw new BrandError(
      `Images are missing in ${imagesFolder(brand)}`,
      required,
    )
  const foreign = findForeignImages(brand)
  if (foreign.length > 0)
    throw new BrandError(
      `Images in ${imagesFolder(brand)} show ${defaultBrand}`,
      foreign,
    )
  cpSync(imagesFolder(brand), target, { recursive: true })
  cpSync(join('public', printStyles), join(target, printStyles))
  for (const { path, nearest } of shareImages()) {
    const source = nearest
      .map((name) => join(target, name))
      .find((file) => existsSync(file))
    if (!existsSync(join(target, path)))
      cpSync(String(source), join(target, path))
  }
}

function shareImages() {
  return keysOf(paths).flatMap((page) =>
    routing.locales.map((locale) => ({
      path: shareImagePath(page, locale),
      nearest: [
        shareImagePath('home', locale),
        shareImagePath(page, 'en'),
        shareImagePath('home', 'en'),
      ],
    })),
  )
}

function readDrawing(file: string): string {
  const svg = readText(file)
  if (svg === undefined)
    throw new BrandError(`There is no ${file}: docs/brands.md describes it.`)
  if (!/^<svg\s[^>]*viewBox=/.test(svg))
    throw new BrandError(`${file} must be one SVG element with a viewBox.`)
  return svg
}

// A font is in the brand's folder or in an npm package.
function readWebFont(folder: string, file: string): Buffer {
  const packages = createRequire(import.meta.url).resolve.paths(file) ?? []
  const path = [folder, ...packages]
    .map((place) => join(place, file))
    .find((name) => existsSync(name))
  if (!path)
    throw new BrandError(
      `${file}, which ${join(folder, 'look.json')} names, is neither there nor in a package.`,
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
  const colours = keysOf(light).map(
    (name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`,
  )
  return `${[serif, sans].flatMap((font) => [fallbackFace(font, 'regular'), fallbackFace(font, 'bold')]).join('')}
@layer tokens {
:root, .inverse { ${colours.join(' ')} }
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

// next/font needs literal paths, names the font after the constant, and does not
// quote fallbacks, which a name such as “Source Serif 4” needs.
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
