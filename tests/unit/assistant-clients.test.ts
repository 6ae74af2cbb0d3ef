import { describe, expect, it } from 'vitest'
import { ask } from '../support/assistant'
import { catalog, type TaughtLocale, taughtLocales } from '../support/catalog'

const askedBy: Record<TaughtLocale, { persons: string[]; institutions: string[]; unnamed: string; price: string }> = {
  en: {
    persons: ['I want to buy gold for myself', 'I am a private person, can I buy one coin?'],
    institutions: [
      'we’re a retail bank with 2m customers',
      'we are a retail bank with 2m customers, can we offer gold?',
    ],
    unnamed: 'Do you serve private investors?',
    price: 'What is the gold price today?',
  },
  fr: {
    persons: ['Je suis un particulier, puis-je acheter une pièce ?'],
    institutions: ['nous sommes une banque de détail avec 2 millions de clients'],
    unnamed: 'Servez-vous les particuliers ?',
    price: 'Quel est le cours de l’or aujourd’hui ?',
  },
  es: {
    persons: ['Soy un particular, ¿puedo comprar una moneda?'],
    institutions: ['somos un banco minorista con 2 millones de clientes'],
    unnamed: '¿Atienden a inversores particulares?',
    price: '¿Cuál es el precio del oro hoy?',
  },
}

describe.each(taughtLocales)('in %s', (locale) => {
  const { persons, institutions, unnamed, price } = askedBy[locale]

  it.each(persons)('a private person is sent to the shop, and may still write: %s', async (message) => {
    const { answer, topics } = await ask(message, locale)
    expect(topics).toEqual(['clients.retail'])
    expect(answer).toMatchObject({ redirect_to: 'shop.halcrest.example/', lead_type: 'retail' })
    expect(answer.should_show_contact_form).toBe(false)
  })

  it.each(institutions)('an institution is not told that retail is not served: %s', async (message) => {
    const { answer, topics } = await ask(message, locale)
    expect(topics).not.toContain('clients.retail')
    expect(topics.join()).toMatch(/clients\./)
    expect([answer.redirect_to, answer.lead_type]).toEqual([null, null])
  })

  it('who only asks about private investors is answered, and not taken for one', async () => {
    const { answer, topics } = await ask(unnamed, locale)
    expect(topics).toEqual(['clients.retail'])
    expect([answer.redirect_to, answer.lead_type]).toEqual([null, null])
  })

  it('who asks for a price is told that none is quoted, and sent to the page that has them', async () => {
    const { answer, wish } = await ask(price, locale)
    expect(answer).toMatchObject({ redirect_to: 'prices.halcrest.example/', lead_type: 'other' })
    expect(answer.response).not.toMatch(/\d/)
    expect(wish).toEqual({ contact: false, quote: false })
  })

  it('who asks for a quote of a size is a lead, and not refused', async () => {
    const message = {
      en: 'we need a quote for 10,000 oz gold',
      fr: 'il nous faut une cotation pour 10 000 onces d’or',
      es: 'necesitamos una cotización para 10.000 onzas de oro',
    }[locale]
    const { answer, wish, unanswered } = await ask(message, locale)
    expect([wish.quote, unanswered, answer.should_show_contact_form]).toEqual([true, false, true])
    expect(answer.response).not.toContain(catalog(locale).Facts.notStated.price.text.split('.')[0])
  })
})

describe('a wish to be called', () => {
  it('leaves the answer to what is asked beside it', async () => {
    const { topics, wish, answer } = await ask('How often are attestations published? Please call me.')
    expect(topics).toEqual(['attestations.cadence'])
    expect([wish.contact, answer.should_show_contact_form]).toEqual([true, true])
  })

  it.each([
    ['Please have somebody call me', true],
    ['Please call me. Who won the football?', true],
    ['What are the fees?', false],
    ['What is your phone number?', false],
  ])('is told from other messages: %j %s', async (message, isAsked) => {
    expect((await ask(message)).wish.contact).toBe(isAsked)
  })
})
