import { join } from 'node:path'
import { z } from 'zod'
import { readText } from '@/lib/text-file.mjs'
import { BrandError, describeIssues, parseBrandFile } from './facts'

const colorError = 'must be a color such as #1a2b3c'
const color = z.string(colorError).regex(/^#[\da-f]{6}$/, colorError)

const scheme = z.strictObject({
  paper: color,
  ink: color,
  soft: color,
  rule: color,
  gold: color,
  silver: color,
  bad: color,
  good: color,
})

const palette = z.strictObject({
  light: scheme,
  dark: scheme,
  deep: color,
  print: z.strictObject({ gold: color, silver: color }),
})

const file = z.string().min(1, 'must be the path of a file')
const percent = z.number('must be a number, in percent').min(0).max(300)
const measures = z.strictObject({
  ascent: percent,
  descent: percent,
  lineGap: percent,
  sizeAdjust: percent.min(20),
})
const weight = z.int().min(1).max(1000)

// Refuses a generic CSS family such as `serif`, because browsers would use the
// system's font.
const family = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z\d]*( [A-Za-z\d]+)*$/,
    'must consist of words made of letters and digits',
  )
  .refine(
    (name) =>
      !/^(serif|sans|monospace|cursive|fantasy|math|emoji|default)$/i.test(
        name,
      ),
    'must not be a generic CSS font family',
  )

const font = z.strictObject({
  family,
  file,
  weights: z.tuple([weight, weight]),
  stack: z.array(family),
  fallback: z.strictObject({
    like: z.enum(
      ['Times New Roman', 'Arial'],
      'must be Times New Roman or Arial',
    ),
    regular: measures,
    bold: measures,
  }),
})

const schema = z.strictObject({
  palette,
  fonts: z.strictObject({ serif: font, sans: font }),
})

export type Palette = z.output<typeof palette>
export type Scheme = z.output<typeof scheme>
export type Font = z.output<typeof font>

export type Look = z.output<typeof schema>

export function readLook(folder: string): Look {
  const path = join(folder, 'look.json')
  const text = readText(path)
  if (text === undefined)
    throw new BrandError(`There is no ${path}: docs/brands.md describes it.`)
  return parseLook(text, path)
}

/** Throws BrandError, which names the file. */
export function parseLook(text: string, file: string): Look {
  const { success, data, error } = schema.safeParse(parseBrandFile(text, file))
  if (success) return data
  throw new BrandError(`Invalid brand look in ${file}`, describeIssues(error))
}
