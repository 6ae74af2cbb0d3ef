import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readReviewed, reviewedFile, reviewOf } from '@/scripts/copy/reviewed'
import { readSources } from '@/scripts/edit/catalogs'
import type { Change } from '@/scripts/edit/types'
import { changedFiles, changedLines, git, read, reset, set, startEditor, workInCopy, write } from '../support/edit'

workInCopy()
const { post, get, save } = await startEditor()

beforeEach(reset)

const title = set('Hero.title', 'en', 'Gold and silver in a vault')
const french = set('Hero.title', 'fr', 'Or et argent en chambre forte')
const spanish = set('Hero.title', 'es', 'Oro y plata en bóveda')

function reviewIn(locale: string, key = 'Hero.title') {
  const [source = '', own = ''] = ['en', locale].map((each) => textOf(each, key))
  return reviewOf(source, own, readReviewed(reviewedFile)[locale]?.[key])
}

function textOf(locale: string, key = 'Hero.title'): string {
  return key.split('.').reduce((part, name) => part[name], JSON.parse(read(`messages/${locale}.json`)))
}

describe('a save', () => {
  it('writes the languages, the reviews and the dates, and nothing else', async () => {
    const { status, body } = await save([title, french, spanish])
    expect({ status, body }).toMatchObject({ status: 200, body: { canUndo: true, canRedo: false, findings: [] } })
    expect(body.versions).toEqual(readSources().versions)
    expect(changedLines('messages/fr.json')).toEqual([
      expect.stringMatching(/^- {4}"title": "/),
      '+    "title": "Or et argent en chambre forte",',
    ])
    expect(changedFiles()).toEqual([
      'lib/seo/content-dates.json',
      'messages/en.json',
      'messages/es.json',
      'messages/fr.json',
      reviewedFile,
    ])
    expect(['fr', 'es'].map((locale) => reviewIn(locale))).toEqual(['current', 'current'])
    const today = new Date().toISOString().slice(0, 10)
    const dates = changedLines('lib/seo/content-dates.json').filter((line) => line.startsWith('+'))
    expect(dates.map((line) => line.match(/"(.+)": "(\S+) /)?.slice(1))).toEqual([
      ['home.en', today],
      ['home.fr', today],
      ['home.es', today],
    ])
  })

  it('leaves the translations that were not changed stale, until somebody says that they still fit', async () => {
    const { body } = await save([title, french])
    expect(body.findings).toMatchObject([{ rule: 'stale', locale: 'es', key: 'Hero.title' }])
    expect(['fr', 'es'].map((locale) => reviewIn(locale))).toEqual(['current', 'stale'])
    const accepted = await save([{ type: 'accept', key: 'Hero.title' }])
    expect(accepted).toMatchObject({ status: 200, body: { findings: [] } })
    expect(reviewIn('es')).toBe('current')
  })

  it('reads the catalogs as they are on the disk, not as they were when the editor was started', async () => {
    write('messages/fr.json', read('messages/fr.json').replace('"home": "Accueil"', '"home": "Début"'))
    await save([french])
    const dates = changedLines('lib/seo/content-dates.json')
    expect(dates.filter((line) => line.startsWith('+'))).toHaveLength(1)
    expect(reviewIn('fr', 'Navigation.home')).toBe('current')
    expect(textOf('fr', 'Navigation.home')).toBe('Début')
  })

  it('that changes nothing leaves the files and the history as they are', async () => {
    const { body } = await save([set('Hero.title', 'fr', textOf('fr'))])
    expect(body).toMatchObject({ canUndo: false })
    expect(changedFiles()).toEqual([])
  })

  it('counts once when the button is pressed twice', async () => {
    const { versions } = readSources()
    const answers = await Promise.all([save([title], versions), save([title], versions)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await post('/_edit/undo')
    expect(changedFiles()).toEqual([])
  })

  it('goes on with findings that pages can show', async () => {
    const { status, body } = await save([
      set('Navigation.home', 'en', 'The page where everything begins'),
      set('Hero.body', 'fr', ''),
    ])
    expect(status).toBe(200)
    expect(body.findings?.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['length', 'empty']))
  })

  it.each([
    ['a brace that is open', set('Hero.title', 'en', 'Gold {brand')],
    ['a tag where none is', set('Hero.title', 'fr', 'De <contact>l’or</contact>')],
    ['a tag that the site does not know', set('HomeFaq.items.fees.answer', 'es', 'El <bold>oro</bold>')],
    ['an argument that nothing fills', set('Hero.title', 'es', '{name}, oro')],
  ])('is refused when the page would break: %s', async (_, change) => {
    const { status, body } = await save([french, change])
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^Nothing was saved: /) },
    })
    expect(body.findings).toMatchObject([{ level: 'error', key: 'key' in change ? change.key : '' }])
    expect(changedFiles()).toEqual([])
  })
})

