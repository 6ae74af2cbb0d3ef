import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { commonDivisor } from '@/lib/engraving/mark'
import { parseJson } from '@/lib/parse-json'
import { BrandError, problemsOf } from './facts'
import { type Logo, parseLogo } from './logo'

const colour = z
  .string({ error: 'must be a colour such as #1a2b3c' })
  .regex(/^#[\da-f]{6}$/, { error: 'must be a colour such as #1a2b3c' })

const scheme = z.strictObject({
  paper: colour,
  ink: colour,
  soft: colour,
  rule: colour,
  gold: colour,
  silver: colour,
  bad: colour,
  good: colour,
})

const palette = z.strictObject({
  light: scheme,
  dark: scheme,
  deep: colour,
  print: z.strictObject({ gold: colour, silver: colour }),
})

const file = z.string().min(1, { error: 'must be the path of a file' })
const percent = z.number({ error: 'must be a number, in percent' }).min(0).max(300)
const measures = z.strictObject({ ascent: percent, descent: percent, lineGap: percent, sizeAdjust: percent.min(20) })
const weight = z.int().min(1).max(1000)

// A family of CSS itself, such as `serif`, would be taken for the system's.
const family = z
  .string()
  .regex(/^[A-Za-z][A-Za-z\d]*( [A-Za-z\d]+)*$/, { error: 'must be letters, digits and single spaces' })
  .refine((name) => !/^(serif|sans|monospace|cursive|fantasy|math|emoji|default)$/i.test(name), {
    error: 'must not be a word of CSS',
  })

const font = z.strictObject({
  family,
  file,
  weights: z.tuple([weight, weight]),
  stack: z.array(family),
  fallback: z
    .strictObject({
      like: z.enum(['Times New Roman', 'Arial'], { error: 'must be Times New Roman or Arial' }),
      regular: measures.optional(),
      bold: measures.optional(),
    })
    .refine(({ regular, bold }) => Boolean(regular) === Boolean(bold), {
      error: 'regular and bold must be both there, or neither: then they are estimated from the font',
    }),
  trueType: z.strictObject({ 500: file, 600: file }).optional(),
})

const mark = z
  .strictObject({
    petals: z.int().min(3).max(60),
    inner: z.number().min(0).max(40),
    outer: z.number().min(10).max(47),
    reach: z.int().min(1),
  })
  .refine(({ inner, outer }) => inner < outer, { error: 'inner must be less than outer' })
  .refine(({ petals, reach }) => reach < petals && commonDivisor(petals, reach) === 1, {
    error: 'reach must be less than petals, and have no divisor in common with it',
  })

const schema = z.strictObject({
  palette,
  fonts: z
    .strictObject({ serif: font, sans: font })
    .refine(({ serif, sans }) => Boolean(serif.trueType) !== Boolean(sans.trueType), {
      error: 'one of the two, the one of share images, must name its files in trueType',
    }),
  mark,
})

export type Palette = z.output<typeof palette>
export type Scheme = z.output<typeof scheme>
export type Font = z.output<typeof font>

/** `look.json` of a brand, and its logo where the folder has a `logo.svg`. */
export type Look = z.output<typeof schema> & { folder: string; logo?: Logo }

/** The look of the brand in a folder. Throws BrandError, which names the file and everything that is wrong there. */
export function readLook(folder: string): Look {
  const path = join(folder, 'look.json')
  if (!existsSync(path)) throw new BrandError(`There is no ${path}: docs/brands.md says what it holds.`)
  const json = parseJson(readFileSync(path, 'utf8'))
  if (json === undefined) throw new BrandError(`${path} is not JSON: an editor shows the place.`)
  const result = schema.safeParse(json)
  if (!result.success) throw new BrandError(`The look of the brand (${path}) is wrong`, problemsOf(result.error))
  const logo = join(folder, 'logo.svg')
  return { ...result.data, folder, ...(existsSync(logo) && { logo: parseLogo(readFileSync(logo, 'utf8'), logo) }) }
}

/** The font that share images are set in. */
export function drawnFont({ fonts: { serif, sans } }: Look): Font & { trueType: NonNullable<Font['trueType']> } {
  const { trueType = sans.trueType } = serif
  if (!trueType) throw new Error('The schema asks one of the fonts for its TrueType files.')
  return { ...(serif.trueType ? serif : sans), trueType }
}
