import { describe, expect, it } from 'vitest'
import { loadKnowledge } from '@/lib/chatbot/engine/knowledge'
import { ask } from '../support/assistant'
import { catalog, type TaughtLocale, taughtLocales } from '../support/catalog'

const yesOrNo = /(^|\{)(yes|no|oui|non|sí)(?=[\s,.:;!])/i

describe.each(taughtLocales)('the facts in %s', (locale) => {
  it('begin with neither yes nor no where the question may have been the other way round, also in their plurals', () => {
    const { clients, ...sections } = catalog(locale).Facts
    const { qualify, ...others } = clients
    expect(qualify.text).toMatch(yesOrNo)
    const texts = Object.values({ ...sections, others }).flatMap((section) => Object.values(section))
    expect(texts.length).toBeGreaterThan(80)
    for (const { text } of texts) expect(text).not.toMatch(yesOrNo)
  })

  it('name their place on the site, in this language', async () => {
    for (const { id, title, path, text, question } of (await loadKnowledge())[locale].facts.values()) {
      expect(id).toMatch(/^\w+\.\w+$/)
      for (const shown of [title, text, question]) expect(shown, id).not.toMatch(/[{}<>]|undefined|Facts\./)
      expect(path, id).toMatch(locale === 'en' ? /^\/(?!en)/ : new RegExp(`^/${locale}(/|#|$)`))
    }
  })

  it('answer their own questions', async () => {
    for (const { id, question } of (await loadKnowledge())[locale].facts.values()) {
      expect((await ask(question, locale)).topics, question).toEqual([id])
    }
  })
})

/** Questions that a canned Yes or No once answered with another meaning. */
const misread: Record<TaughtLocale, [question: string, fact: string, never?: string][]> = {
  en: [
    ['is silver supported', 'token.silver', 'token.otherMetals'],
    ['can we buy fractions', 'token.fractions'],
    ['are tokens redeemable for cash, same day', 'notStated.cashRedemption', 'redemption.delivery'],
    ['minimum annual commitment?', 'fees.published', 'trading.minimum'],
    ['is it a full audit?', 'attestations.notAudit'],
  ],
  fr: [
    ['l’argent est-il pris en charge ?', 'token.silver', 'token.otherMetals'],
    ['peut-on acheter des fractions ?', 'token.fractions'],
    ['les jetons sont-ils remboursables en espèces le jour même ?', 'notStated.cashRedemption', 'redemption.delivery'],
    ['c’est un audit complet ?', 'attestations.notAudit'],
  ],
  es: [
    ['¿admiten plata?', 'token.silver', 'token.otherMetals'],
    ['¿se pueden comprar fracciones?', 'token.fractions'],
    ['¿los tokens se canjean por efectivo el mismo día?', 'notStated.cashRedemption', 'redemption.delivery'],
    ['¿es una auditoría completa?', 'attestations.notAudit'],
  ],
}

describe.each(taughtLocales)('in %s', (locale) => {
  it.each(misread[locale])('%j is answered by %s, and never by %s', async (question, fact, never) => {
    const { answer, topics } = await ask(question, locale)
    const { facts } = (await loadKnowledge())[locale]
    expect(topics).toContain(fact)
    expect(answer.response).toContain(facts.get(fact)?.text)
    if (never) expect(answer.response).not.toContain(facts.get(never)?.text)
  })
})

describe('an answer', () => {
  it('says where its fact stands on the site', async () => {
    const { answer, unanswered } = await ask('What are the fees?')
    expect(answer.sources).toEqual([{ id: 'fees.published', title: expect.any(String), path: '/#faq' }])
    expect(unanswered).toBe(false)
  })

  it('to a double question has both facts, each source once', async () => {
    const { answer, topics } = await ask('Who holds the keys, and when can we trade?')
    expect(topics).toEqual(['custody.tokens', 'trading.hours'])
    expect(answer.response).toMatch(/MPC(.|\n)*\n\n.*24\/7\/365/)
    expect(answer.sources).toHaveLength(2)
    const same = await ask('Is silver supported, and can we buy fractions of an ounce?')
    expect(same.topics.toSorted()).toEqual(['token.fractions', 'token.silver'])
    expect(same.answer.sources?.map(({ path }) => path)).toEqual(['/direct-reserve#metals'])
  })

  it('to a second part that is open is about what the first part asks', async () => {
    const { topics } = await ask('When does the next report come out, and where can I read it?')
    expect(topics).toEqual(['reports.next', 'attestations.where'])
  })

  it.each([
    ['Hello, what are the fees?', 'fees.published'],
    ['We are a bank in Paris. I read your page yesterday and liked it. What are the fees?', 'fees.published'],
    ['What are the fees? We are a bank in Paris. I read your page yesterday and liked it.', 'fees.published'],
    ['We are a bank in Paris. My colleague told me about you. Can we take physical delivery?', 'redemption.delivery'],
    ['How is the bakcing attsted?', 'attestations.cadence'],
  ])('is found in a message with something else in it: %s', async (message, fact) => {
    expect((await ask(message)).topics).toContain(fact)
  })

  it('suggests at most three other questions, each of which has an answer', async () => {
    const { answer, topics } = await ask('attestatoin?')
    expect(answer.suggestions?.length).toBeGreaterThan(0)
    expect(answer.suggestions?.length).toBeLessThanOrEqual(3)
    for (const suggestion of answer.suggestions ?? []) {
      const next = await ask(suggestion)
      expect(next.facts).toHaveLength(1)
      expect(topics).not.toContain(next.facts[0])
    }
  })

  it('has phone numbers that can be called', async () => {
    const { answer } = await ask('What is your phone number?')
    expect(answer.response).toContain('[+1 514 555 0142](tel:+15145550142)')
    expect(answer.should_show_contact_form).toBe(true)
  })

  it('offers the contact form where the fact sends to the team, and not otherwise', async () => {
    const isShown = async (message: string) => (await ask(message)).answer.should_show_contact_form
    expect(await isShown('How often are attestations published?')).toBe(false)
    expect(await isShown('How often are attestations published? Please call me.')).toBe(true)
    expect(await isShown('Hello')).toBe(false)
    expect(await isShown('What are the fees?')).toBe(true)
  })
})

it.each(taughtLocales)('anything may be typed in %s', async (locale) => {
  const messages = [
    '',
    '?',
    '\u0000',
    '😀😀',
    'a'.repeat(2000),
    'x '.repeat(1000),
    '{fee} <b>',
    '١٢٣',
    '%00',
    '\\',
    '/'.repeat(2000),
  ]
  for (const message of messages) expect((await ask(message, locale)).answer.response).not.toBe('')
})

// Compared with a short question in the same run: the machine may be as slow as it likes.
it('takes no longer for a long message of misspelt words than its words, each asked alone', async () => {
  const words = 'attestaton custdy vualt '.repeat(80).slice(0, 2000)
  const time = async (message: string) => {
    const took: number[] = []
    for (let count = 0; count < 10; count++) {
      const start = performance.now()
      await ask(message)
      took.push(performance.now() - start)
    }
    return Math.min(...took)
  }
  await ask(words)
  const short = await time('attestaton custdy vualt')
  expect(await time(words)).toBeLessThan(80 * short)
})
