import { expect, it, onTestFinished } from 'vitest'
import { sources, withText } from '../support/copy'
import { copySite } from '../support/copy-project'

it('npm run copy reports wrong texts, and stale translations until accepted', () => {
  const site = copySite()
  onTestFinished(site.remove)
  const copy = (...args: string[]) => site.run('scripts/copy.ts', ...args)
  const change = (locale: string, key: string, text: string) =>
    site.write(`messages/${locale}.json`, withText(locale, key, text))

  change('fr', 'HomeFaq.items.fees.question', 'Quels sont <les> frais?')
  const inOrder = expect.stringContaining('The texts are in order.')
  const wrong = copy()
  expect(wrong.status).toBe(1)
  expect(wrong.stdout).toMatch(
    /messages\/fr\.json:\d+:\d+ {2}HomeFaq\.items\.fees\.question .*\n.*Quels sont.*\n {2}shown: \/fr\n/,
  )

  site.write('messages/fr.json', sources['messages/fr.json'] ?? '')
  site.commit()
  const brand = 'brands/halcrest/brand.json'
  const facts = site.read(brand)
  const typed = 'Quels sont les "frais" ?'
  change('fr', 'HomeFaq.items.fees.question', typed)
  site.write(brand, facts.replace(/\u202f(?=[;!?%])/g, ' '))
  expect(copy('fix').stdout).toMatch(
    /^Corrected texts:\nmessages\/fr\.json {2}HomeFaq\.items\.fees\.question\n/,
  )
  expect(site.read('messages/fr.json')).toContain(
    'Quels sont les «\u202ffrais\u202f»\u202f?',
  )
  expect(site.read(brand)).toBe(facts)

  site.write('messages/fr.json', sources['messages/fr.json'] ?? '')
  change(
    'en',
    'Hero.title',
    'Vaulted gold and silver: one token per troy ounce',
  )
  const stale = expect.stringMatching(
    /from “Vaulted gold and silver, .* to “Vaulted gold and silver:[\s\S]*accept Hero\.title[\s\S]*2 warnings/,
  )
  expect(copy()).toMatchObject({ status: 0, stdout: stale })
  // A commit does not make a translation current.
  site.commit()
  expect(copy()).toMatchObject({ status: 0, stdout: stale })
  expect(copy('accept', 'Hero.titel').stderr).toContain('no key “Hero.titel”')
  expect(copy('accept', 'Hero.title').stdout).toMatch(
    /fr {2}Hero\.title\nes {2}Hero\.title/,
  )
  expect(copy()).toMatchObject({ status: 0, stdout: inOrder, stderr: '' })
})
