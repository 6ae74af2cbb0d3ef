import { expect, it } from 'vitest'
import { loadMessages, type Messages } from '@/lib/i18n/messages'
import { askOf } from '../support/assistant'
import { taughtLocales } from '../support/catalog'

const added = {
  en: { question: 'Do you engrave bars?', text: 'Bars can be engraved with the emblem of your institution.' },
  fr: {
    question: 'Gravez-vous les lingots ?',
    text: 'Les lingots peuvent être gravés à l’emblème de votre établissement.',
  },
  es: { question: '¿Graban los lingotes?', text: 'Los lingotes pueden grabarse con el emblema de su institución.' },
}

it.each(taughtLocales)('a fact that an editor has added is found by its words in %s', async (locale) => {
  const messages = await loadMessages(locale)
  const { question, text } = added[locale]
  const edited = {
    ...messages,
    Facts: { ...messages.Facts, token: { ...messages.Facts.token, engraving: { question, text } } },
  }
  expect((await askOf(edited as Messages, question, locale)).answer.response).toBe(text)
  expect((await askOf(messages, question, locale)).answer.response).not.toContain(text)
})

it.each(taughtLocales)('a fact that an editor has changed is told as it reads now in %s', async (locale) => {
  const messages = await loadMessages(locale)
  const { minimum } = messages.Facts.trading
  const text = `${minimum.text} (2031)`
  const edited = {
    ...messages,
    Facts: { ...messages.Facts, trading: { ...messages.Facts.trading, minimum: { ...minimum, text } } },
  }
  expect((await askOf(edited as Messages, minimum.question, locale)).answer.response).toBe(text)
})

it.each(taughtLocales)('a question that an editor has added to the FAQ is answered with it in %s', async (locale) => {
  const messages = await loadMessages(locale)
  const { question, text: answer } = added[locale]
  const items = { ...messages.HomeFaq.items, engraving: { question, answer } }
  const edited = { ...messages, HomeFaq: { ...messages.HomeFaq, items } }
  const said = await askOf(edited as Messages, question, locale)
  expect(said.answer.response).toBe(`**${question}** ${answer}`)
  expect(said.answer.sources?.[0]?.path).toContain('#faq-engraving-answer')
})
