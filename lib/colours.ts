import { readFileSync } from 'node:fs'

const names = ['paper', 'ink', 'soft', 'rule', 'gold', 'silver'] as const

type Palette = Record<(typeof names)[number], string>

// The stylesheet's text, which next.config.mjs puts in: a built site reads no file of the checkout.
declare const DESIGN_TOKENS: string | undefined

const tokens = typeof DESIGN_TOKENS === 'string' ? DESIGN_TOKENS : readFileSync('app/styles/tokens.css', 'utf8')

/** The stylesheet's colours for images, the manifest and the browser's frame. */
export const light = paletteAt(1)
export const dark = paletteAt(2)

function paletteAt(scheme: 1 | 2): Palette {
  return Object.fromEntries(names.map((name) => [name, colourOf(name, scheme)])) as Palette
}

function colourOf(name: string, scheme: 1 | 2): string {
  const colour = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(tokens)?.[scheme]
  if (!colour) throw new Error(`app/styles/tokens.css gives no ${name} for both schemes.`)
  return colour
}
