// `npm run locale`: adds a language to the site, or removes one.
// docs/add-a-language.md lists what is left to do.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { applyEdits, modify } from 'jsonc-parser'
import type { Language } from '@/lib/i18n/routing'
import { mapTexts } from '@/lib/text'
import { readJson, readText, writeText } from '@/lib/text-file.mjs'
import { bin, fail, run, runScript, runSubcommand } from './commands'
import { checkAll } from './copy/check'
import { listOpenTranslations } from './edit/text'
import stripes from './flags.json' with { type: 'json' }
import { exportTexts } from './locale/export'
import { importTexts } from './locale/import'

const table = 'lib/languages.json'
const usage = `npm run locale -- add CODE
npm run locale -- publish CODE [--anyway]
npm run locale -- remove CODE
npm run locale -- export CODE
npm run locale -- import FILE

add adds a language as a draft: a row in ${table}, and a catalog with empty texts in messages/.
publish makes the language public. It refuses untranslated texts, and texts with errors unless you add --anyway.
remove deletes the row and the catalog. Stored leads stay.
export writes the missing and outdated texts for translators, as XLIFF 2.0 and as CSV.
import reads such a file, and says which texts it refuses.
CODE is the language’s code in addresses, such as de, it or pt-BR.`

// Flags made of stripes; others are added by hand.
const flags: Record<string, Language['flag']> = stripes
const rightToLeft = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm']

const maxWords = process.argv[2] === 'publish' ? 5 : 4
if (process.argv.length > maxWords) fail(usage)
await runSubcommand(usage, {
  add,
  publish,
  remove,
  export: exportTexts,
  import: importFile,
})

async function add(code = '') {
  const row = describeLanguage(code)
  const catalog = `messages/${code}.json`
  if (existsSync(catalog))
    fail(
      `${catalog} already exists: move it away, and put it back once the language is added.`,
    )
  const english = readJson('messages/en.json')
  const empty = mapTexts(english, () => '')
  writeFileSync(catalog, `${JSON.stringify(empty, null, 2)}\n`)
  await writeRow(code, { ...row, draft: true })
  return `Added ${row.name} (${code}): ${table} and ${catalog}.
Only \`npm run edit\` and \`npm run dev\` show it until it is published. Restart them if they are running.
docs/add-a-language.md lists what is left to do.`
}

/**
 * Returns the table row for a language, or exits with a sentence if the
 * language cannot be added.
 */
function describeLanguage(code: string): Language {
  const canonical = canonicalCode(code)
  if (!canonical)
    fail(`"${code}" is not a language code (BCP 47), such as de, it or pt-BR.`)
  if (canonical !== code)
    fail(`Write the code of this language as ${canonical}.`)
  if (code in readJson(table)) fail(`The site already has ${code}.`)
  const nameInItself = new Intl.DisplayNames(code, {
    type: 'language',
    fallback: 'none',
  }).of(code)
  if (!nameInItself) fail(`There is no known language with the code ${code}.`)
  const name =
    nameInItself.charAt(0).toLocaleUpperCase(code) + nameInItself.slice(1)
  const { script = '', region = '' } = new Intl.Locale(code).maximize()
  if (rightToLeft.includes(script))
    fail(
      `${name} (${code}) is written from right to left, which the layout cannot show yet.`,
    )
  return { name, region, flag: flags[code] }
}

/**
 * Accepts language, script and region only, because nothing else belongs in an
 * address.
 */
function canonicalCode(code: string): string | undefined {
  try {
    const { language, baseName } = new Intl.Locale(code)
    return Intl.getCanonicalLocales(code)[0] === baseName &&
      /^[a-z]{2,3}$/.test(language)
      ? baseName
      : undefined
  } catch {
    return undefined
  }
}

async function publish(code = '', how = '') {
  const { [code]: row } = readJson(table)
  if (!row?.draft) fail(`The site has no draft language ${code}.`)
  const { draft, ...published } = row
  const left = listOpenTranslations().filter(
    ({ locale, translation }) => locale === code && translation === '',
  )
  if (left.length > 0)
    fail(
      `Not translated yet: ${left.length}, such as ${left[0]?.key}. \`npm run edit\` lists them.`,
    )
  const errors = checkAll().filter(
    ({ level, locale }) => level === 'error' && locale === code,
  )
  if (errors.length > 0 && how !== '--anyway')
    fail(
      `Its texts have errors: ${errors.length}. Correct those that \`npm run copy\` lists, or add --anyway.`,
    )
  await writeRow(code, published)
  return `Published ${row.name} (${code}). Draw its share images (npm run brand -- images), build the site and start it again.`
}

async function remove(code = '') {
  const { [code]: removed } = readJson(table)
  if (!removed) fail(`The site has no language ${code}.`)
  if (code === 'en')
    fail(
      'English cannot be removed: the other languages are translated from it.',
    )
  rmSync(`messages/${code}.json`, { force: true })
  await writeRow(code, undefined)
  return `Removed ${removed.name} (${code}). Its addresses now answer 404: redirect them if they were public.
The assistant's files for ${code} in lib/chatbot and the rules in scripts/copy/terms have no effect any more.`
}

async function importFile(file = '') {
  const { report, isComplete } = importTexts(file)
  if (!isComplete) process.exitCode = 1
  return report
}

/** Writes the row of a language. All other rows stay byte-for-byte the same. */
async function writeRow(code: string, row: Language | undefined) {
  const source = readText(table) ?? ''
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  writeText(
    table,
    applyEdits(source, modify(source, [code], row, { formattingOptions })),
  )
  await run(
    bin('biome'),
    ['format', '--write', '--log-level=error', table, 'messages'],
    {},
    { stdout: 'ignore' },
  )
  // Writes the settings again, because they list the public languages
  // (LEADS_LANGUAGE).
  await runScript('write-settings')
}
