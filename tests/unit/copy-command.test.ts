import { describe, expect, it, onTestFinished } from 'vitest'
import { sources, withText } from '../support/copy'
import { copySite } from '../support/copy-project'

function startCopy() {
  const site = copySite()
  onTestFinished(site.remove)
  return {
    site,
    copy: (...args: string[]) => site.run('scripts/copy.ts', ...args),
    change: (locale: string, key: string, text: string) =>
      site.write(`messages/${locale}.json`, withText(locale, key, text)),
  }
}

it('npm run copy fails and says where a text is wrong', () => {
  const { copy, change } = startCopy()
  change('fr', 'HomeFaq.items.fees.question', 'Quels sont <les> frais?')

  const { status, stdout } = copy()

  expect(status).toBe(1)
  expect(stdout).toMatch(
    /messages\/fr\.json:\d+:\d+ {2}HomeFaq\.items\.fees\.question .*\n.*Quels sont.*\n {2}shown: \/fr\n/,
  )
})

it('npm run copy lists one of many similar warnings unless asked for all', () => {
  const { site, copy } = startCopy()
  const brand = 'brands/halcrest/brand.json'
  const facts = site.read(brand)
  site.write(brand, facts.replace(/,\s+"es": "[^"]*"/g, ''))

  const { stdout } = copy()
  const { stdout: complete } = copy('all')

  const missing = /missing in Spanish/g
  expect(stdout.match(missing)).toHaveLength(1)
  expect(stdout).toMatch(/\d\d more like this: npm run copy -- all\n/)
  expect(complete.match(missing)?.length).toBeGreaterThan(99)
})

it('npm run copy -- fix corrects spaces and quotation marks', () => {
  const { site, copy, change } = startCopy()
  const brand = 'brands/halcrest/brand.json'
  const facts = site.read(brand)
  change('fr', 'HomeFaq.items.fees.question', 'Quels sont les "frais" ?')
  site.write(brand, facts.replace(/\u202f(?=[;!?%])/g, ' '))

  const { stdout } = copy('fix')

  expect(stdout).toMatch(
    /^Corrected texts:\nmessages\/fr\.json {2}HomeFaq\.items\.fees\.question\n/,
  )
  expect(site.read('messages/fr.json')).toContain(
    'Quels sont les «\u202ffrais\u202f»\u202f?',
  )
  expect(site.read(brand)).toBe(facts)
})

it('npm run copy -- fix preserves CRLF and a byte order mark', () => {
  const { site, copy } = startCopy()
  const lines = sources['messages/fr.json']?.replaceAll('\n', '\r\n') ?? ''
  site.write('messages/fr.json', `\ufeff${lines.replaceAll('\u202f?', ' ?')}`)

  copy('fix')

  expect(site.read('messages/fr.json')).toBe(`\ufeff${lines}`)
})

describe('npm run copy, after a change of an English text only', () => {
  /** Changes an English text after the translations were committed. */
  function changeEnglish() {
    const started = startCopy()
    started.site.commit()
    started.change(
      'en',
      'Hero.title',
      'Vaulted gold and silver: one token per troy ounce',
    )
    return started
  }

  it('warns about stale translations, even once the change is committed', () => {
    const { site, copy } = changeEnglish()

    const before = copy()
    site.commit()
    const after = copy()

    const stale = expect.stringMatching(
      /from “Vaulted gold and silver, .* to “Vaulted gold and silver:[\s\S]*accept Hero\.title[\s\S]*2 warnings/,
    )
    expect(before).toMatchObject({ status: 0, stdout: stale })
    expect(after).toMatchObject({ status: 0, stdout: stale })
  })

  it('finds the texts in order once the translations are accepted', () => {
    const { copy } = changeEnglish()

    const accepted = copy('accept', 'Hero.title')
    const after = copy()

    expect(accepted.stdout).toMatch(/fr {2}Hero\.title\nes {2}Hero\.title/)
    expect(after).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The texts are in order.'),
      stderr: '',
    })
  })
})

it('npm run copy -- accept says that a key does not exist', () => {
  const { copy } = startCopy()

  const { stderr } = copy('accept', 'Hero.titel')

  expect(stderr).toContain('no key “Hero.titel”')
})
