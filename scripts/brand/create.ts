import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod'
import { findFaintPairs } from '@/lib/brand/contrast'
import { BrandError, parseFacts, phone } from '@/lib/brand/facts'
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { keysOf } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'

type Question = {
  asks: string
  /** The path of the answer in brand.json. */
  path?: string
  /** Says which answers are valid. Unset if every text is valid. */
  expects?: string
  isValid?: (answer: string) => boolean
}

type Answers = Record<
  | 'name'
  | 'product'
  | 'founded'
  | 'city'
  | 'street'
  | 'country'
  | 'email'
  | 'phone'
  | 'color',
  string
>

const questions: Record<keyof Answers, Question> = {
  name: { asks: 'Name of the company', path: 'name' },
  product: { asks: 'Name of its product', path: 'product' },
  founded: {
    asks: 'Year it was founded',
    path: 'founded',
    expects: 'a year with four digits, not in the future',
    isValid: isYear,
  },
  city: { asks: 'City of its office', path: 'offices.0.city' },
  street: {
    asks: 'Street and number of its office',
    path: 'offices.0.street',
  },
  country: {
    asks: 'Country code of its office',
    path: 'offices.0.country',
    expects: 'two capital letters (ISO 3166-1), such as CH',
    isValid: (answer) => isSupportedCountry(answer),
  },
  email: {
    asks: 'E-mail address for visitors',
    path: 'email',
    expects: 'an address, such as info@acme.example',
    isValid: (answer) => z.email().safeParse(answer).success,
  },
  phone: {
    asks: 'Telephone number for visitors',
    path: 'phones.worldwide',
    expects: 'the international form, such as +41 44 668 18 00',
    isValid: (answer) => phone.safeParse(answer).success,
  },
  color: {
    asks: 'Color of headings and engravings',
    expects: 'six hexadecimal digits, such as #8a6a1f',
    isValid: (answer) => /^#[\da-f]{6}$/i.test(answer),
  },
}

function isYear(answer: string): boolean {
  return (
    /^[1-9]\d{3}$/.test(answer) && Number(answer) <= new Date().getFullYear()
  )
}

/** A placeholder logo: two plain rings. */
export const placeholderMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" fill="none" stroke="#000" stroke-width="8"><circle cx="-14" r="30"/><circle cx="14" r="30"/></svg>
`

/**
 * Creates a brand that can be previewed once its images are drawn; returns its
 * folder. Throws for an invalid name or answer.
 */
export async function createBrand(brand: string): Promise<string> {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(brand))
    throw new BrandError(
      `${brand} cannot be the name of a brand: use a-z, 0-9 and -.`,
    )
  const folder = brandFolder(brand)
  if (existsSync(folder)) throw new BrandError(`${folder} already exists.`)
  const example = brandFolder(defaultBrand)
  const look = readText(join(example, 'look.json')) ?? ''
  const { light } = JSON.parse(look).palette
  const suggested = {
    name: brand.charAt(0).toUpperCase() + brand.slice(1),
    product: 'Reserve',
    founded: String(new Date().getFullYear()),
    city: 'Example City',
    street: '1 Example Street',
    country: 'US',
    email: `info@${brand}.example`,
    phone: '+1 212 555 0100',
    color: light.gold,
  }
  const answered = await ask(suggested)
  const { name, product, color, ...answers } = { ...suggested, ...answered }
  // Contains no claim or legal row, because the site must only say what the
  // company has confirmed.
  const facts = {
    placeholders: keysOf(questions).flatMap((key) =>
      answered[key] === undefined ? (questions[key].path ?? []) : [],
    ),
    name,
    product,
    founded: Number(answers.founded),
    email: answers.email,
    phones: { worldwide: answers.phone },
    offices: [
      {
        city: { en: answers.city },
        street: answers.street,
        region: '',
        postalCode: '',
        country: answers.country,
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

/**
 * Returns only typed answers, so that a suggestion is not taken for an answer.
 */
async function ask(suggested: Answers): Promise<Partial<Answers>> {
  if (!process.stdin.isTTY) return {}
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
  })
  console.log('Press Enter to keep the value in parentheses for now.')
  const answers: Partial<Answers> = {}
  for (const key of keysOf(questions)) {
    const { asks, expects, isValid = () => true } = questions[key]
    const read = () => terminal.question(`${asks} (${suggested[key]}): `)
    let answer = (await read()).trim()
    while (answer !== '' && !isValid(answer)) {
      console.log(`${answer} is not a valid answer. Type ${expects}.`)
      answer = (await read()).trim()
    }
    if (answer !== '') answers[key] = answer
  }
  terminal.close()
  return answers
}