describe('a file that has changed meanwhile', () => {
  it('is not overwritten by a second tab, which is told what is there now', async () => {
    const { versions } = readSources()
    await save([title], versions)
    const { status, body } = await save([set('Hero.title', 'en', 'Silver and gold')], versions)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        error: 'Nothing was saved: messages/en.json has changed since this page was opened.',
        file: 'messages/en.json',
        texts: expect.arrayContaining([{ key: 'Hero.title', locale: 'en', onDisk: 'Gold and silver in a vault' }]),
      },
    })
    expect(textOf('en')).toBe('Gold and silver in a vault')
    // With what it was told, it may save.
    expect((await save([set('Hero.title', 'en', 'Silver and gold')], body.versions)).status).toBe(200)
  })

  it('is not overwritten after a change by hand, of whatever text', async () => {
    const { versions } = readSources()
    write('messages/es.json', `${read('messages/es.json')}\n`)
    expect(await save([title], versions)).toMatchObject({ status: 409, body: { file: 'messages/es.json' } })
    expect(changedFiles()).toEqual(['messages/es.json'])
  })

  it('that is broken is named with its line, and nothing is saved', async () => {
    const { versions } = readSources()
    write('messages/fr.json', read('messages/fr.json').replace('"home": "Accueil",', '"home": "Accueil"'))
    const broken = {
      status: 409,
      body: { error: expect.stringMatching(/^messages\/fr\.json is broken in line \d+\. .*comma is missing/) },
    }
    expect(await save([title], versions)).toMatchObject(broken)
    expect(await get('/_edit/text?key=Hero.title')).toMatchObject(broken)
    expect(await post('/_edit/search', { find: 'gold' })).toMatchObject(broken)
    expect(changedFiles()).toEqual(['messages/fr.json'])
  })

  it('is kept when the record of reviews is one with a conflict of git', async () => {
    write(reviewedFile, `<<<<<<< HEAD\n${read(reviewedFile)}`)
    const { status, body } = await save([title])
    expect({ status, body }).toMatchObject({ status: 409, body: { error: expect.stringContaining(reviewedFile) } })
    expect(changedFiles()).toEqual([reviewedFile])
  })
})

describe('a disk that does not take a file', () => {
  const nobody = 65534
  const isRoot = process.getuid?.() === 0

  /** Does something with the rights of a user who owns the files and their folders, save those that are named. */
  async function asOwner(others: string[], task: () => Promise<void>) {
    mkdirSync('.cache/edit', { recursive: true })
    chmodSync('.', 0o755)
    const folders = ['.cache/edit', 'messages', 'lib/seo', 'scripts/copy']
    const paths = folders.flatMap((folder) => [folder, ...readdirSync(folder).map((name) => `${folder}/${name}`)])
    for (const path of paths) if (!others.includes(path)) chownSync(path, nobody, nobody)
    process.seteuid?.(nobody)
    try {
      await task()
    } finally {
      process.seteuid?.(0)
      for (const path of paths) chownSync(path, 0, 0)
    }
  }

  async function expectNothing(save: Promise<{ status: number; body: unknown }>, sentence: RegExp) {
    expect(await save).toMatchObject({ status: 500, body: { error: expect.stringMatching(sentence) } })
    expect(readdirSync('messages')).toEqual(['en.json', 'es.json', 'fr.json'])
  }

  it('as it is full: nothing is saved, and the sentence says so', async () => {
    symlinkSync('/dev/full', 'messages/es.json.saving')
    await expectNothing(save([title, french, spanish]), /^Nothing was saved\. The disk is full\. Make space/)
    expect(changedFiles()).toEqual([])
    expect((await save([title, french, spanish])).status).toBe(200)
  })

  it.runIf(isRoot)('as the file is read-only: nothing is saved', async () => {
    chmodSync('messages/es.json', 0o444)
    await asOwner(['messages/es.json'], () =>
      expectNothing(
        save([title, french, spanish]),
        /^Nothing was saved\. messages\/es\.json cannot be written: it is read-only/,
      ),
    )
    chmodSync('messages/es.json', 0o644)
    expect(changedFiles()).toEqual([])
  })

  it.runIf(isRoot)('when half of them are replaced: these are as they were', async () => {
    // In a folder with this mark, only its owner may put another file in the place of his.
    chmodSync('messages', 0o1777)
    chmodSync('messages/es.json', 0o666)
    await asOwner(['messages', 'messages/es.json'], () =>
      expectNothing(save([title, french, spanish]), /^Nothing was saved\. messages\/es\.json cannot be written/),
    )
    chmodSync('messages', 0o755)
    chmodSync('messages/es.json', 0o644)
    expect(changedFiles()).toEqual([])
  })
})

