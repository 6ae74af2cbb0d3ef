// `npm run brand`: creates or checks a brand, or draws its images. docs/brands.md explains its
// files.
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { changeEnvironment, env } from '@/lib/env'
import { announce, run } from './commands'
import { printFindings } from './findings'

const usage = `npm run brand -- new NAME      make brands/NAME and list what is left to do
npm run brand -- check [NAME]  list what is missing or wrong in a brand (default: BRAND in .env)
npm run brand -- images [NAME] draw its icons and share images again, after its mark, name, look or headings changed
NAME is a-z, 0-9 and -, or for check and images the path of a folder`

const [command, name] = process.argv.slice(2)
try {
  if (command === 'new' && name) await make(name)
  else if (command === 'check')
    printFindings(await examine(name ?? env.BRAND ?? defaultBrand))
  else if (command === 'images')
    console.log(
      `Drew ${(await drawImages(name ?? env.BRAND ?? defaultBrand)).join(', ')}.`,
    )
  else console.log(usage)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function make(brand: string) {
  const { createBrand } = await import('./brand/create')
  const folder = await createBrand(brand)
  await drawImages(brand)
  console.log(
    `Made ${folder}. To see it: BRAND=${brand} npm run dev\n\nWhat is left:`,
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

async function drawImages(brand: string) {
  // The images show this brand's names and headings.
  changeEnvironment({ BRAND: brand })
  const { writeImages } = await import('./brand/images')
  return writeImages(brandFolder(brand))
}

async function examine(brand: string) {
  // Texts are checked with this brand's facts filled in.
  changeEnvironment({ BRAND: brand })
  const { examineBrand } = await import('./brand/examine')
  return examineBrand(brand)
}
