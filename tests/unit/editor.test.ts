import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { allLocales, routing } from '@/lib/i18n/routing'
import { recordOf } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'
import { type CopyFinding, readSources } from '@/scripts/copy/catalogs'
import { applyChanges } from '@/scripts/edit/apply-changes'
import type { Change } from '@/scripts/edit/change-schema'
import { recoverFiles, undo } from '@/scripts/edit/save'
import type { Match } from '@/scripts/edit/search'
import { listChanges, type TextData } from '@/scripts/edit/text'
import { taughtLocales } from '../support/catalog'
import { set, startEditor } from '../support/edit'
import { createRepositories } from '../support/repository'
import { textStyles } from '../support/text-styles'

const folder = vi.hoisted(() => {
  // Sets BRAND first, because modules read it when they are loaded.
  process.env.BRAND = 'tests/brands/quorndon'
  return process.env.BRAND
})

const own = (locale: string) => `${folder}/messages/${locale}.json`

const home = process.cwd()
const repositories = createRepositories()
const { git, read, write, folder: checkout } = repositories.open().clone()
const { request, get, post, save } = await startEditor()

beforeAll(() => process.chdir(checkout))
beforeEach(reset)
afterAll(() => {
  process.chdir(home)
  repositories.remove()
})

/** Restores the committed files and deletes the undo history. */
function reset() {
  git('checkout', '--quiet', '.')
  git('clean', '--quiet', '--force', '-d', '-x')
}

const changedFiles = () =>
  git('diff', '--name-only').split('\n').filter(Boolean)

const english = 'messages/en.json'
const body = set('CallToAction.title', 'en', 'Begin with a conversation')

const french = set('CallToAction.title', 'fr', 'Commencez par une conversation')
const spanish = set('CallToAction.title', 'es', 'Comience con una conversación')

function textAt(source = '{}', key = 'CallToAction.title'): unknown {
  return key.split('.').reduce((part, name) => part[name], JSON.parse(source))
}

const textOf = (locale: string, key?: string) =>
  textAt(read(`messages/${locale}.json`), key)
const namesOf = (source = '{}', list = 'HomeFaq.items') =>
  Object.keys(textAt(source, list) as object)
const text = async (key: string) =>
  (await get(`/_edit/text?key=${key}`)).body as unknown as TextData
const search = async (asked: object) =>
  (
    await post('/_edit/search', {
      replace: '',
      locale: '',
      place: '',
      ...asked,
    })
  ).body as unknown as Match[]

// Ignores languages that were added later, because they have other findings.
const isTaught = ({ locale }: CopyFinding) =>
  taughtLocales.some((each) => each === locale)

async function check(...changes: Change[]) {
  const findings = (await post('/_edit/check', { changes }))
    .body as CopyFinding[]
  return findings
    .filter(isTaught)
    .map(({ rule, locale, key }) => `${rule} ${locale} ${key}`)
}

it('the editor shows and saves the neutral text that replaces a missing claim', async () => {
  const key = 'Hero.body'
  const answer = await get(`/_edit/text?shown&key=${key}`)
  const { locales } = answer.body as unknown as TextData
  const onPage =
    'With {brand} {product}, institutions hold and trade silver as tokens. Each token is backed 1:1 by physical metal.'
  expect(locales.en).toMatchObject({ text: onPage, committed: onPage })

  const text = onPage.replace('hold and trade', 'trade')
  const change = { ...set(key, 'en', text), base: onPage, brand: true }
  expect(await save(change)).toMatchObject({ status: 200 })

  expect(textAt(read(own('en')), key)).toBe(text)
  expect(changedFiles()).toEqual([own('en')])
})

