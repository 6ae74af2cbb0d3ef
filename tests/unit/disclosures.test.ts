import { describe, expect, it } from 'vitest'
import { disclosureParts, disclosuresSchema } from '@/lib/brand/disclosures'
import { allDisclosures } from '../support/disclosing-brand'

function problemsOf(changes: Record<string, unknown>): string[] {
  const result = disclosuresSchema.safeParse({ ...structuredClone(allDisclosures), ...changes })
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const words = { en: 'One', fr: 'Un', es: 'Uno' }
const [gold] = allDisclosures.tokens as { address: string }[]

describe('the disclosures of a brand', () => {
  it('may have every part, and none', () => {
    expect(problemsOf({})).toEqual([])
    expect(Object.keys(allDisclosures).sort()).toEqual([...disclosureParts].sort())
    expect(disclosuresSchema.safeParse({}).success).toBe(true)
  })

  it('may have any part alone', () => {
    for (const [part, value] of Object.entries(allDisclosures)) {
      expect(disclosuresSchema.safeParse({ [part]: value }).error, part).toBeUndefined()
    }
  })

  it.each<[string, Record<string, unknown>, string]>([
    [
      'words without a language',
      { insurance: { en: 'All', fr: 'Tous' } },
      'insurance.es: is missing: words are needed in each language of the site (en, fr, es)',
    ],
    [
      'empty words',
      { insurance: { ...words, fr: ' ' } },
      'insurance.fr: is missing: words are needed in each language of the site (en, fr, es)',
    ],
    ['one text for all languages', { riskNotice: 'Risks' }, 'riskNotice: must be words by language (en, fr, es)'],
    ['words in another language', { riskNotice: { ...words, de: 'Eins' } }, 'riskNotice: Unrecognized key: "de"'],
    ['an unknown part', { yield: '5 %' }, ': Unrecognized key: "yield"'],
    [
      'an unknown country',
      { jurisdictions: { served: ['CA', 'QQ'] } },
      'jurisdictions.served.1: must be a country in two capital letters (ISO 3166-1), such as CA',
    ],
    ['a vault without a country', { vaults: [{ operator: 'Ostvik', city: words }] }, 'vaults.0.country: must be text'],
    ['an empty list', { fees: [] }, 'fees: must not be an empty list'],
    ['an empty part', { redemption: {} }, 'redemption: must not be empty'],
    ['a denial of title', { title: { allocated: false } }, 'title.allocated: must be true, or be left out'],
    [
      'a short address',
      { tokens: [{ ...gold, address: '0x12' }] },
      'tokens.0.address: must be 0x and 40 hexadecimal digits',
    ],
    [
      'an address of another checksum',
      { tokens: [{ ...gold, address: gold?.address.replace('0x5a', '0x5A') }] },
      'tokens.0.address: has a wrong checksum (EIP-55): copy it from the explorer',
    ],
    [
      'an address without its checksum',
      { tokens: [{ ...gold, address: gold?.address.toLowerCase() }] },
      'tokens.0.address: has a wrong checksum (EIP-55): copy it from the explorer',
    ],
    [
      'an explorer without a place for the address',
      { tokens: [{ ...gold, explorer: 'https://explorer.example/' }] },
      'tokens.0.explorer: must have {address} in it',
    ],
    [
      'an explorer without https',
      { tokens: [{ ...gold, explorer: 'http://explorer.example/{address}' }] },
      'tokens.0.explorer: must be an https:// address',
    ],
    ['another metal', { tokens: [{ ...gold, metal: 'platinum' }] }, 'tokens.0.metal: must be gold or silver'],
    ['a chain by its name', { tokens: [{ ...gold, chainId: '137' }] }, 'tokens.0.chainId: must be a whole number'],
    [
      'an unknown currency',
      { currencies: ['USD', 'dollar'] },
      'currencies.1: must be a currency in three capital letters (ISO 4217), such as USD',
    ],
    [
      'an unknown time zone',
      { hours: { from: 'monday', to: 'friday', open: '08:30', close: '17:30', timeZone: 'EST5' } },
      'hours.timeZone: must be a time zone of the IANA database, such as America/Toronto',
    ],
    [
      'an hour that is none',
      { hours: { from: 'monday', to: 'friday', open: '8:30', close: '24:00', timeZone: 'UTC' } },
      'hours.open: must be a time such as 09:00',
    ],
    [
      'a contact that is neither',
      { contacts: { privacy: 'http://norhelm.example' } },
      'contacts.privacy: must be an e-mail address or an https:// address',
    ],
  ])('are refused with %s', (_, changes, problem) => {
    expect(problemsOf(changes)).toContain(problem)
  })
})

// The examples of EIP-55.
it.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
])('knows the checksum of %s', (address) => {
  expect(problemsOf({ tokens: [{ ...gold, address }] })).toEqual([])
})
