import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { findFaintPairs } from '@/lib/brand/contrast'
import { BrandError, parseFacts } from '@/lib/brand/facts'
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { parseLook } from '@/lib/brand/look'
import { keysOf } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'

/** The questions, each with the path of its answer in brand.json. */
const questions = {
  name: { asks: 'Name of the company', path: 'name' },
  product: { asks: 'Name of its product', path: 'product' },
  founded: { asks: 'Year it was founded', path: 'founded' },
  city: { asks: 'City of its office', path: 'offices.0.city' },
  street: {
    asks: 'Street and number of its office',
    path: 'offices.0.street',
  },
  // Many addresses have no region or postal code.
  region: { asks: 'State or region of its office, if any', path: undefined },
  postalCode: { asks: 'Postal code of its office, if any', path: undefined },
  country: { asks: 'Country code of its office', path: 'offices.0.country' },
  email: { asks: 'E-mail address for visitors', path: 'email' },
  phone: { asks: 'Telephone number for visitors', path: 'phones.worldwide' },
  // Is in look.json, which lists no placeholders.
  color: { asks: 'Color of headings and engravings', path: undefined },
}

type Answers = Record<keyof typeof questions, string>

/** A placeholder logo: two plain rings. */
export const placeholderMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" fill="none" stroke="#000" stroke-width="8"><circle cx="-14" r="30"/><circle cx="14" r="30"/></svg>
`

/**
 * Creates a brand that can be previewed once its images are drawn; returns its
 * folder. Throws for an invalid name.
 */
export async function createBrand(brand: string): Promise<string> {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(brand))
    throw new BrandError(
      `${brand} cannot be the name of a brand: use a-z, 0-9 and -.`,
    )
  const folder = brandFolder(brand)
  if (existsSync(folder))
    throw new BrandError(
      `${folder} already exists. List what it lacks with \`npm run brand -- check ${brand}\`, or delete it to start again.`,
    )

  const template = readText(join(brandFolder(defaultBrand), 'look.json')) ?? ''
  const { gold } = JSON.parse(template).palette.light
  const suggested = {
    name: brand.charAt(0).toUpperCase() + brand.slice(1),
    product: 'Reserve',
    founded: String(new Date().getFullYear()),
    city: 'Example City',
    street: '1 Example Street',
    region: '',
    postalCode: '',
    country: 'US',
    email: `info@${brand}.example`,
    phone: '+1 212 555 0100',
    color: gold,
  }

  const lookOf = ({ color }: Answers) => template.replaceAll(gold, color)
  const answered = await ask(suggested, (answers) =>
    findProblem(factsOf(answers), lookOf(answers)),
  )
  const answers = { ...suggested, ...answered }
  const placeholders = keysOf(questions).flatMap((key) =>
    key in answered ? [] : (questions[key].path ?? []),
  )
  const facts = { placeholders, ...factsOf(answers) }

  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'brand.json'),
    `${JSON.stringify(facts, null, 2)}\n`,
  )
  writeFileSync(join(folder, 'look.json'), lookOf(answers))
  writeFileSync(join(folder, 'mark.svg'), placeholderMark)
  return folder
}

/**
 * Returns facts without any claim or legal row, because the site must only say
 * what the company has confirmed.
 */
function factsOf(answers: Answers) {
  return {
    name: answers.name,
    product: answers.product,
    founded: Number(answers.founded),
    email: answers.email,
    phones: { worldwide: answers.phone },
    offices: [
      {
        city: { en: answers.city },
        street: answers.street,
        region: answers.region,
        postalCode: answers.postalCode,
        country: answers.country,
      },
    ],
    links: {},
    productPath: pathOf(answers.product),
    claims: {},
    disclosures: { rows: [] },
  }
}

/**
 * Turns a name into a path: `Réserve Argent` becomes `reserve-argent`. Returns
 * undefined for a name without Latin letters, which keeps the shared path.
 */
function pathOf(name: string): string | undefined {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[a-z0-9]+/g)?.join('-')
}

function findProblem(facts: object, look: string): string | undefined {
  try {
    parseFacts(JSON.stringify(facts), 'brand.json')
    return findFaintPairs(parseLook(look, 'look.json').palette)[0]
  } catch (error) {
    const { problems } = error as BrandError
    return problems[0]?.replace(/^[\w.]+: /, '')
  }
}

/**
 * Returns only typed answers, so that a suggestion is not taken for an answer.
 */
async function ask(
  suggested: Answers,
  findProblem: (answers: Answers) => string | undefined,
): Promise<Partial<Answers>> {
  const answers: Partial<Answers> = {}
  if (!process.stdin.isTTY) return answers
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
  })
  console.log('Press Enter to keep the value in parentheses for now.')
  for (const key of keysOf(questions)) {
    const question = `${questions[key].asks} (${suggested[key]}): `
    let answer = (await terminal.question(question)).trim()
    while (answer !== '') {
      const problem = findProblem({ ...suggested, ...answers, [key]: answer })
      if (!problem) {
        answers[key] = answer
        break
      }
      console.log(`${answer} is not a valid answer: ${problem}.`)
      answer = (await terminal.question(question)).trim()
    }
  }
  terminal.close()
  return answers
}