describe('a text that a claim of the brand replaces', () => {
  const key = 'Hero.body'

  async function shown() {
    const answer = await get(`/_edit/text?shown&key=${key}`)
    return answer.body as unknown as TextData
  }

  /** Writes the brand’s own English text in place of the neutral one. */
  async function saveOwn() {
    const { locales } = await shown()
    const base = locales.en?.text ?? ''
    await save({ ...set(key, 'en', 'Silver as tokens'), base, brand: true })
    return base
  }

  it('is named in the panel', async () => {
    expect((await shown()).replacement).toContain(
      'Its pages show “Home · text (neutral)” instead.',
    )
  })

  it('is named only for the languages that still show it', async () => {
    await saveOwn()

    const { replacement, findings } = await shown()
    expect(replacement).toContain(
      'In French and Spanish, its pages show “Home · text (neutral)” instead.',
    )
    expect(findings).toContainEqual(
      expect.objectContaining({
        rule: 'brand-translation',
        problem:
          'This text is missing in French and Spanish, where pages show the neutral text.',
      }),
    )
  })

  it('is compared with the text that pages showed', async () => {
    const base = await saveOwn()

    const after = 'Silver as tokens'
    expect((await shown()).locales.en?.committed).toBe(base)
    expect(listChanges()).toMatchObject([
      { key, texts: [{ locale: 'en', before: base, after }] },
    ])
  })
})

describe('requests to the editor', () => {
  const sentence = { error: expect.stringMatching(/^[A-Z].*\.$/) }

  it.each<{
    sender: string
    method: string
    headers: Record<string, string>
    status: number
  }>([
    {
      sender: 'another host name',
      method: 'GET',
      headers: { host: 'localhost.attacker.example' },
      status: 403,
    },
    {
      sender: 'another site',
      method: 'POST',
      headers: { origin: 'https://attacker.example' },
      status: 403,
    },
    {
      sender: 'another site in a modern browser',
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      status: 403,
    },
    {
      sender: 'another port',
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-site' },
      status: 403,
    },
    {
      sender: 'a form',
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      status: 400,
    },
  ])('are refused from $sender', async ({ method, headers, status }) => {
    const path = method === 'GET' ? '/_edit/state' : '/_edit/save'
    expect(
      await request(method, path, { changes: [body] }, headers),
    ).toMatchObject({ status, body: sentence })
    expect(changedFiles()).toEqual([])
  })

  it.each([
    { method: 'GET', path: '/_edit/nothing', status: 404 },
    { method: 'GET', path: '/_edit/save', status: 404 },
    { method: 'GET', path: '/_edit/text?key=__proto__', status: 404 },
    { method: 'POST', path: '/_edit/save', status: 400 },
    {
      method: 'POST',
      path: '/_edit/save',
      sent: { changes: [{ type: 'drop', key: 'Hero' }] },
      status: 400,
    },
  ])(
    'get an error message for $method $path with the body $sent',
    async ({ method, path, sent, status }) => {
      expect(await request(method, path, sent)).toMatchObject({
        status,
        body: sentence,
      })
    },
  )

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'are answered on the local host name %s',
    async (name) => {
      const answer = await request('GET', '/_edit/state', undefined, {
        host: `${name}:3000`,
      })

      expect(answer).toMatchObject({
        status: 200,
        headers: { 'cross-origin-resource-policy': 'same-origin' },
      })
    },
  )

  it('leave requests for pages to the site', async () => {
    expect((await get('/fr/contact')).text).toBe('site')
  })

  it('can load the preview script', async () => {
    expect((await get('/_preview/preview.js')).text).toContain(
      'Search and replace',
    )
  })
})

