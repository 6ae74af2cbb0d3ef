// `npm run brand`: creates or checks a brand. docs/brands.md explains its
// files.
import { defaultBrand } from '@/lib/brand/folder.mjs'
import { changeEnvironment, env } from '@/lib/env'
import { announce, run } from './commands'
import { printFindings } from './findings'

const usage = `npm run brand -- new NAME      make brands/NAME and list what is left to do
npm run brand -- check [NAME]  list what is missing or wrong in a brand (default: BRAND in .env)
NAME is a-z, 0-9 and -, or for check the path of a folder`

const [command, name] = process.argv.slice(2)
try {
  if (command === 'new' && name) await make(name)
  else if (command === 'check')
    printFindings(await examine(name ?? env.BRAND ?? defaultBrand))
  else console.log(usage)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function make(brand: string) {
  const { createBrand } = await import('./brand/create')
  console.log(
    `Made ${await createBrand(brand)}. To see it: BRAND=${brand} npm run dev\n\nWhat is left:`,
  )
  for (const { state, says, advice } of await examine(brand))
    if (state !== 'ok') console.log(`- ${says}\n  ${advice}`)
  console.log(
    `\nnpm run brand -- check ${brand} lists this again. Then set BRAND=${brand} in .env and run npm start.`,
  )
  if (!process.stdin.isTTY) return
  announce('Starting the preview; Ctrl+C ends it.')
  process.exitCode = await run(process.execPath, ['scripts/run.mjs', 'dev'], {
    BRAND: brand,
  })
}

async function examine(brand: string) {
  // Texts are checked with this brand's facts filled in.
  changeEnvironment({ BRAND: brand })
  const { examineBrand } = await import('./brand/examine')
  return examineBrand(brand)
}
