// `npm run brand`: makes a brand, and says what is missing or wrong in one. docs/brands.md explains its files.
import { defaultBrand } from '@/lib/brand/folder.mjs'
import { changeEnvironment, env } from '@/lib/env'
import { printFindings } from './findings'

const usage = `npm run brand -- new NAME      make brands/NAME, and say what is missing there
npm run brand -- check [NAME]  say what is missing or wrong in a brand: the one of .env without a name
NAME is a-z, 0-9 and -, or for check the path of a folder`

const [command, name] = process.argv.slice(2)
try {
  if (command === 'new' && name) await make(name)
  else if (command === 'check') await check(name ?? env.BRAND ?? defaultBrand)
  else console.log(usage)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function make(brand: string) {
  const { createBrand } = await import('./brand/create')
  console.log(`Made: ${createBrand(brand).join(', ')}\n`)
  await check(brand)
  console.log(`\nThen BRAND=${brand} in .env, and npm start.`)
}

async function check(brand: string) {
  // Texts are checked with the facts of this brand.
  changeEnvironment({ BRAND: brand })
  const { examineBrand } = await import('./brand/examine')
  const findings = await examineBrand(brand)
  printFindings(findings)
}