describe('a save in the editor', () => {
  it('updates the catalogs', async () => {
    const { status } = await save(body, french, spanish)

    expect(status).toBe(200)
    expect(changedFiles()).toEqual([
      'messages/en.json',
      'messages/es.json',
      'messages/fr.json',
    ])
    const { findings } = await text('CallToAction.title')
    expect(findings.filter(isTaught)).toEqual([])
  })

  it('stops at errors if asked to', async () => {
    const promise = set('CallToAction.title', 'en', 'Guaranteed gold')
    const before = textOf('en')
    const request = { changes: [promise], stopsAtErrors: true }

    const { status, body } = await post('/_edit/save', request)

    expect(status).toBe(422)
    expect(body).toMatchObject({
      error: 'Correct the errors, or try again to keep them.',
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'forbidden', level: 'error' }),
      ]),
    })
    expect(textOf('en')).toBe(before)
  })

  it('counts the errors of the saved texts', async () => {
    const promise = set('CallToAction.title', 'en', 'Guaranteed gold')

    expect((await save(promise)).body).toMatchObject({ errors: 1 })
    expect(textOf('en')).toBe('Guaranteed gold')
  })

  it.each([
    ['an open brace', set('CallToAction.title', 'en', 'Gold {brand')],
    [
      'a link where none works',
      set('CallToAction.title', 'fr', 'De <contact>l’or</contact>'),
    ],
    [
      'an argument that nothing fills in',
      set('CallToAction.title', 'en', '{name}, gold'),
    ],
    [
      'an unknown argument in a text of the brand',
      set('Hero.title', 'fr', 'Le métal {amount}'),
    ],
  ])('is refused if it would break a page: %s', async (_, change) => {
    const findings = expect.arrayContaining([
      expect.objectContaining({ level: 'error' }),
    ])
    const error = expect.stringMatching(/^Nothing was saved, /)

    expect(await save(french, change)).toMatchObject({
      status: 422,
      body: { error, findings },
    })
    expect(changedFiles()).toEqual([])
  })

  it.each([
    ['normalizes typography', "L'or de l'{brand} ?"],
    ['normalizes line breaks', 'L’or\r\nde l’{brand}\u202F?'],
    [
      'strips the preview’s markers',
      'L’or de l’{brand}\u{E0065}\u{E007F}\u202F?',
    ],
  ])('%s', async (_, typed) => {
    await save(set('CallToAction.title', 'fr', typed))

    expect(textOf('fr')).toBe('L’or de l’{brand}\u202F?')
  })

  it('preserves each file’s CRLF and byte order mark', async () => {
    const { changed, saveAs } = writeCrlf()

    const { status } = await save(body, french)

    expect(status).toBe(200)
    expect(textAt(readText(english))).toBe(body.text)
    for (const file of changed)
      expect(readFileSync(file)).toEqual(saveAs(readText(file) ?? ''))
  })

  it('is undone to the same bytes', async () => {
    const { changed } = writeCrlf()
    const before = changed.map((file) => readFileSync(file))
    await save(body, french)

    const { status } = await post('/_edit/undo')

    expect(status).toBe(200)
    expect(changed.map((file) => readFileSync(file))).toEqual(before)
  })

  /** Rewrites two catalogs with CRLF and a byte order mark. */
  function writeCrlf() {
    const changed = [english, 'messages/fr.json']
    const saveAs = textStyles['CRLF and a byte order mark']
    for (const file of changed) writeFileSync(file, saveAs(read(file)))
    return { changed, saveAs }
  }

  it('is refused while a file is broken, with the line of the error', async () => {
    write(
      'messages/fr.json',
      read('messages/fr.json').replace(
        '"home": "Accueil",',
        '"home": "Accueil"',
      ),
    )
    const error = expect.stringMatching(
      /^messages\/fr\.json cannot be read\. Line \d+: A comma is missing/,
    )

    for (const answer of [
      await save(body),
      await get('/_edit/text?key=Hero.body'),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { error } })
    }
  })

  it('changes no file if the disk is full', async () => {
    const before = readdirSync('messages')
    symlinkSync('/dev/full', 'messages/es.json.saving')
    const error = expect.stringMatching(
      /^Nothing was saved\. The disk is full\./,
    )

    expect(await save(body, french, spanish)).toMatchObject({
      status: 500,
      body: { error },
    })
    expect(changedFiles()).toEqual([])
    expect(readdirSync('messages')).toEqual(before)
  })

  it('succeeds after one that found the disk full', async () => {
    symlinkSync('/dev/full', 'messages/es.json.saving')
    await save(body, french, spanish)

    const { status } = await save(body, french, spanish)

    expect(status).toBe(200)
  })

  it('is completed at the next start if it was interrupted', async () => {
    const { files, changes } = await interruptSave()

    const recovered = [recoverFiles(), recoverFiles()]

    expect(recovered).toEqual([true, false])
    expect(files.map(read)).toEqual(changes.map(({ after }) => after))
  })

  it('can be undone after it was interrupted and completed', async () => {
    await interruptSave()
    recoverFiles()

    await post('/_edit/undo')

    expect(changedFiles()).toEqual([])
  })

  /**
   * Recreates the state after the first rename of a save, when English is new
   * and French is still old, with a half-written new file next to it.
   */
  async function interruptSave() {
    const files = [english, 'messages/fr.json']
    const before = files.map(read)
    await save(body, french)
    const changes = files.map((file, at) => ({
      file,
      before: before[at],
      after: read(file),
    }))
    reset()
    mkdirSync('.cache/edit/steps', { recursive: true })
    const step = { changes, target: '.cache/edit/steps/done/1.json' }
    write('.cache/edit/steps/current.json', JSON.stringify(step))
    write('messages/en.json', changes[0]?.after ?? '')
    write('messages/fr.json.saving', 'half')
    return { files, changes }
  }
})