describe('undo and redo', () => {
  const remove: Change = { type: 'remove', list: 'HomeFaq.items', name: 'vaults' }

  it('take saves back one by one, with their reviews and dates, and make them again', async () => {
    await save([title])
    const afterFirst = readSources().files
    await save([remove])
    const afterSecond = [readSources().files, read(reviewedFile)]
    const back = await post('/_edit/undo')
    expect(back.body).toMatchObject({ canUndo: true, canRedo: true, redoLabel: 'HomeFaq.items: vaults deleted' })
    expect(back.body.keys).toEqual(['HomeFaq.items.vaults.question', 'HomeFaq.items.vaults.answer'])
    expect(readSources().files).toEqual(afterFirst)
    expect((await post('/_edit/undo')).body).toMatchObject({ canUndo: false, keys: ['Hero.title'] })
    expect(changedFiles()).toEqual([])
    await post('/_edit/redo')
    expect((await post('/_edit/redo')).body).toMatchObject({ canUndo: true, canRedo: false })
    expect([readSources().files, read(reviewedFile)]).toEqual(afterSecond)
  })

  it('know their saves after a restart', async () => {
    await save([title])
    vi.resetModules()
    const again = await import('@/scripts/edit/save')
    expect(again.possibleSteps()).toMatchObject({ canUndo: true, undoLabel: 'Hero.title (en)' })
    again.undo()
    expect(changedFiles()).toEqual([])
    expect(again.redo()).toMatchObject({ keys: ['Hero.title'], canUndo: true })
    expect(textOf('en')).toBe('Gold and silver in a vault')
  })

  it('do not take a change by hand with them', async () => {
    await save([title])
    const changed = read('messages/en.json').replace('"home": "Home"', '"home": "Start"')
    write('messages/en.json', changed)
    expect((await get('/_edit/state')).body).toMatchObject({ canUndo: false })
    const { status, body } = await post('/_edit/undo')
    expect({ status, error: body.error }).toMatchObject({
      status: 409,
      error: expect.stringMatching(/^messages\/en\.json has changed/),
    })
    expect(read('messages/en.json')).toBe(changed)
  })

  it('have nothing to do at first, nor after a new save', async () => {
    expect(await post('/_edit/undo')).toMatchObject({ status: 409, body: { error: 'There is nothing to undo.' } })
    await save([title])
    await post('/_edit/undo')
    await save([french])
    expect(await post('/_edit/redo')).toMatchObject({ status: 409, body: { error: 'There is nothing to redo.' } })
  })

  it('start anew when their file cannot be read', async () => {
    await save([title])
    write('.cache/edit/history.json', '{"done": [')
    expect((await save([french])).body).toMatchObject({ canUndo: true })
    await post('/_edit/undo')
    expect(textOf('en')).toBe('Gold and silver in a vault')
  })
})

it('says how many texts differ from the last commit, on which branch, and which', async () => {
  await save([title, french])
  expect((await get('/_edit/state')).body).toMatchObject({
    changed: 2,
    branch: 'main',
    undoLabel: 'Hero.title (en, fr)',
  })
  const { body } = await get('/_edit/changes')
  expect(body).toMatchObject([
    { key: 'Hero.title', page: '/', texts: [{ locale: 'en', after: 'Gold and silver in a vault' }, {}, {}] },
  ])
  git('commit', '--quiet', '--all', '--message=Title')
  expect((await get('/_edit/changes')).body).toEqual([])
  git('reset', '--quiet', '--hard', 'HEAD~1')
})

it('works where there is no repository', async () => {
  renameSync('.git', '.git.away')
  try {
    expect((await get('/_edit/state')).body).toMatchObject({ changed: 0, branch: null })
    expect((await get('/_edit/text?key=Hero.title')).body).toMatchObject({ locales: { en: { committed: null } } })
    expect((await save([title])).status).toBe(200)
  } finally {
    renameSync('.git.away', '.git')
  }
})
