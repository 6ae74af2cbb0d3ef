import { describe, expect, it } from 'vitest'
import { loadKnowledge } from '@/lib/chatbot/engine/knowledge'
import { ask } from '../support/assistant'
import { catalog, taughtLocales } from '../support/catalog'

describe('after a fact', () => {
  it.each([
    ['attestations.cadence', 'where can I read them?', 'en', ['attestations.where']],
    ['attestations.cadence', 'où puis-je les lire ?', 'fr', ['attestations.where']],
    ['trading.settlement', 'when?', 'en', ['notStated.settlementTime']],
    ['onboarding.start', 'and after that?', 'en', ['onboarding.onboard']],
    ['onboarding.trade', 'and after that?', 'en', ['onboarding.hold']],
    ['onboarding.trade', 'et ensuite ?', 'fr', ['onboarding.hold']],
    ['onboarding.trade', '¿y después?', 'es', ['onboarding.hold']],
    ['token.unit', 'and for silver?', 'en', ['token.unit', 'token.silver']],
    ['fees.published', 'et pour l’argent ?', 'fr', ['fees.published', 'token.silver']],
    ['fees.published', '¿y la plata?', 'es', ['fees.published', 'token.silver']],
    ['custody.vaults', 'silver?', 'en', ['custody.vaults', 'token.silver']],
    ['fees.published', 'Is it the same for silver?', 'en', ['fees.published', 'token.silver']],
    ['fees.published', 'and platinum?', 'en', ['token.otherMetals']],
    ['fees.published', 'and platinum and gold?', 'en', ['token.otherMetals']],
    ['reports.latest', 'and the next one?', 'en', ['reports.next']],
  ] as const)('%s, %j in %s goes on from it', async (fact, message, locale, told) => {
    expect((await ask(message, locale, { facts: [fact] })).topics).toEqual(told)
  })

  it('on another page’s language, a further question goes on in its own', async () => {
    const { answer, topics } = await ask('et pour l’argent ?', 'en', { facts: ['fees.published'] })
    expect([answer.language, topics[0]]).toEqual(['fr', 'fees.published'])
  })

  it('a question that stands by itself is answered by itself', async () => {
    const { topics } = await ask('Who can become a client?', 'en', { facts: ['fees.published'] })
    expect(topics).toEqual(['clients.eligibility'])
  })

  it('its place on the site is named to who asks where it stands', async () => {
    const { answer } = await ask('where does it say that?', 'en', { facts: ['trading.hours'] })
    expect(answer.response).toMatch(/\]\(\/direct-reserve#features\)$/)
  })

  it('that the site has lost since, nothing of it is told', async () => {
    const { facts } = await ask('and for silver?', 'en', { facts: ['token.gone'] })
    expect(facts).not.toContain('token.gone')
  })
})

it('without a conversation a question of metal alone is about the metal', async () => {
  expect((await ask('and platinum?')).topics).toContain('token.otherMetals')
})

const complaints = {
  en: 'that’s not what I asked',
  fr: 'ce n’est pas ce que j’ai demandé',
  es: 'eso no es lo que pregunté',
}
const asked = { en: 'bars?', fr: 'barres ?', es: '¿barras?' }

describe.each(taughtLocales)('a complaint in %s', (locale) => {
  const { answers } = catalog(locale).Chat

  it('gets the next best fact for the question before', async () => {
    const first = await ask(asked[locale], locale)
    const before = { facts: first.facts.slice(0, 1), question: asked[locale] }
    const { answer, facts } = await ask(complaints[locale], locale, before)
    expect(facts).toHaveLength(1)
    expect(facts[0]).not.toBe(first.facts[0])
    const next = (await loadKnowledge())[locale].facts.get(facts[0] ?? '')
    expect(answer.response).toBe(`${answers.repairWithFact}\n\n${next?.text}`)
    expect(answer.should_show_contact_form).toBe(true)
  })

  it('gets a person where nothing was asked before', async () => {
    const { answer, facts } = await ask(complaints[locale], locale)
    expect(facts).toEqual([])
    expect(answer.response.startsWith(answers.repair)).toBe(true)
    expect(answer.response).toMatch(/\/contact\)$/)
    expect(answer.should_show_contact_form).toBe(true)
  })
})
