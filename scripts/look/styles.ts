import type { Font, Look, Palette, Scheme } from '@/lib/brand/look'
import { fallbackMeasures, type Measures } from './measures'

type FontFiles = Record<'serif' | 'sans', Buffer>

const locals = {
  'Times New Roman': {
    generic: 'serif',
    regular: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'],
    bold: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold', 'Tinos Bold'],
  },
  Arial: {
    generic: 'sans-serif',
    regular: ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo'],
    bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold'],
  },
}

/** Colours and fonts of the brand, as the style sheets of the site name them; `files` are those of its fonts. */
export function brandStyles({ palette, fonts }: Pick<Look, 'palette' | 'fonts'>, files: FontFiles): string {
  return [
    ...fallbackFaces(fonts.serif, files.serif),
    ...fallbackFaces(fonts.sans, files.sans),
    `@layer tokens {`,
    `:root, .inverse { ${schemes(palette)} }`,
    `:root { --deep: ${palette.deep}; --serif: ${stack('serif', fonts.serif)}; --sans: ${stack('sans', fonts.sans)}; }`,
    `@media print { :root, .inverse { --gold: ${palette.print.gold}; --silver: ${palette.print.silver}; } }`,
    `}`,
    '',
  ].join('\n')
}

/** The masks of components/engraving, each a file beside this one. */
export function drawingStyles(drawings: Record<string, string>): string {
  const rules = Object.entries(drawings).map(([name, svg]) => {
    const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? []
    return `.${name} { ${width === height ? 'aspect-ratio: 1; ' : ''}mask-image: url("./${name}.svg"); }`
  })
  return ['@layer components {', ...rules, '}', ''].join('\n')
}

/** The colours of the browser's frame and the manifest. */
export function paletteModule({ palette: { light, dark } }: Pick<Look, 'palette'>): string {
  return `export const light = ${JSON.stringify(light)}\nexport const dark = ${JSON.stringify(dark)}\n`
}

export function fallbackName({ family }: Font): string {
  return `${family} fallback`
}

function schemes({ light, dark }: Palette): string {
  const names = Object.keys(light) as (keyof Scheme)[]
  return names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`).join(' ')
}

function stack(role: 'serif' | 'sans', { stack: names, fallback }: Font): string {
  const quoted = names.map((name) => (name.includes(' ') ? `"${name}"` : name))
  return [`var(--${role}-face)`, ...quoted, locals[fallback.like].generic].join(', ')
}

function fallbackFaces(font: Font, file: Buffer): string[] {
  const { regular, bold } = fallbackMeasures(font, file)
  return [fallbackFace(font, 'regular', regular), fallbackFace(font, 'bold', bold)]
}

// Every name but the first is a font of the same widths.
function fallbackFace(font: Font, cut: 'regular' | 'bold', measures: Measures): string {
  const { like } = font.fallback
  const sources = locals[like][cut].map((name) => `local("${name}")`)
  return [
    '@font-face {',
    `font-family: "${fallbackName(font)}";`,
    ...(cut === 'bold' ? ['font-weight: 600 900;'] : []),
    `src: ${sources.join(', ')};`,
    `ascent-override: ${measures.ascent}%;`,
    `descent-override: ${measures.descent}%;`,
    `line-gap-override: ${measures.lineGap}%;`,
    `size-adjust: ${measures.sizeAdjust}%;`,
    '}',
  ].join('\n')
}
