import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untranslatedMark } from '@/lib/i18n/untranslated'
import { sources, withText } from '../support/copy'
import { copySite } from '../support/copy-project'

// French stands for a language that was added: these of its texts are still the English ones, as they were then.
const old = `${untranslatedMark}An earlier English text.`
const untranslated = [
  'Hero.title',
  'About.body',
  'Facts.fees.published.question',
  'Facts.fees.published.text',
  'Benefits.cards.singleIntegration.title',
]

// More than a tenth of the product page.
const comparison = ['title', 'intro', 'caption', 'aspect', 'bank', 'fund'].map((name) => `Differentiators.${name}`)
const rows = Object.entries<Record<string, string>>(JSON.parse(sources['messages/en.json'] ?? '').Differentiators.cards)
const cells = rows.flatMap(([row, texts]) => Object.keys(texts).map((name) => `Differentiators.cards.${row}.${name}`))
untranslated.push(...comparison, ...cells)

const site = copySite()
const english = JSON.parse(sources['messages/en.json'] ?? '')

type Shown = {
  html: string
  marked: string
  llms: string
  answer: { facts: string[]; text: string; language?: string }
  date?: string
  listed: { home: string[]; product: string[] }
}

let shown: Shown[] = []
const of = (at: number) => shown[at] as Shown

beforeAll(() => {
  const source = untranslated.reduce((file, key) => withText('fr', key, old, file), sources['messages/fr.json'] ?? '')
  site.write('messages/fr.json', source)
  expect(site.run('scripts/copy.ts', 'date').status).toBe(0)
  site.add('tests/support/show-site.tsx')
  site.add('tests/support/ignore-styles.mjs')
  const questions = ['What are the fees?', 'Quels sont vos frais ?', 'What are the fees?']
  const { stdout, stderr } = site.run('--import', './ignore-styles.mjs', 'show-site.tsx', ...questions)
  expect(stdout, stderr).not.toBe('')
  shown = JSON.parse(stdout)
})

afterAll(() => site.remove())

describe('a text that is not translated yet', () => {
  it('is the English one of today for visitors, without its mark', () => {
    expect(of(1).html).toContain(`>${english.Hero.title}<`)
    expect(of(1).html).toContain('Métaux précieux')
    for (const { html, llms } of shown) expect(html + llms).not.toMatch(/\[en\]|An earlier/)
  })

  it('has the company’s facts as English says them', () => {
    expect(of(1).html).toContain('our offices in Montreal and New York')
  })

  it('is told to screen readers as English, alone or with others beside it', () => {
    const { html, marked } = of(1)
    expect(marked).toMatch(new RegExp(`<h1[^>]* lang="en"[^>]*>${english.Hero.title}<`))
    expect(marked).toMatch(/<p lang="en" class="prose soft">From our offices/)
    expect(marked).toMatch(new RegExp(`<\\w+[^>]* lang="en"[^>]*>${english.Benefits.cards.singleIntegration.title}<`))
    expect(marked.match(/ lang="en"/g)).toHaveLength(3)
    expect(marked.replaceAll(' lang="en"', '')).toBe(html)
  })

  it('changes nothing in the other languages', () => {
    for (const at of [0, 2]) expect(of(at).marked).toBe(of(at).html)
  })

  it('is dated with what visitors read', () => {
    for (const { date } of shown) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('keeps a page from search engines only where more than a tenth of it is not translated', () => {
    for (const { listed } of shown) expect(listed).toEqual({ home: ['en', 'fr', 'es'], product: ['en', 'es'] })
  })

  it('is a fact that the assistant tells in English, and says so', () => {
    expect(of(1).answer).toMatchObject({ facts: ['fees.published'], language: 'en' })
    expect(of(1).answer.text).toContain('Fees are not published')
  })

  it('is a warning of the check, with what visitors read', () => {
    const { status, stdout } = site.run('scripts/copy.ts')
    expect(stdout).toMatch(new RegExp(`${untranslated.length} of \\d+ texts are not translated yet`))
    expect(status).toBe(0)
  })
})
