import { expect, it } from 'vitest'
import en from '@/messages/en.json'
import {
  type Choice,
  chosenCase,
  describeCase,
  emptyLike,
  readMessage,
} from '@/scripts/edit/browser/choices'

const english =
  '{brand} has {years, plural, =0 {no past} one {one year} other {# years}} and {metals, select, both {two metals} other {one metal}}.'

/** Returns the message that someone gets who writes its cases into the fields. */
function writeCases({ pieces, options }: Choice): string {
  return pieces
    .map((piece, index) => piece + (options[index]?.[0] ?? ''))
    .join('')
}

it.each([
  ['de', '{years, plural, =0 {=0} one {one} other {other}}'],
  [
    'pl',
    '{years, plural, =0 {=0} one {one} few {few} many {many} other {other}}',
  ],
  ['fr', '{years, plural, =0 {=0} one {one} other {other}}'],
  ['ja', '{years, plural, =0 {=0} other {other}}'],
])(
  'an empty text in %s has the plural forms of its language',
  (locale, written) => {
    const [plural] = emptyLike(english, locale).choices

    expect(plural && writeCases(plural)).toBe(written)
  },
)

it('an empty text has the same choices as the English text', () => {
  const [, choice] = emptyLike(english, 'de').choices

  expect(choice && writeCases(choice)).toBe(
    '{metals, select, both {both} other {other}}',
  )
})

function choiceIn(message: string): Choice {
  const [choice] = readMessage(message).choices
  if (!choice) throw new Error(message)
  return choice
}

/** Returns the names of the cases, with a star at the one that is shown. */
function namesOfCases(message: string, facts: Record<string, string | number>) {
  const choice = choiceIn(message)
  const chosen = chosenCase(choice, 'en', facts)
  return choice.options.map(
    ([selector]) =>
      describeCase(choice, selector) + (selector === chosen ? '*' : ''),
  )
}

it.each([
  {
    message: '{metals, select, both {} gold {} silver {} other {}}',
    names: [
      'for gold and silver*',
      'for gold only',
      'for silver only',
      'for any other metals',
    ],
  },
  {
    message: '{shop, select, none {} other {}}',
    names: ['without an online shop', 'with an online shop*'],
  },
  {
    message: '{officeCount, plural, one {} other {}}',
    names: ['for one (singular)*', 'for all other numbers'],
  },
  {
    message: '{count, plural, =0 {} other {}}',
    names: ['for exactly 0', 'for all other numbers'],
  },
])(
  'the cases of $message are named, and the one on the page is marked',
  ({ message, names }) => {
    const facts = { metals: 'both', shop: 'set', officeCount: 1 }

    expect(namesOfCases(message, facts)).toEqual(names)
  },
)

it('every choice between having something and not having it has a name', () => {
  const texts = JSON.stringify(en)
  const choices = [...texts.matchAll(/\{(\w+), select, none/g)]
  const names = new Set(choices.map(([, name]) => `${name}`))

  const nameless = [...names].filter((name) => {
    const choice = choiceIn(`{${name}, select, none {} other {}}`)
    return describeCase(choice, 'none') === `without ${name}`
  })

  expect(names.size).toBeGreaterThan(10)
  expect(nameless).toEqual([])
})
