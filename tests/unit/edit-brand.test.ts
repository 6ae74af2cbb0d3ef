import { rmSync } from 'node:fs'
import { beforeEach, expect, it, vi } from 'vitest'
import { applyChanges, readSources } from '@/scripts/edit/catalogs'
import { changedFiles, changedLines, read, reset, set, startEditor, workInCopy } from '../support/edit'

const folder = vi.hoisted(() => {
  // Read when the modules are loaded.
  process.env.BRAND = 'tests/brands/quorndon'
  return process.env.BRAND
})

const own = (locale: string) => `${folder}/messages/${locale}.json`

workInCopy([`${folder}/brand.json`, own('en'), own('fr'), own('es')])
const { get, post, save } = await startEditor()

beforeEach(reset)

it('a text of the brand is shown as such, and changed in the brand’s file alone', async () => {
  const { body } = await get('/_edit/text?key=Hero.title')
  const { title } = JSON.parse(read(own('fr'))).Hero
  expect(body).toMatchObject({
    locales: { fr: { text: title, committed: title, file: own('fr'), ofBrand: true, review: 'current' } },
  })
  expect(await get('/_edit/text?key=Hero.body')).toMatchObject({
    body: { locales: { fr: { file: 'messages/fr.json', ofBrand: false } } },
  })
  expect(await save([set('Hero.title', 'fr', 'Le métal, once par once')])).toMatchObject({ status: 200 })
  expect(changedFiles()).toEqual(['lib/seo/content-dates.json', own('fr')])
  expect(changedLines(own('fr'))).toHaveLength(2)
  expect((await get('/_edit/state')).body).toMatchObject({ changed: 1 })
  expect((await post('/_edit/undo')).status).toBe(200)
  expect(changedFiles()).toEqual([])
})

it('the brand’s texts are checked as npm run copy does, and those that would break a page are refused', async () => {
  const changes = [set('Hero.title', 'fr', 'Le métal {amount}')]
  const { body } = await post('/_edit/check', { changes, versions: {} })
  expect(body.findings).toMatchObject([{ rule: 'args', locale: 'fr', file: own('fr') }])
  expect(await save(changes)).toMatchObject({ status: 422 })
  expect(await save([set('Hero.title', 'fr', 'Le métal <gras>')])).toMatchObject({ status: 422 })
  expect(changedFiles()).toEqual([])
})

it('a search finds what the brand’s pages show', async () => {
  const { title } = JSON.parse(read(own('en'))).Hero
  const { body } = await post('/_edit/search', { find: title, matchCase: true })
  expect(body).toMatchObject({ matches: [{ key: 'Hero.title', locale: 'en', before: title }] })
})

it('an entry is deleted from the brand’s files too', () => {
  const { files } = readSources()
  const card = { HomeFaq: { items: { vaults: { question: 'Where?' }, fees: { question: 'How much?' } } } }
  const made = applyChanges({ ...files, [own('en')]: `${JSON.stringify(card, null, 2)}\n` }, [
    { type: 'remove', list: 'HomeFaq.items', name: 'vaults' },
  ])
  expect(JSON.parse(made[own('en')] ?? '')).toEqual({ HomeFaq: { items: { fees: { question: 'How much?' } } } })
})

it('a brand’s file that is gone or new is a conflict', async () => {
  const { versions } = readSources()
  rmSync(own('es'))
  expect(await save([set('Hero.body', 'en', 'Gold.')], versions)).toMatchObject({
    status: 409,
    body: { file: own('es') },
  })
  expect(changedFiles()).toEqual([own('es')])
})
