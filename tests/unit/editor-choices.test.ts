import { expect, it } from 'vitest'
import { type Choice, emptyLike } from '@/scripts/edit/browser/choices'

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
