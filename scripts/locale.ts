// `npm run locale`: adds a language to the site. docs/add-a-language.md says what is left to do after that.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Language } from '@/lib/i18n/routing'
import { bin, fail, run, runScript } from './commands'
import { describeLanguage, skeleton } from './locale/language'

const table = 'lib/languages.json'
const usage = `npm run locale -- add CODE

Adds a language: its row in ${table}, from which addresses, switcher, sitemap and metadata follow,
and its catalog in messages/, with the English texts marked as untranslated ([en] …).
CODE is what stands in the addresses: de, it, pt-BR, ...`

const [command, code, ...rest] = process.argv.slice(2)
if (command === undefined) console.log(usage)
else if (command !== 'add' || code === undefined || rest.length > 0) fail(usage)
else await add(code)

async function add(asked: string): Promise<void> {
  const languages = JSON.parse(readFileSync(table, 'utf8'))
  const described = describeLanguage(asked, Object.keys(languages))
  if (described.problem !== undefined) fail(described.problem)
  const { code, row } = described
  const catalog = `messages/${code}.json`
  if (existsSync(catalog))
    fail(`${catalog} is there already: move it away, and put it back when the language is added.`)

  writeFileSync(catalog, skeleton(readFileSync('messages/en.json', 'utf8')))
  writeFileSync(table, `${JSON.stringify({ ...languages, [code]: row }, null, 2)}\n`)
  await run(bin('biome'), ['format', '--write', '--log-level=error', table, catalog], {}, 'ignore')
  if ((await runScript('copy', ['date'])) !== 0) fail('Dating the new pages failed: see above.')
  console.log(report(code, row, catalog))
}

function report(code: string, { name, region, flag }: Language, catalog: string): string {
  const flagAdvice = `  - Give it a flag in ${table}, if it shall have one: stripes, as the others have.\n`
  return `Added ${name} (${code}):
  - ${table}: addresses under /${code}, switcher entry, sitemap and hreflang, metadata (${code.split('-')[0]}_${region})
  - ${catalog}: the English texts, each marked [en] until it is translated
  - lib/seo/content-dates.json: today as the date of its pages

Left to do (docs/add-a-language.md):
  - Have ${catalog} translated. Until then visitors read the English texts, without their marks
${flag ? '' : flagAdvice}  - Let somebody who speaks ${name} read the site: npm run dev, then http://localhost:3000/${code}
  - Commit, and run npm test`
}