describe('undo in the editor', () => {
  /**
   * Saves one change in two simultaneous requests, then another change. Returns
   * the texts after each change.
   */
  async function saveTwice() {
    await Promise.all([save(body), save(body)])
    const first = readSources()
    await save({ type: 'remove', list: 'HomeFaq.items', name: 'company' })
    return { first, second: readSources() }
  }

  it('counts two identical saves at once as one', async () => {
    const sent = await Promise.all([save(body), save(body)])

    await post('/_edit/undo')

    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect(changedFiles()).toEqual([])
  })

  it('reverts one save', async () => {
    const { first } = await saveTwice()

    await post('/_edit/undo')

    const { body: state } = await get('/_edit/state')
    expect(readSources()).toEqual(first)
    expect(state).toMatchObject({ canUndo: true, canRedo: true })
  })

  it('can be redone', async () => {
    const { second } = await saveTwice()
    await post('/_edit/undo')

    await post('/_edit/redo')

    expect(readSources()).toEqual(second)
  })

  it('that fails throws the error of the file', async () => {
    await save(body)
    write('.cache/edit/steps/undone', 'not a folder')
    onTestFinished(() => rmSync('.cache/edit/steps/undone'))

    expect(undo).toThrow('EEXIST')
  })

  it('names the reverted texts', async () => {
    await save(set('Hero.title', 'en', 'First'), set('Hero.title', 'fr', 'Un'))

    const { body } = await post('/_edit/undo')

    expect(body.reverted).toEqual([
      {
        key: 'Hero.title',
        title: 'Home · headline',
        isNew: false,
        isGone: false,
      },
    ])
  })

  it('says which texts are gone', async () => {
    await save({ type: 'remove', list: 'HomeFaq.items', name: 'company' })
    const { body: undone } = await post('/_edit/undo')
    const { body: redone } = await post('/_edit/redo')

    const question = { key: 'HomeFaq.items.company.question' }
    const added = { ...question, isNew: true, isGone: false }
    const removed = { ...question, isNew: false, isGone: true }
    expect(undone.reverted).toContainEqual(expect.objectContaining(added))
    expect(redone.reverted).toContainEqual(expect.objectContaining(removed))
  })

  it('reverts all saves one by one after a restart', async () => {
    await saveTwice()
    vi.resetModules()
    const again = await import('@/scripts/edit/save')

    again.undo()
    again.undo()

    expect(again.canUndo()).toBe(false)
    expect(changedFiles()).toEqual([])
    expect(await post('/_edit/undo')).toMatchObject({
      status: 409,
      body: { error: 'There is nothing to undo.' },
    })
  })

  it('cannot be redone after another save', async () => {
    await saveTwice()
    await post('/_edit/undo')

    await save(french)

    expect(await post('/_edit/redo')).toMatchObject({
      status: 409,
      body: { error: 'There is nothing to redo.' },
    })
  })

  /** Saves twice, and starts as if the undo of a save had been interrupted. */
  async function recoverUndo() {
    const { first, second } = await saveTwice()
    // Makes the undo fail after it has written the texts.
    write('.cache/edit/steps/undone', 'not a folder')
    try {
      undo()
    } catch {
      rmSync('.cache/edit/steps/undone')
    }
    recoverFiles()
    return { first, second }
  }

  it('is completed at the next start if it was interrupted', async () => {
    const { first } = await recoverUndo()

    expect(readSources()).toEqual(first)
  })

  it('can be redone after it was interrupted', async () => {
    const { second } = await recoverUndo()

    await post('/_edit/redo')

    expect(readSources()).toEqual(second)
  })

  it('can be repeated after it was interrupted', async () => {
    await recoverUndo()

    await post('/_edit/undo')

    expect(changedFiles()).toEqual([])
  })

  it('does not overwrite a manual change', async () => {
    await save(body)
    const changed = read(english).replace('"home": "Home"', '"home": "Start"')
    write(english, changed)

    const { body: state } = await get('/_edit/state')
    const { status } = await post('/_edit/undo')

    expect(state).toMatchObject({ canUndo: false })
    expect(status).toBe(409)
    expect(read(english)).toBe(changed)
  })
})

