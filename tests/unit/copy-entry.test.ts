import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Locale, routing } from '@/lib/i18n/routing'
import { withText } from '../support/copy'
import { copySite } from '../support/copy-project'

type Words = { question: string; answer: string; card: string; step: string; words: string }

// What a marketer adds: a question, a card and a step, in three files and nowhere else.
const written: Partial<Record<Locale, Words>> & { en: Words } = {
  en: {
    question: 'Do you keep airships in the vault?',
    answer: 'Yes, by appointment. Please write to <contact>the institutional team</contact>.',
    card: 'Airships on request',
    step: 'Board your airship',
    words: 'An airship departs once a year.',
  },
  fr: {
    question: 'Gardez-vous des dirigeables dans la chambre forte\u202f?',
    answer: 'Oui, sur rendez-vous. Veuillez écrire à <contact>l’équipe institutionnelle</contact>.',
    card: 'Dirigeables sur demande',
    step: 'Monter en dirigeable',
    words: 'Un dirigeable part une fois par an.',
  },
  es: {
    question: '¿Guardan dirigibles en la bóveda?',
    answer: 'Sí, con cita previa. Escriba al <contact>equipo institucional</contact>.',
    card: 'Dirigibles a solicitud',
    step: 'Subir al dirigible',
    words: 'Un dirigible sale una vez al año.',
  },
}

// A language that was added to the site since makes do with the English ones.
const added = Object.fromEntries(routing.locales.map((locale) => [locale, written[locale] ?? written.en])) as Record<
  Locale,
  Words
>

const plain = (text: string) => text.replace(/<\/?contact>/g, '')
const site = copySite()

type Shown = {
  html: string
  graph: { '@graph': { '@type': string; mainEntity: { name: string; acceptedAnswer: { text: string } }[] }[] }
  llms: string
  facts: string[]
  answer: { facts: string[]; text: string }
  date?: string
}

function show(): Shown[] {
  site.add('tests/support/show-site.tsx')
  site.add('tests/support/ignore-styles.mjs')
  const styles = ['--import', './ignore-styles.mjs']
  const { stdout, stderr } = site.run(
    ...styles,
    'show-site.tsx',
    ...routing.locales.map((locale) => added[locale].question),
  )
  expect(stdout, stderr).not.toBe('')
  return JSON.parse(stdout)
}

afterAll(() => site.remove())

describe('a question, a card and a step that are added to the three catalogs alone', () => {
  let before: Shown[]
  let after: Shown[]

  beforeAll(() => {
    before = show()
    for (const locale of routing.locales) {
      const { question, answer, card, step, words } = added[locale]
      const texts = {
        'HomeFaq.items.airships.question': question,
        'HomeFaq.items.airships.answer': answer,
        'Benefits.cards.airships.title': card,
        'Benefits.cards.airships.body': words,
        'Steps.cards.airships.title': step,
        'Steps.cards.airships.body': words,
      }
      const file = `messages/${locale}.json`
      for (const [key, text] of Object.entries(texts)) site.write(file, withText(locale, key, text, site.read(file)))
    }
    after = show()
  }, 60_000)

  describe.each(routing.locales.map((locale, at) => [locale, at] as const))('in %s', (locale, at) => {
    const { question, answer, card, step, words } = added[locale]
    const old = () => before[at] as Shown
    const now = () => after[at] as Shown

    it('stand on the page, last in their sections', () => {
      for (const text of [question, card, step, words]) {
        expect(old().html).not.toContain(text)
        expect(now().html).toContain(text)
      }
      const link = locale === 'en' ? '/contact' : `/${locale}/contact`
      expect(now().html).toContain(answer.replace('<contact>', `<a href="${link}">`).replace('</contact>', '</a>'))
      expect(count(now().html, '<details')).toBe(count(old().html, '<details') + 2)
      expect(count(now().html, '<li class="opening">')).toBe(count(old().html, '<li class="opening">') + 1)
      expect(now().html.lastIndexOf('<summary>')).toBeLessThan(now().html.indexOf(question))
    })

    it('stand in the structured data', () => {
      const questions = now().graph['@graph'].find((node) => node['@type'] === 'FAQPage')?.mainEntity
      expect(questions?.at(-1)).toMatchObject({ name: question, acceptedAnswer: { text: plain(answer) } })
    })

    it('stand in llms.txt', () => {
      expect(old().llms).not.toContain(question)
      expect(now().llms).toContain(`### ${question}\n\n${plain(answer)}`)
    })

    it('are known to the assistant', () => {
      expect(old().answer.facts).not.toContain('HomeFaq.airships')
      expect(now().facts).toContain('HomeFaq.airships')
      expect(now().answer.facts).toEqual(['HomeFaq.airships'])
      expect(plainMarkdown(now().answer.text)).toBe(`**${question}** ${plain(answer)}`)
    })
  })

  it('are no error', () => {
    const { status, stdout } = site.run('scripts/copy.ts')
    expect(stdout).toMatch(/\b0 errors/)
    expect(status).toBe(0)
  }, 30_000)

  it('have a date and a record after `npm run content:date`', () => {
    expect(after.map(({ date }) => date)).toEqual([undefined, undefined, undefined])
    expect(site.run('scripts/copy.ts', 'date').stdout).toMatch(/home\.en: .*\n.*home\.fr: .*\n.*home\.es: /)
    for (const { date } of show()) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(site.run('scripts/copy.ts').stdout).not.toContain('[unrecorded]')
  }, 60_000)
})

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

function plainMarkdown(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
