import { beforeEach, describe, expect, it } from 'vitest'
import { readXliff } from '@/scripts/copy/exchange/xliff/read'
import { readSources } from '@/scripts/edit/catalogs'
import { withText } from '../support/copy'
import { changedFiles, read, reset, startEditor, workInCopy, write } from '../support/edit'
import { changeUnit, translated } from '../support/exchange'

workInCopy()
const { get, post } = await startEditor()

beforeEach(reset)

const key = 'Steps.intro'
const stale = () => write('messages/en.json', withText('en', key, 'Four steps.', read('messages/en.json')))

describe('the editor', () => {
  it.each([
    ['xliff', 'application/xliff+xml', 'texts-fr.xlf'],
    ['csv', 'text/csv', 'texts-fr.csv'],
  ])('sends the texts that are to be translated as %s', async (format, type, name) => {
    stale()
    const { status, headers, text } = await get(`/_edit/export?locale=fr&format=${format}&which=open`)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain(type)
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    expect(text).toContain(key)
    expect(text).not.toContain('Hero.title')
    expect((await get(`/_edit/export?locale=fr&format=${format}&which=all`)).text).toContain('Hero.title')
  })

  it.each([
    ['locale=fr&format=xliff&which=open', 422, 'In Français nothing is to be translated'],
    ['locale=de&format=xliff', 422, 'Choose a language to translate into: fr (Français), es (Español).'],
    ['locale=en&format=xliff', 422, 'Choose a language'],
    ['locale=fr&format=pdf', 400, 'Choose XLIFF or CSV.'],
  ])('says what is wrong with %s', async (query, status, sentence) => {
    const answer = await get(`/_edit/export?${query}`)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toContain(sentence)
  })

  it('shows what a file would change, and saves that when it is told to', async () => {
    stale()
    const file = await get('/_edit/export?locale=fr&format=xliff&which=open')
    const content = changeUnit(file.text, key, translated('Quatre étapes !'))
    const { status, body } = await post('/_edit/import', { name: 'texts-fr.xlf', content })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      locale: 'fr',
      changes: [{ type: 'set', key, locale: 'fr', text: 'Quatre étapes\u202f!' }],
      texts: [{ key, after: 'Quatre étapes\u202f!' }],
      skipped: [],
    })
    expect(changedFiles()).toEqual(['messages/en.json'])

    const { changes } = body as { changes: unknown[] }
    expect((await post('/_edit/save', { changes, versions: readSources().versions })).status).toBe(200)
    expect(read('messages/fr.json')).toContain('"Quatre étapes\u202f!"')
    expect((await post('/_edit/undo')).status).toBe(200)
    expect(read('messages/fr.json')).not.toContain('Quatre étapes')
  })

  it('takes a text that the translator left as it is for still right', async () => {
    stale()
    const file = await get('/_edit/export?locale=fr&format=xliff&which=open')
    const { text = '' } = readXliff(file.text).texts[0] ?? {}
    const content = changeUnit(file.text, key, translated(text))
    const { body } = await post('/_edit/import', { name: 'a.xlf', content })
    expect(body).toMatchObject({ changes: [{ type: 'accept', key, locale: 'fr' }], texts: [] })
    const { changes } = body as { changes: unknown[] }
    expect((await post('/_edit/save', { changes, versions: readSources().versions })).status).toBe(200)
    expect((await get('/_edit/export?locale=fr&format=xliff&which=open')).status).toBe(422)
    expect((await get('/_edit/export?locale=es&format=xliff&which=open')).status).toBe(200)
  })

  it.each([
    ['what is no file of a translator', '{"a":1}', 'no file that the export has written'],
    ['a file in another encoding, as a browser reads it', 'key;english;fran\uFFFDais', 'not in UTF-8'],
    ['a workbook', 'PK\u0003\u0004', 'workbook'],
  ])('refuses %s', async (_, content, sentence) => {
    const { status, body } = await post('/_edit/import', { name: 'x', content })
    expect({ status, error: body.error }).toEqual({ status: 422, error: expect.stringContaining(sentence) })
  })
})