it('a text changed in several languages counts as one change', async () => {
  await save(body, french)

  const { body: state } = await get('/_edit/state')

  const texts = [{ locale: 'en' }, { locale: 'fr' }]
  expect(state).toMatchObject({ changed: 1 })
  expect(listChanges()).toMatchObject([
    {
      key: 'CallToAction.title',
      title: 'Home · call to action headline',
      page: '/',
      texts,
    },
  ])
})

it('there are no changes outside a repository', async () => {
  await save(body)
  renameSync('.git', '.git.away')
  onTestFinished(() => renameSync('.git.away', '.git'))

  expect(listChanges()).toEqual([])
})

describe('a text in the editor', () => {
  it('is loaded with its languages and the pages that show it', async () => {
    const fr = {
      text: 'Voir {product}',
      committed: 'Voir {product}',
      ofBrand: false,
      earlier: null,
    }

    expect(await text('Hero.second')).toMatchObject({
      title: 'Home · second button',
      locales: { fr },
      places: [{ name: 'Home', paths: { en: '/', fr: '/fr', es: '/es' } }],
      findings: [],
    })
  })

  it('is loaded with its e-mails', async () => {
    const { places } = await text('DigestMail.since')

    expect(places).toMatchObject([{ name: 'E-mails' }])
  })

  it('is loaded with its neighbors in a list', async () => {
    const { list } = await text('Steps.cards.trade.body')

    expect(list).toMatchObject({
      list: 'Steps.cards',
      title: 'Home · steps',
      name: 'trade',
      names: ['onboard', 'trade', 'hold', 'verify'],
      fields: ['title', 'body'],
      kept: null,
    })
  })

  it('is loaded with the reason why its list entry cannot be removed', async () => {
    const { list } = await text('KeyFeatures.cards.settlement.title')

    expect(list?.kept).toMatch(/other places/)
  })

  it('is loaded with texts elsewhere that mention its list entry', async () => {
    const { list } = await text('Benefits.cards.physicalDelivery.title')

    expect(list?.mentions.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'ProductFaq.items.redemption.answer',
        'Facts.redemption.delivery.text',
      ]),
    )
  })

  it('is loaded without texts that do not mention its list entry', async () => {
    const { list } = await text('Benefits.cards.fractionalOunces.title')

    expect(list?.mentions.map(({ key }) => key)).toEqual([
      'Facts.token.fractions.text',
    ])
  })

  it('is saved in the brand’s file if it comes from there', async () => {
    const { locales } = await text('Hero.title')

    await save(set('Hero.title', 'fr', 'Le métal, once par once'))

    expect(locales.fr).toMatchObject({ ofBrand: true })
    expect(changedFiles()).toEqual([own('fr')])
  })

  it('is saved in the brand’s file if the change says so', async () => {
    const change = set('Hero.second', 'fr', 'Voir {product} ici')

    await save({ ...change, brand: true })

    expect(textAt(read(own('fr')), 'Hero.second')).toBe('Voir {product} ici')
    expect(textOf('fr', 'Hero.second')).toBe('Voir {product}')
  })

  it('is checked during typing, in the form in which it will be saved', async () => {
    const found = await check(
      set('Hero.second', 'fr', "Tout ce que vous voulez savoir d'ici !"),
    )

    expect(found).toEqual(['arguments fr Hero.second', 'length fr Hero.second'])
    expect(
      await check(set('CallToAction.title', 'en', 'Guaranteed gold')),
    ).toEqual([
      'forbidden en CallToAction.title',
      'stale fr CallToAction.title',
      'stale es CallToAction.title',
    ])
  })
})

