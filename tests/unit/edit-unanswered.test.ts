import { fork, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { countUnanswered } from '@/lib/chatbot/store'
import { getDatabase } from '@/lib/database/client'
import { listUnanswered } from '@/scripts/edit/unanswered'
import type { Found } from '@/scripts/edit/unanswered/find'
import { groupQuestions } from '@/scripts/edit/unanswered/group'
import { type AskedQuestion, questionsSchema } from '@/scripts/edit/unanswered/schema'
import { files, withText } from '../support/copy'
import { makeScratchFolder } from '../support/scratch'
import { copySite } from '../support/site-copy'

const imported = '.cache/edit/unanswered.json'

const asked = (text: string, count = 1, locale: AskedQuestion['locale'] = 'en'): AskedQuestion => {
  return { locale, text, count, last: `2026-11-0${count}` }
}

const textsOf = (groups: { questions: AskedQuestion[] }[]) =>
  groups.map(({ questions }) => questions.map(({ text }) => text))

describe('questions without an answer', () => {
  it('are one group where they ask for the same, with the number and the day of all of them', () => {
    const groups = groupQuestions([
      asked('Do you sell platinum?', 2),
      asked('Is there a mobile app?', 4),
      asked('can we have a mobile app', 1),
      asked('Vendez-vous du platine ?', 3, 'fr'),
    ])
    expect(textsOf(groups)).toEqual([
      ['Is there a mobile app?', 'can we have a mobile app'],
      ['Vendez-vous du platine ?'],
      ['Do you sell platinum?'],
    ])
    expect(groups[0]).toMatchObject({ count: 5, last: '2026-11-04' })
  })

  it('count once where the database and a file both have them', () => {
    const groups = groupQuestions([asked('Is there a mobile app?', 2), asked('is there a MOBILE app', 5)])
    expect(groups).toMatchObject([{ count: 5, questions: [{ text: 'is there a MOBILE app' }] }])
  })
})

describe('of the database', () => {
  beforeAll(() => rmSync(imported, { force: true }))
  beforeEach(async () => {
    vi.stubEnv('QUESTIONS_DATABASE_URL', process.env.DATABASE_URL)
    await (await getDatabase()).unansweredQuestion.deleteMany({})
  })
  afterAll(() => rmSync(imported, { force: true }))

  it('a server prints them as a file for the editor', async () => {
    await countUnanswered('Do you have a mobile app?', 'en')
    await countUnanswered('Avez-vous une application mobile ?', 'fr')
    const command = ['--import', 'tsx', 'scripts/chatbot.ts', 'unanswered', '--json']
    const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' })
    expect(questionsSchema.parse(JSON.parse(stdout))).toMatchObject([
      { locale: 'en', text: 'Do you have a mobile app?', count: 1 },
      { locale: 'fr', text: 'Avez-vous une application mobile ?', count: 1 },
    ])
  })

  it('they are listed with an entry that would answer them, and those of a file beside them', async () => {
    await countUnanswered('Is there a gift shop?', 'en')
    mkdirSync('.cache/edit', { recursive: true })
    writeFileSync(imported, JSON.stringify([asked('Avez-vous une application mobile ?', 3, 'fr')]))
    const [french, english] = await listUnanswered()
    expect(french).toMatchObject({ locale: 'fr', count: 3, last: '2026-11-03' })
    expect(french?.suggestion).toMatchObject({
      list: 'HomeFaq.items',
      name: '',
      fields: ['question', 'answer'],
      texts: { en: { question: '', answer: '' }, fr: { question: 'Avez-vous une application mobile ?', answer: '' } },
    })
    expect(french?.suggestion.names).toContain('fees')
    expect(english?.suggestion).toMatchObject({
      name: 'isThereAGift',
      texts: { en: { question: 'Is there a gift shop?' } },
    })
  })
})

describe('once it is answered', () => {
  const question = 'Do you have a football team?'
  const site = copySite()
  const database = `file:${join(makeScratchFolder('unanswered-'), 'none.db')}`
  afterAll(() => site.remove())

  function find(): Promise<Found> {
    site.write('questions.json', JSON.stringify([asked(question, 2)]))
    const child = fork('scripts/edit/unanswered/find.ts', ['questions.json'], {
      cwd: site.folder,
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: database },
    })
    return new Promise((resolve, reject) => {
      child.once('message', (found) => resolve(found as Found))
      child.once('exit', () => reject(new Error('There is no answer.')))
    })
  }

  it.each([
    ['an entry of the FAQ', 'HomeFaq.items.footballTeam.question', 'HomeFaq.items.footballTeam.answer'],
    ['a fact', 'Facts.about.footballTeam.question', 'Facts.about.footballTeam.text'],
  ])('by %s, a question is listed no more', async (_, questionKey, answerKey) => {
    expect(textsOf((await find()).groups)).toEqual([[question]])
    for (const locale of ['en', 'fr', 'es']) {
      const before = site.read(`messages/${locale}.json`)
      const asked = withText(locale, questionKey, question, before)
      site.write(`messages/${locale}.json`, withText(locale, answerKey, 'No football team plays for us.', asked))
    }
    expect((await find()).groups).toEqual([])
    for (const locale of ['en', 'fr', 'es']) site.write(`messages/${locale}.json`, files[locale] ?? '')
  })

  it('and a computer without a database lists none', async () => {
    expect(existsSync(database.replace('file:', ''))).toBe(false)
    expect(await find()).toEqual({ groups: [expect.anything()] })
    expect(existsSync(database.replace('file:', ''))).toBe(false)
  })
})
