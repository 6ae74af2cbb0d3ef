import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSources } from '@/scripts/copy/catalogs'
import { parseText } from '@/scripts/copy/message'
import { typeset } from '@/scripts/edit/check'
import { sources } from '../support/copy'

// Writes a narrow no-break space as _ to make it visible.
const show = (text: string) => text.replaceAll('\u202F', '_')

it('typesetting leaves the site’s own texts unchanged', () => {
  const { catalogs } = parseSources(sources)
  const changed = catalogs.flatMap(({ locale, messages }) =>
    [...messages.values()]
      .filter(({ text }) => typeset(locale, text) !== text)
      .map(({ key }) => `${locale} ${key}`),
  )

  expect(changed).toEqual([])
})

it.each([
  ['fr', 'Quoi?! Oui! Donc: ceci; cela', 'Quoi_?! Oui_! Donc_: ceci_; cela'],
  ['fr', 'Quoi ? Oui\u00A0! Non\u202F!', 'Quoi_? Oui_! Non_!'],
  ['fr', '“Oui” et «non»', '«_Oui_» et «_non_»'],
  ['fr', "L'or n'est pas de l'argent", 'L’or n’est pas de l’argent'],
  ['fr', '1:1, 24:00, 12% et 10 %', '1:1, 24:00, 12_% et 10_%'],
  ['fr', '<contact>"Oui"</contact>!', '<contact>«_Oui_»</contact>_!'],
  [
    'fr',
    '{n, plural, one {"un" jour!} other {# jours}}',
    '{n, plural, one {«_un_» jour_!} other {#\u00A0jours}}',
  ],
  [
    'fr',
    'Écrire à "a@b.example"! (a@b.example): l\'adresse',
    'Écrire à «_a@b.example_»_! (a@b.example)_: l’adresse',
  ],
  [
    'es',
    'https://a.example/?b »\'{n "uno"!}',
    'https://a.example/?b»\'{n "uno"!}',
  ],
  ['fr', 'l\'"once"', 'l’«_once_»'],
  ['fr', 'Ligne :\n"Suite"', 'Ligne_:\n«_Suite_»'],
  ['fr', 'Lingots de 1 kg', 'Lingots de 1\u00A0kg'],
  ['es', 'Lingotes de 1 kg', 'Lingotes de 1\u00A0kg'],
  ['es', '"Hola" : ¿ qué ?', '«Hola»: ¿qué?'],
  ['es', 'Dijo “no” (y "sí")', 'Dijo «no» (y «sí»)'],
  ['en', 'He said "yes" ; ("no") !', 'He said “yes”; (“no”)!'],
  ['en', "We'll see our clients' {brand}", 'We’ll see our clients’ {brand}'],
  ['en', 'Gold\u00A0in\u202Fa vault', 'Gold in a vault'],
  ['en', '400\u00A0oz\u00A0t', '400\u00A0oz\u00A0t'],
  [
    'en',
    '  Vaulted  gold,\t {brand}\u00A0 and more ',
    'Vaulted gold, {brand} and more',
  ],
  ['fr', ' 12\u00A0 % , et\u00AD (oui ) ', '12_%, et (oui)'],
  [
    'es',
    'Oro - y {brand} - y on-line, 1 -2',
    'Oro – y {brand} – y on-line, 1 -2',
  ],
  // Uses no language, so that no language's rules apply.
  ['xx', '"Ja" : nein', '"Ja" : nein'],
  ['fr', 'Un {texte ouvert?', 'Un {texte ouvert?'],
])('typesetting corrects in %s: %s', (locale, typed, expected) => {
  expect(show(typeset(locale, typed))).toBe(expected)
})

const words = [
  'mot',
  '12',
  '{brand}',
  '<contact>ici</contact>',
  '{n, plural, one {un "jour"!} other {# jours}}',
]
const marks = [
  '?',
  '!',
  ':',
  ';',
  '"',
  "'",
  '«',
  '»',
  '“',
  '”',
  '%',
  '¿',
  '¡',
  "''",
  "'{'",
]
const spaces = [' ', ' ', '\n', '\u202F', '\u00A0']
const addresses = ['https://a.example/?b', 'https://a.example/', 'a@b.example']
const anyText = fc.array(
  fc.constantFrom(...words, ...marks, ...spaces, ...addresses),
  { maxLength: 14 },
)

it('typesetting is idempotent and preserves arguments and tags', () => {
  fc.assert(
    fc.property(fc.constantFrom('en', 'fr', 'es'), anyText, (locale, parts) => {
      const text = parts.join('')
      const once = typeset(locale, text)

      expect(typeset(locale, once)).toBe(once)
      const [before, after] = [parseText(text), parseText(once)]
      expect(after.args).toEqual(before.args)
      expect(after.tags).toEqual(before.tags)
    }),
    { numRuns: 6_000 },
  )
})