describe('search in the editor', () => {
  it('finds words in the language that has them', async () => {
    const matches = await search({ find: 'once troy' })

    expect(new Set(matches.map(({ locale }) => locale))).toEqual(
      new Set(['fr']),
    )
  })

  it('finds the brand’s facts, although texts contain them only as placeholders', async () => {
    const named = await search({ find: 'Quorndon', locale: 'en' })
    expect(
      named.find(({ key }) => key === 'Metadata.home.title')?.before,
    ).toMatch(/^Quorndon \|/)
  })

  it('finds typographic apostrophes', async () => {
    expect(
      (await search({ find: "l'or", locale: 'fr' })).length,
    ).toBeGreaterThan(5)
  })

  it('treats a regular expression as plain text', async () => {
    expect(await search({ find: '.*' })).toEqual([])
  })

  it('replaces words outside braces and tags', async () => {
    const replaced = await search({
      find: 'contact',
      replace: 'CALL',
      locale: 'en',
    })

    expect(
      replaced.find(({ key }) => key === 'HomeFaq.items.fees.answer')?.after,
    ).toContain('<contact>CALL our sales')
  })

  it('preserves capitals when replacing', async () => {
    const matches = await search({
      find: 'custodians',
      replace: 'depositaries',
      locale: 'en',
    })
    const changed = matches.filter(({ before }) =>
      /\bCustodians\b/.test(before),
    )

    expect(changed.length).toBeGreaterThan(0)
    for (const { after } of changed) expect(after).toContain('Depositaries')
  })

  it('keeps a lowercase letter within a sentence when replacing', async () => {
    const matches = await search({
      find: 'Contact our team',
      replace: 'Talk to our team',
      locale: 'en',
    })

    const texts = matches.map(({ after }) => after)
    expect(texts).toContain('Talk to our team')
    expect(texts.join()).toContain('please <contact>talk to our team</contact>')
    expect(matches.some(({ isCapitalized }) => isCapitalized)).toBe(false)
  })

  it('keeps a capital at the beginning of a sentence when replacing', async () => {
    const matches = await search({
      find: 'contact our team',
      replace: 'ask Quorndon',
      locale: 'en',
    })

    const button = matches.find(({ key }) => key === 'Hero.contact')
    expect(button?.after).toBe('Ask Quorndon')
  })

  it('reports a capital that replaces a lowercase letter', async () => {
    const matches = await search({
      find: 'contact our team',
      replace: 'Ask Quorndon',
      locale: 'en',
    })

    const isCapitalized = (wanted: string) =>
      matches.find(({ key }) => key === wanted)?.isCapitalized
    expect(isCapitalized('HomeFaq.items.vaults.answer')).toBe(true)
    expect(isCapitalized('Hero.contact')).toBe(false)
  })

  it('lists all texts of one place', async () => {
    const mails = await search({ find: '', place: 'e-mails', locale: 'en' })
    expect(mails).toContainEqual(
      expect.objectContaining({ key: 'DigestMail.subject', place: 'E-mails' }),
    )
  })
})

