// `npm run locale`: adds a language to the site, or removes one. docs/add-a-language.md lists what is left to do.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { applyEdits, modify } from 'jsonc-parser'
import type { Language } from '@/lib/i18n/routing'
import { bin, fail, run, runScript } from './commands'
import { describeLanguage, skeleton } from './locale/language'

const table = 'lib/languages.json'
const usage = `npm run locale -- add CODE
npm run locale -- remove CODE

add adds a language: its row in ${table}, from which addresses, switcher, sitemap and metadata follow,
and its catalog in messages/, with the English texts marked as untranslated ([en] …).
remove deletes its row, its catalog and the dates of its pages. Stored leads stay.
CODE is the part of the addresses: de, it, pt-BR, ...`

const [command, code, ...rest] = process.argv.slice(2)
if (command === undefined) console.log(usage)
else if (code === undefined || rest.length > 0) fail(usage)
else if (command === 'add') await add(code)
else if (command === 'remove') await remove(code)
else fail(usage)

async function add(asked: string): Promise<void> {
  const languages = JSON.parse(readFileSync(table, 'utf8'))
  const described = describeLanguage(asked, Object.keys(languages))
  if (described.problem !== undefined) fail(described.problem)
  const { code, row } = described
  const catalog = `messages/${code}.json`
  if (existsSync(catalog))
    fail(`${catalog} is there already: move it away, and put it back when the language is added.`)

  writeFileSync(catalog, skeleton(readFileSync('messages/en.json', 'utf8')))
  await writeRow(code, row, catalog)
  console.log(report(code, row, catalog))
}

async function remove(code: string): Promise<void> {
  const { [code]: removed } = JSON.parse(readFileSync(table, 'utf8'))
  if (!removed) fail(`The site has no language ${code}.`)
  if (code === 'en') fail('English cannot be removed: the other languages are translated from it.')
  rmSync(`messages/${code}.json`, { force: true })
  await writeRow(code, undefined)
  console.log(`Removed ${removed.name} (${code}). Its addresses now answer 404: redirect them if they were public.
The assistant's files for ${code} in lib/chatbot and the rules in scripts/copy/terms have no effect any more.`)
}

// The other rows stay byte for byte.
async function writeRow(code: string, row: Language | undefined, ...catalogs: string[]): Promise<void> {
  const source = readFileSync(table, 'utf8')
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  writeFileSync(table, applyEdits(source, modify(source, [code], row, { formattingOptions })))
  await run(bin('biome'), ['format', '--write', '--log-level=error', table, ...catalogs], {}, 'ignore')
  if ((await runScript('copy', ['date'])) !== 0) fail('Dating the pages failed: see above.')
}

function report(code: string, { name, region, flag }: Language, catalog: string): string {
  const flagAdvice = `  - Give it a flag in ${table}, if it shall have one: stripes, as the others have.\n`
  return `Added ${name} (${code}):
  - ${table}: addresses under /${code}, switcher entry, metadata (${code.split('-')[0]}_${region})
  - ${catalog}: the English texts, each marked [en] until it is translated
  - lib/seo/content-dates.json: today as the date of its pages

Left to do (docs/add-a-language.md):
  - Have ${catalog} translated. Until then visitors read the English texts, without their marks,
    and search engines list no page that is mostly English
${flag ? '' : flagAdvice}  - Let somebody who speaks ${name} read the site: npm run dev, then http://localhost:3000/${code}
  - Commit, and run npm test`
}
