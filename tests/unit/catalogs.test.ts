import { readFileSync } from 'node:fs'
import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { fillFacts } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import en from '@/messages/en.json'
import es from '@/messages/es.json'

type Tree = { [key: string]: string | Tree }

const catalogs: Record<string, Tree> = Object.fromEntries(
  routing.locales.map((locale) => [locale, JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'))]),
)
const translations = routing.locales.filter((locale) => locale !== routing.defaultLocale)

function flatten(tree: Tree, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[[...path, key].join('.'), value]] : flatten(value, [...path, key]),
  ) as [string, string][]
}

describe.each(translations)('the catalog in %s', (locale) => {
  const english = flatten(en)
  const translated = flatten(catalogs[locale] as Tree)

  it('has the keys of the English one, in its order', () => {
    expect(translated.map(([key]) => key)).toEqual(english.map(([key]) => key))
  })

  it('takes the same arguments and tags', () => {
    const messages = new Map(translated)
    const differing = english.flatMap(([key, message]) => {
      const other = messages.get(key)
      if (other === undefined) return []
      const { success, error } = isStructurallySame(parse(message), parse(other))
      return success ? [] : [`${key}: ${error?.message}`]
    })
    expect(differing).toEqual([])
  })
})

it.each(routing.locales)('the catalog in %s is valid ICU and has no empty message', (locale) => {
  for (const [key, message] of flatten(catalogs[locale] as Tree)) {
    expect(message.trim(), key).not.toBe('')
    expect(() => parse(message), key).not.toThrow()
  }
})

it('holds as many cards, steps and questions as specified', () => {
  const counts = {
    institutions: Object.keys(en.Institutions.cards).length,
    benefits: Object.keys(en.Benefits.cards).length,
    whyUs: Object.keys(en.WhyUs.cards).length,
    steps: Object.keys(en.Steps.cards).length,
    homeQuestions: Object.keys(en.HomeFaq.items).length,
    keyFeatures: Object.keys(en.KeyFeatures.cards).length,
    differentiators: Object.keys(en.Differentiators.cards).length,
    productQuestions: Object.keys(en.ProductFaq.items).length,
  }
  expect(counts).toEqual({
    institutions: 8,
    benefits: 9,
    whyUs: 4,
    steps: 4,
    homeQuestions: 7,
    keyFeatures: 6,
    differentiators: 6,
    productQuestions: 9,
  })
})

it('says the specified sentences', () => {
  expect(en.ContactForm.success).toBe("Thank you! We'll be in touch shortly.")
  expect(en.ContactForm.error).toBe('Failed to send message. Please try again.')
  expect(es.ContactForm.submitting).toBe('Enviando...')
  expect(en.NotFound.title).toBe('Page Not Found')
  expect(en.NotFound.message).toBe("The page you're looking for doesn't exist or has been moved.")
})

it('shows a company name literally, whatever marks it has', () => {
  const filled = fillFacts({ text: '{brand}, since {founded}' }, { brand: "O'{b}<i>", founded: '1977' })
  expect(filled).toEqual({ text: "O'''{'b'}''<'i'>', since 1977" })
})
