import { expect, it } from 'vitest'
import {
  addressKeyOf,
  addressSpellingsOf,
  emailKeyOf,
  lowerAscii,
} from '@/lib/leads/email-address'
import { phoneLinks } from '@/lib/leads/phone-numbers'
import { foldForSearch, searchTermsOf } from '@/lib/leads/search-text'

const normalized: [(text: string) => unknown, string, unknown][] = [
  [addressKeyOf, 'A.B@MÜLLER.de', 'a.b@xn--mller-kva.de'],
  [addressSpellingsOf, 'Ann@Bank.example', ['ann@bank.example']],
  [addressSpellingsOf, 'no address', ['no address']],
  [emailKeyOf, '+gold@bank.example', '+gold@bank.example'],
  [emailKeyOf, 'a.b+x+y@bank.example', 'a.b@bank.example'],
  [emailKeyOf, 'A.B+x@GoogleMail.com', 'ab@gmail.com'],
  [lowerAscii, 'ÉLODIE@Bank', 'Élodie@bank'],
  [foldForSearch, 'Œuvre ŁÓDŹ Straße 5% a_b', 'oeuvre lodz strasse 5％ a＿b'],
  [
    searchTermsOf,
    '0041 (22) 555',
    [['4122555', '41022555', '\n22555', '\n022555', '0041 (22) 555']],
  ],
  [searchTermsOf, '2345', [['2345']]],
  [searchTermsOf, '+1 5', [['+1'], ['5']]],
  [searchTermsOf, '#123456 x', [['123456'], ['x']]],
  [
    searchTermsOf,
    'a b c d e f g h i j k',
    'abcdefghij'.split('').map((word) => [word]),
  ],
  [searchTermsOf, 'O’Brien', [['o_brien', 'obrien']]],
  [
    searchTermsOf,
    '+1 (212) 555-0133',
    [
      [
        '12125550133',
        '102125550133',
        '\n2125550133',
        '\n02125550133',
        '+1 (212) 555-0133',
      ],
    ],
  ],
]
for (const [normalize, text, expected] of normalized) {
  it(`${normalize.name} normalizes “${text}” for comparing, searching or calling`, () => {
    expect(normalize(text)).toEqual(expected)
  })
}

it.each([
  ['1', 'en', []],
  ['0123456789012345', 'en', []],
  ['012345678901234', 'en', ['tel:012345678901234']],
  ['0049 30 901820', 'en', ['tel:+4930901820']],
  ['(212) 555-0133', 'fr', ['tel:+12125550133']],
  ['01 99 00 12 34', 'fr', ['tel:+33199001234']],
  ['01‑99‑00‑12‑34', 'fr', ['tel:+33199001234']],
])(
  'the visitor’s number %j is linked in %s to %j',
  (phone, language, links) => {
    expect(phoneLinks(phone, language).map(({ href }) => href)).toEqual(links)
  },
)
