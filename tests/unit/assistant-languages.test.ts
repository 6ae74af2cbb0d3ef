import { describe, expect, it } from 'vitest'
import { ask } from '../support/assistant'
import { catalog, taughtLocales } from '../support/catalog'

const fees = { en: 'What are the fees?', fr: 'Quels sont vos frais ?', es: '¿Cuáles son sus comisiones?' }

describe.each(taughtLocales)('a question in %s', (language) => {
  it.each(taughtLocales)(
    'is answered in it on the page in %s, and the answer names the language if it differs',
    async (page) => {
      const { answer } = await ask(fees[language], page)
      const start = catalog(language).Facts.fees.published.text.split('<')[0] ?? ''
      expect(answer.response.startsWith(start)).toBe(true)
      expect(answer.language).toBe(language === page ? undefined : language)
      expect(answer.sources?.[0]?.path).toBe(language === 'en' ? '/#faq' : `/${language}#faq`)
    },
  )
})

it.each([
  ['muchas gracias', 'es', 'thanks'],
  ['Merci, au revoir', 'fr', 'bye'],
] as const)('%j on the English page is answered in %s', async (message, language, key) => {
  const { answer } = await ask(message, 'en')
  expect([answer.language, answer.response]).toEqual([language, catalog(language).Chat.answers[key]])
})

it.each([
  ['Was kostet die Verwahrung des Goldes bei Ihnen?', 'en', 'English, French, and Spanish'],
  ['你们的费用是多少？', 'en', 'English, French, and Spanish'],
  ['Кто вы?', 'fr', 'anglais, français et espagnol'],
] as const)(
  '%j is told in the language of the page, %s, which languages the assistant has',
  async (message, page, names) => {
    const { answer, facts, unanswered } = await ask(message, page)
    expect(answer.response).toContain(names)
    expect([answer.language, facts, unanswered, answer.should_show_contact_form]).toEqual([undefined, [], false, false])
  },
)

it('a word of two languages is taken in the page’s', async () => {
  // An ounce, or English that says nothing.
  expect((await ask('once', 'fr')).topics).toEqual(['token.fractions'])
  expect((await ask('once', 'en')).facts).toEqual([])
})

it('names and terms alone change no language', async () => {
  for (const page of taughtLocales) expect((await ask('ERC-3643 ?', page)).answer.language).toBeUndefined()
})
