// Tests that a language is public only once its catalog is complete.
import { afterAll, expect, it } from 'vitest'
import { mapTexts } from '@/lib/text'
import { sources, withText } from '../support/copy'
import { copySite } from '../support/copy-project'

const site = copySite()
const catalog = 'messages/de.json'
const english = sources['messages/en.json'] ?? ''
const locale = (...args: string[]) => site.run('scripts/locale.ts', ...args)
site.add('tests/support/show-site.tsx')
site.add('tests/support/ignore-styles.mjs')
// Removes German, which the site may have by now.
locale('remove', 'de')
site.commit()
locale('add', 'de')

afterAll(() => site.remove())

type Shown = { locale: string; html: string; answer: { text: string } }

function show(mode: 'development' | 'production', ...questions: string[]) {
  const { stdout, stderr } = site.runIn(
    { NODE_ENV: mode },
    '--import',
    './ignore-styles.mjs',
    'show-site.tsx',
    ...questions,
  )
  if (!stdout) throw new Error(stderr)
  const shown: Shown[] = JSON.parse(stdout)
  return shown
}

it('an added language is a draft with empty texts', () => {
  expect(JSON.parse(site.read('lib/languages.json')).de).toMatchObject({
    name: 'Deutsch',
    draft: true,
  })
  expect(JSON.parse(site.read(catalog)).Hero.title).toBe('')
})

it('the copy check counts the translated texts of an added language', () => {
  const { status, stdout } = site.run('scripts/copy.ts')

  expect(status).toBe(0)
  expect(stdout).toMatch(/ 0 of \d+ texts are translated/)
})

it('the copy check says that an added language has no rules', () => {
  const { stdout } = site.run('scripts/copy.ts')

  expect(stdout).toContain(
    'There are no rules for the typography and the terms of de',
  )
  expect(stdout).toContain('Write scripts/copy/terms/de.json')
})

it('the editor does not count a draft language’s empty texts as changes', () => {
  const count = [
    '--eval',
    "import('./scripts/edit/text.ts').then(({ listChanges }) => console.log(listChanges().length))",
  ]
  expect(site.run(...count).stdout).toBe('0\n')
})

it('the editor shows no notes about a whole language at one of its texts', () => {
  const [name] = Object.keys(JSON.parse(english).Metadata.home)
  const text = `import('./scripts/edit/text.ts').then(async ({ textRoutes }) => {
    const query = new URLSearchParams({ key: 'Metadata.home.${name}' })
    const { findings } = await textRoutes['GET /_edit/text'](null, query)
    console.log(findings.map(({ problem }) => problem))
  })`

  expect(site.run('--eval', text).stdout).toBe('[]\n')
})

it('LEADS_LANGUAGE cannot be a draft language', () => {
  const settings = `import('./lib/parse-settings.ts').then(({ parseSettings }) =>
    console.log(parseSettings({ LEADS_LANGUAGE: 'de' }).problems))`

  const { stdout } = site.run('--eval', settings)

  expect(stdout).toContain('LEADS_LANGUAGE must be en, fr, es')
})

it('only the preview shows a draft language, with English for missing texts', () => {
  const title = 'Gold und Silber im Tresor'
  site.write(catalog, withText('de', 'Hero.title', title, site.read(catalog)))
  const fees = JSON.parse(english).HomeFaq.items.fees.question

  const shown = show('production').map((each) => each.locale)
  const draft = show(
    'development',
    '',
    '',
    '',
    'Wie hoch sind die Gebühren?',
  ).at(-1)

  expect(shown).toEqual(['en', 'fr', 'es'])
  expect(draft?.locale).toBe('de')
  for (const text of [title, fees]) expect(draft?.html).toContain(text)
  expect(draft?.answer.text).toContain('English, French, and Spanish')
})

it('a language with missing texts is not published', () => {
  expect(locale('publish', 'de')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Not translated yet: \d+, such as/),
  })
})

it('a language with errors in its texts is not published', () => {
  const all = mapTexts(JSON.parse(english), (text) => text)
  site.write(catalog, JSON.stringify(all))
  expect(site.run('scripts/copy.ts').stdout).toContain(
    'npm run locale -- publish de',
  )

  expect(locale('publish', 'de')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Its texts have errors: \d{3,}\./),
  })
  expect(site.read('lib/languages.json')).toContain('draft')
})

it('a language with errors in its texts can be published anyway', () => {
  const { stdout } = locale('publish', 'de', '--anyway')

  expect(stdout).toContain('Published Deutsch (de)')
  expect(site.read('lib/languages.json')).not.toContain('draft')
  expect(show('production').map((each) => each.locale)).toContain('de')
})

it('removing a language removes it from the documented settings', () => {
  const offered = /^\| `LEADS_LANGUAGE` +\| (.*?) +\|/m
  const before = site.read('docs/settings.md').match(offered)?.[1]

  locale('remove', 'de')

  const after = site.read('docs/settings.md').match(offered)?.[1]
  expect({ before, after }).toEqual({
    before: 'en, fr, es, de',
    after: 'en, fr, es',
  })
})
