import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routing } from '@/lib/i18n/routing'
import { withText } from '../support/copy'
import { copySite } from '../support/site-copy'

// What a marketer adds: a question, a card and a step, in three files and nowhere else.
const added = {
  en: {
    question: 'Can our auditors visit the vault?',
    answer: 'Yes, by appointment. Please write to <contact>the institutional team</contact>.',
    card: 'Visits by your auditors',
    step: 'Review every year',
    words: 'Your auditors meet ours once a year.',
  },
  fr: {
    question: 'Nos auditeurs peuvent-ils visiter la chambre forte\u202f?',
    answer: 'Oui, sur rendez-vous. Veuillez écrire à <contact>l’équipe institutionnelle</contact>.',
    card: 'Visites de vos auditeurs',
    step: 'Faire le point chaque année',
    words: 'Vos auditeurs rencontrent les nôtres une fois par an.',
  },
  es: {
    question: '¿Pueden nuestros auditores visitar la bóveda?',
    answer: 'Sí, con cita previa. Escriba al <contact>equipo institucional</contact>.',
    card: 'Visitas de sus auditores',
    step: 'Revisar cada año',
    words: 'Sus auditores se reúnen con los nuestros una vez al año.',
  },
}

const plain = (text: string) => text.replace(/<\/?contact>/g, '')
const site = copySite()

type Shown = {
  html: string
  graph: { '@graph': { '@type': string; mainEntity: { name: string; acceptedAnswer: { text: string } }[] }[] }
  llms: string
  entries: string[]
  answer: { entry?: string; text: string }
  date?: string
}

function show(): Shown[] {
  site.add('tests/support/show-site.tsx')
  const { stdout, stderr } = site.run('show-site.tsx', ...routing.locales.map((locale) => added[locale].question))
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
        'HomeFaq.items.audits.question': question,
        'HomeFaq.items.audits.answer': answer,
        'Benefits.cards.audits.title': card,
        'Benefits.cards.audits.body': words,
        'Steps.cards.audits.title': step,
        'Steps.cards.audits.body': words,
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
      expect(count(now().html, '<details')).toBe(count(old().html, '<details') + 1)
      expect(count(now().html, '<li class="card">')).toBe(count(old().html, '<li class="card">') + 2)
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
      expect(old().answer.entry).not.toBe('HomeFaq.audits')
      expect(now().entries).toContain('HomeFaq.audits')
      expect(now().answer.entry).toBe('HomeFaq.audits')
      expect(plainMarkdown(now().answer.text)).toBe(plain(answer))
    })
  })

  it('are no error: the checker notes the counts, and the date that is to be recorded', () => {
    const { status, stdout } = site.run('scripts/copy.ts')
    expect(stdout).toMatch(/HomeFaq\.items has 8 entries; the specification names 7/)
    expect(stdout).toMatch(/Steps\.cards has 5 entries; the specification names 4/)
    expect(stdout).toMatch(/0 errors, 0 warnings, 5 notes/)
    expect(status).toBe(0)
  }, 30_000)

  it('have a date and a record after `npm run content:date`', () => {
    expect(after.map(({ date }) => date)).toEqual([undefined, undefined, undefined])
    expect(site.run('scripts/date-content.ts').stdout).toMatch(/home\.en: .*\n.*home\.fr: .*\n.*home\.es: /)
    for (const { date } of show()) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(site.run('scripts/copy.ts').stdout).toMatch(/0 errors, 0 warnings, 3 notes/)
  }, 60_000)
})

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

function plainMarkdown(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
