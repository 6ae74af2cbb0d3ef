// `npm run brand`: creates or checks a brand, measures its fonts, or draws its
// images.
// docs/brands.md explains its files.
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { changeEnvironment, env } from '@/lib/env'
import { announce, fail, run, runSubcommand } from './commands'
import { printFindings } from './findings'

const usage = `npm run brand -- new NAME      create brands/NAME and list what is left to do
npm run brand -- check [NAME]  list what is missing or wrong in a brand (default: BRAND in .env)
npm run brand -- fonts [NAME]  measure its fonts and write the measures to look.json
npm run brand -- images [NAME] draw the icons and share images again, after a change to the mark, name, look or headings
NAME uses a-z, 0-9 and -. For the last three, it can also be the path of a folder.`

const brand = process.argv[3] ?? env.BRAND ?? defaultBrand
// Sets the brand, because the images show its names and headings and its texts
// are checked with its facts filled in.
changeEnvironment({ BRAND: brand })
await runSubcommand(usage, {
  new: make,
  check: async () => printFindings(await examine()),
  fonts: measure,
  images: async () => `Drew ${(await drawImages()).join(', ')}.`,
})

async function make() {
  if (!process.argv[3]) fail(usage)
  const { createBrand } = await import('./brand/create')
  const folder = await createBrand(brand)
  await drawImages()
  console.log(
    `Created ${folder}. To preview it: BRAND=${brand} npm run dev\n\nStill to do:`,
  )
  for (const { state, sentence, advice } of await examine())
    if (state !== 'ok') console.log(`- ${sentence}\n  ${advice}`)
  console.log(
    `\nnpm run brand -- check ${brand} lists this again. Then set BRAND=${brand} in .env and run npm start.`,
  )
  if (!process.stdin.isTTY) return
  announce('Starting the preview; Ctrl+C ends it.')
  process.exitCode = await run(process.execPath, ['scripts/run.mjs', 'dev'], {
    BRAND: brand,
  })
}

async function measure() {
  const { findBrowser } = await import('../tests/support/programs')
  const { writeMeasures } = await import('./brand/fonts')
  const folder = brandFolder(brand)
  await writeMeasures(folder, await findBrowser())
  return `Wrote the measures of its fonts to ${folder}/look.json.`
}

async function drawImages() {
  const { writeImages } = await import('./brand/images')
  return writeImages(brandFolder(brand))
}

async function examine() {
  const { examineBrand } = await import('./brand/examine')
  return examineBrand(brand)
}
