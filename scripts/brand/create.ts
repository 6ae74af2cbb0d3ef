import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod'
import { findFaintPairs } from '@/lib/brand/contrast'
import { BrandError, parseFacts } from '@/lib/brand/facts'
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { keysOf } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'

const isText = (text: string) => text !== ''

const isYear = (text: string) =>
  /^[1-9]\d{3}$/.test(text) && Number(text) <= new Date().getFullYear()

// Each question with the check for its answer.
const questions = {
  name: ['Name of the company', isText],
  product: ['Name of its product', isText],
  founded: ['Year it was founded', isYear],
  city: ['City of its office', isText],
  country: [
    'Two-letter country code of its office, such as CH',
    (text: string) => isSupportedCountry(text),
  ],
  email: [
    'E-mail address for visitors',
    (text: string) => z.email().safeParse(text).success,
  ],
  color: [
    'Color of headings and engravings, such as #8a6a1f',
    (text: string) => /^#[\da-f]{6}$/i.test(text),
  ],
} as const

/** A placeholder logo: two plain rings. */
export const placeholderMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" fill="none" stroke="#000" stroke-width="8"><circle cx="-14" r="30"/><circle cx="14" r="30"/></svg>
`

type Answers = Record<keyof typeof questions, string>

/**
 * Creates a brand that can be previewed once its images are drawn; returns its
 * folder. Throws for an invalid name or answer.
 */
export async function createBrand(brand: string): Promise<string> {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(brand))
    throw new BrandError(
      `${brand} is not a name for a brand: use a-z, 0-9 and -.`,
    )
  const folder = brandFolder(brand)
  if (existsSync(folder)) throw new BrandError(`${folder} already exists.`)
  const example = brandFolder(defaultBrand)
  const look = readText(join(example, 'look.json')) ?? ''
  const { light } = JSON.parse(look).palette
  const { name, product, founded, city, country, email, color } = await ask({
    name: brand.charAt(0).toUpperCase() + brand.slice(1),
    product: 'Reserve',
    founded: String(new Date().getFullYear()),
    city: 'Example City',
    country: 'US',
    email: `info@${brand}.example`,
    color: light.gold,
  })
  // Contains no claim or legal row, because the site must only say what the
  // company has confirmed.
  const facts = {
    name,
    product,
    founded: Number(founded),
    email,
    phones: { worldwide: '+1 212 555 0100' },
    offices: [
      {
        city: { en: city },
        street: '1 Example Street',
        region: '',
        postalCode: '',
        country,
      },
    ],
    links: {},
    productPath: pathOf(product),
    claims: {},
    disclosures: { rows: [] },
  }
  parseFacts(JSON.stringify(facts), 'Your answers')
  const ownLook = look.replaceAll(light.gold, color)
  const [faint] = findFaintPairs(JSON.parse(ownLook).palette)
  if (faint)
    throw new BrandError(`This color has too little contrast: ${faint}.`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'brand.json'),
    `${JSON.stringify(facts, null, 2)}\n`,
  )
  writeFileSync(join(folder, 'look.json'), ownLook)
  writeFileSync(join(folder, 'mark.svg'), placeholderMark)
  return folder
}

/**
 * Turns a name into a path: `Réserve Argent` becomes `reserve-argent`. Returns
 * undefined for a name without Latin letters, which keeps the shared path.
 */
function pathOf(name: string): string | undefined {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[a-z0-9]+/g)?.join('-')
}

async function ask(suggested: Answers): Promise<Answers> {
  if (!process.stdin.isTTY) return suggested
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
  })
  const answers = { ...suggested }
  for (const key of keysOf(questions)) {
    const [question, isRight] = questions[key]
    for (let answer = ''; !isRight(answer); answers[key] = answer) {
      if (answer) console.log(`${answer} is not a valid answer.`)
      answer =
        (await terminal.question(`${question} (${suggested[key]}): `)).trim() ||
        suggested[key]
    }
  }
  terminal.close()
  return answers
}