describe('a list entry in the editor', () => {
  const files = readSources()
  const order = namesOf(files[english])
  const faq = (question: string) => ({ question, answer: 'Please ask us.' })
  const texts = {
    ...recordOf(allLocales, () => faq('May we visit?')),
    fr: faq('Pouvons-nous visiter ?'),
    es: faq('¿Podemos visitar?'),
  }
  const added: Change = {
    type: 'add',
    list: 'HomeFaq.items',
    name: 'visits',
    after: order[1] ?? null,
    texts,
  }
  const places = [
    ['at the start', null],
    ['in the middle', order[1]],
    ['at the end', order.at(-1)],
  ] as const

  it.each(places)('is added %s in every language', (_, name) => {
    const made = applyChanges(files, [{ ...added, after: name ?? null }])

    const at = name ? order.indexOf(name) + 1 : 0
    for (const locale of routing.locales) {
      expect(namesOf(made[`messages/${locale}.json`])).toEqual(
        order.toSpliced(at, 0, 'visits'),
      )
    }
  })

  it.each(places)('that was added %s is removed without a trace', (_, name) => {
    const made = applyChanges(files, [{ ...added, after: name ?? null }])

    expect(
      applyChanges(made, [
        { type: 'remove', list: 'HomeFaq.items', name: 'visits' },
      ]),
    ).toEqual(files)
  })

  it('is removed together with its neutral texts', () => {
    const made = applyChanges(files, [
      { type: 'remove', list: 'Steps.cards', name: 'verify' },
    ])

    for (const locale of routing.locales) {
      const source = made[`messages/${locale}.json`]

      expect(namesOf(source, 'Steps.cards')).not.toContain('verify')
      expect(namesOf(source, 'Neutral.Steps.cards')).not.toContain('verify')
    }
  })

  it('moves in every language even if a translation has another order', () => {
    const mixed = applyChanges(files, [
      { type: 'move', list: 'HomeFaq.items', name: 'company', after: null },
    ])

    const made = applyChanges(
      { ...files, 'messages/es.json': mixed['messages/es.json'] ?? '' },
      [{ type: 'move', list: 'HomeFaq.items', name: 'fees', after: null }],
    )

    expect(
      [english, 'messages/es.json'].map((file) => namesOf(made[file])[0]),
    ).toEqual(['fees', 'fees'])
  })

  it('is indented with tabs if the rest of the file is', () => {
    const entries = Object.entries(files).map(([file, source]) => [
      file,
      source.replaceAll('  ', '\t'),
    ])
    const made = applyChanges(Object.fromEntries(entries), [added])

    expect(made[english]).toMatch(
      /\n\t\t\t"visits": \{\n\t\t\t\t"question": "May we visit\?",\n/,
    )
  })

  const refused: [string, Change, RegExp][] = [
    [
      'a name with a space',
      { ...added, name: 'our visits' },
      /cannot have the key/,
    ],
    [
      'a name that is taken',
      { ...added, name: 'fees' },
      /cannot have the key “fees”/,
    ],
    [
      'a place after a deleted entry',
      { ...added, after: 'nothing' },
      /“nothing” no longer exists/,
    ],
    [
      'a group that is not a list',
      { ...added, list: 'Hero' },
      /list no longer exists/,
    ],
    [
      'a missing language',
      { ...added, texts: { en: faq('x'), fr: faq('y') } },
      /every language.*Español/,
    ],
    [
      'an entry that other pages show',
      { type: 'remove', list: 'ProductFaq.items', name: 'oneToken' },
      /other places too/,
    ],
    [
      'a deleted text',
      set('Hero.tilte', 'en', 'x'),
      /“Hero.tilte” no longer exists/,
    ],
    ['an unknown language', set('Hero.title', 'xx', 'x'), /no language “xx”/],
  ]

  it.each(refused)(
    'is refused with an explanation: %s',
    (_, change, sentence) => {
      expect(() => applyChanges(files, [change])).toThrow(sentence)
    },
  )
})
