// Tests the dates of pages, which come from the history of a clone.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import {
  afterAll,
  afterEach,
  beforeEach,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { contentDates } from '@/scripts/builds/content-dates'
import { type Clone, createRepositories } from '../support/repository'

const home = process.cwd()
const repositories = createRepositories()
const brand = 'brands/halcrest'
let site: Clone

beforeEach(() => {
  site = repositories.open().clone()
  process.chdir(site.folder)
  site.setText('fr', 'Hero.title', 'Or et argent, un jeton par once')
  site.commitAll('Title', '2026-12-01')
  site.setText('fr', 'Contact.title', 'Écrivez-nous')
  site.commitAll('Contact', '2026-12-24')
})

afterEach(() => process.chdir(home))

afterAll(() => repositories.remove())

it('a page is dated by the last commit that changed its texts', () => {
  expect(contentDates(brand)).toMatchObject({
    'home.fr': '2026-12-01',
    'contact.fr': '2026-12-24',
    'product.fr': '2026-11-23',
    'home.en': '2026-11-23',
  })
})

it('a page is dated by the commit that changes or deletes a brand text or fact', () => {
  site.setText('es', 'HomeFaq.items.fees', undefined)
  site.commitAll('Fewer questions', '2026-12-26')
  site.write(`${brand}/messages/en.json`, '{ "Contact": { "title": "Hello" } }')
  site.commitAll('Own text', '2026-12-27')
  const facts = JSON.parse(site.read(`${brand}/brand.json`))
  const { disclosures, ...rest } = facts
  site.write(`${brand}/brand.json`, JSON.stringify(rest))
  site.commitAll('No disclosures', '2026-12-28')

  expect(contentDates(brand)).toMatchObject({
    'home.es': '2026-12-26',
    'contact.en': '2026-12-27',
    'product.en': '2026-12-28',
    'attestations.en': '2026-11-23',
  })
})

it('a page has no date while its change is not committed', () => {
  site.setText('fr', 'Hero.title', 'Or et argent')

  const dates = contentDates(brand)

  expect(dates['home.fr']).toBeUndefined()
  expect(dates['contact.fr']).toBe('2026-12-24')
})

it('a page has a date in a shallow clone only if the clone has the change', () => {
  const shallow = `${site.folder}-shallow`
  const from = `file://${site.folder}`
  spawnSync('git', ['clone', '--quiet', '--depth=2', from, shallow])
  onTestFinished(() => rmSync(shallow, { recursive: true }))
  process.chdir(shallow)

  expect(contentDates(brand)).toEqual({ 'contact.fr': '2026-12-24' })
})

it('no page has a date without a repository', () => {
  rmSync('.git', { recursive: true })

  expect(contentDates(brand)).toEqual({})
})
