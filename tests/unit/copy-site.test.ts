import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allLocales } from '@/lib/i18n/routing'
import { taughtLocales } from '../support/catalog'
import { withText } from '../support/copy'
import { copySite } from '../support/copy-project'

type Shown = {
  html: string
  graph: {
    '@graph': {
      '@type': string
      mainEntity: { name: string; acceptedAnswer: { text: string } }[]
    }[]
  }
  llms: string
  facts: string[]
  answer: { facts: string[]; text: string }
}

const site = copySite()

function show(...questions: string[]): Shown[] {
  const { stdout, stderr } = site.run(
    '--import',
    './ignore-styles.mjs',
    'show-site.tsx',
    ...questions,
  )
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout)
}

function write(locale: string, texts: Record<string, string>) {
  const file = `messages/${locale}.json`
  for (const [key, text] of Object.entries(texts))
    site.write(file, withText(locale, key, text, site.read(file)))
}

// Texts that a marketer adds: a question, a card, and a step per language.
const question = [
  'Do you keep airships in the vault?',
  'Gardez-vous des dirigeables dans la chambre forte\u202f?',
  '¿Guardan dirigibles en la bóveda?',
]
const answer = [
  'Yes, by appointment. Please write to <contact>our team</contact>.',
  'Oui, sur rendez-vous. Veuillez écrire à <contact>notre équipe</contact>.',
  'Sí, con cita previa. Escriba a <contact>nuestro equipo</contact>.',
]
const words = [
  'An airship departs yearly.',
  'Un dirigeable part chaque année.',
  'Un dirigible sale cada año.',
]
const added = {
  'HomeFaq.items.airships.question': question,
  'HomeFaq.items.airships.answer': answer,
  'Benefits.cards.airships.title': [
    'Airships on request',
    'Dirigeables sur demande',
    'Dirigibles previa solicitud',
  ],
  'Benefits.cards.airships.body': words,
  'Steps.cards.airships.title': [
    'Board your airship',
    'Monter en dirigeable',
    'Subir al dirigible',
  ],
  'Steps.cards.airships.body': words,
}

let before: Shown[]
let after: Shown[]
const plain = (text: string) => text.replace(/<\/?contact>/g, '')
const count = (text: string, part: string) => text.split(part).length - 1

beforeAll(() => {
  site.add('tests/support/show-site.tsx')
  site.add('tests/support/ignore-styles.mjs')
  // Leaves out languages added after this test was written, because it has no
  // texts for them.
  const others = allLocales.filter(
    (locale) => !taughtLocales.some((each) => each === locale),
  )
  for (const locale of others) site.run('scripts/locale.ts', 'remove', locale)
  before = show()
  taughtLocales.forEach((locale, at) => {
    const own = Object.entries(added).map(([key, texts]) => [key, texts[at]])
    write(locale, Object.fromEntries(own))
  })
  after = show(...question)
}, 60_000)

afterAll(() => site.remove())

describe('entries added only to the catalogs', () => {
  it.each(taughtLocales.map((locale, at) => [locale, at] as const))(
    'are on the page and in its data in %s',
    (locale, at) => {
      const [old, now] = [before[at], after[at]] as [Shown, Shown]
      const [asked = '', answered = ''] = [question[at], answer[at]]

      for (const texts of Object.values(added)) {
        expect(old.html).not.toContain(texts[at])
        if (texts !== answer) expect(now.html).toContain(texts[at])
      }

      const link = locale === 'en' ? '/contact' : `/${locale}/contact`

      expect(now.html).toContain(
        answered
          .replace('<contact>', `<a href="${link}">`)
          .replace('</contact>', '</a>'),
      )
      expect(count(now.html, '<details')).toBe(count(old.html, '<details') + 1)
      expect(now.html.lastIndexOf('<summary>')).toBeLessThan(
        now.html.indexOf(asked),
      )

      const questions = now.graph['@graph'].find(
        (node) => node['@type'] === 'FAQPage',
      )?.mainEntity

      expect(questions?.at(-1)).toMatchObject({
        name: asked,
        acceptedAnswer: { text: plain(answered) },
      })
    },
  )

  it.each(taughtLocales.map((locale, at) => [locale, at] as const))(
    'are in llms.txt and in answers in %s',
    (_, at) => {
      const now = after[at] as Shown
      const [asked = '', answered = ''] = [question[at], answer[at]]

      expect(now.llms).toContain(`**${asked}**\n\n${plain(answered)}`)
      expect(now.facts).toContain('HomeFaq.airships')
      expect(now.answer.facts).toEqual(['HomeFaq.airships'])
      expect(now.answer.text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')).toBe(
        `**${asked}** ${plain(answered)}`,
      )
    },
  )

  it('are accepted by `npm run copy`', () => {
    const { status, stdout } = site.run('scripts/copy.ts')
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'The texts are in order.\n',
    })
  }, 60_000)
})
