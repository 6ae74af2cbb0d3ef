import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { findFaintPairs } from '@/lib/brand/contrast'
import { parseFacts } from '@/lib/brand/facts'
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'

type Answers = Record<keyof typeof questions, string>

const questions = {
  name: 'Name of the company',
  founded: 'Year of its foundation',
  city: 'City of its office',
  email: 'E-mail address for visitors',
  color: 'Color of headings and engravings',
} as const

/** Makes a complete brand that can be previewed at once; returns its folder. Throws for a bad name or answer. */
export async function createBrand(brand: string): Promise<string> {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(brand)) throw new Error(`${brand} is not a name for a brand: use a-z, 0-9 and -.`)
  const folder = brandFolder(brand)
  if (existsSync(folder)) throw new Error(`${folder} exists already.`)
  const example = brandFolder(defaultBrand)
  const look = readFileSync(join(example, 'look.json'), 'utf8')
  const { light } = JSON.parse(look).palette
  const answers = await ask({
    name: brand.charAt(0).toUpperCase() + brand.slice(1),
    founded: String(new Date().getFullYear()),
    city: 'Example City',
    email: `info@${brand}.example`,
    color: light.gold,
  })
  const examples = JSON.parse(readFileSync(join(example, 'brand.json'), 'utf8'), (_, value) =>
    typeof value === 'string' ? renamed(value, brand, answers.name) : value,
  )
  const facts = JSON.stringify(factsOf(answers, examples), null, 2)
  parseFacts(facts, 'Your answers')
  const ownLook = look.replaceAll(light.gold, answers.color)
  const [faint] = findFaintPairs(JSON.parse(ownLook).palette)
  if (faint) throw new Error(`This color cannot be read everywhere: ${faint}.`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'brand.json'), `${facts}\n`)
  writeFileSync(join(folder, 'look.json'), ownLook)
  for (const file of ['mark.svg', 'bars-gold.svg']) copyFileSync(join(example, file), join(folder, file))
  cpSync('public', join(folder, 'public'), { recursive: true, filter: (path) => !path.endsWith('.css') })
  return folder
}

async function ask(suggested: Answers): Promise<Answers> {
  if (!process.stdin.isTTY) return suggested
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answers = { ...suggested }
  for (const [key, question] of Object.entries(questions) as [keyof Answers, string][]) {
    answers[key] = (await terminal.question(`${question} (${suggested[key]}): `)).trim() || suggested[key]
  }
  terminal.close()
  return answers
}

// No example names the default company.
function renamed(text: string, brand: string, name: string): string {
  return text.replaceAll('Halcrest', name).replaceAll('halcrest', brand).replaceAll('HALCREST', 'EXAMPLE0')
}

// The legal rows stay examples, which the page says, until they are replaced.
function factsOf({ name, founded, city, email }: Answers, { product, disclosures }: Record<string, unknown>) {
  return {
    name,
    product,
    founded: Number(founded),
    email,
    phones: { worldwide: '+1 212 555 0100' },
    offices: [{ city: { en: city }, street: '1 Example Street', region: '', postalCode: '', country: 'US' }],
    links: {},
    claims: {},
    disclosures,
  }
}
