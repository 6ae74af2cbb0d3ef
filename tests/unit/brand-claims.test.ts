import { cpSync, writeFileSync } from 'node:fs'
import { createElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { type ClaimName, claimNames, claims } from '@/lib/brand/claims'
import { mapTexts, type TextTree } from '@/lib/text'
import {
  catalog,
  taughtLocales as locales,
  type TaughtLocale,
} from '../support/catalog'
import { setBrand } from '../support/disclosing-brand'
import { renderIn } from '../support/render'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** The words that make a claim, in three languages. */
const words: Record<ClaimName, RegExp> = {
  clients:
    /hedge fund|fonds de couverture|fondos de cobertura|brokerage|sociétés de courtage|corretaje/i,
  northAmerica:
    /\b(IRA|RRSP|REER)\b|North American|nord-américaine|norteamericana/,
  vaults:
    /exchange-approved|agréées par des bourses|autorizadas por bolsas|\bmint\b/i,
  custody: /\bMPC\b|multi-?party|multipartit/i,
  standard: /ERC-3643/,
  network: /Polygon/,
  tradingHours:
    /24\/7\/365|any hour|toute heure|cualquier hora|\bnights?\b|la nuit|de noche|weekend|week-end|fin(es)? de semana/i,
  attestations:
    /every month|monthly|third.party|chaque mois|mensuel|d’un tiers|un tiers\b|cada mes|mensual|un tercero/i,
}

// Not what the company claims: the console, mails, and what a form or a report is.
const neutral =
  /^(Neutral|Operator|LeadContext|DigestMail|ContactForm|Facts\.reports\.gaps)/

function setClaims(stated: object, own?: object, more: object = {}) {
  const folder = setBrand({
    claims: stated,
    attestor: undefined,
    disclosures: { rows: [] },
    ...more,
  })
  cpSync('tests/brands/quorndon/messages', `${folder}/messages`, {
    recursive: true,
  })
  if (own) writeFileSync(`${folder}/messages/en.json`, JSON.stringify(own))
}

async function textsIn(locale: TaughtLocale): Promise<Record<string, string>> {
  const { loadMessages } = await import('@/lib/i18n/messages')
  const texts: Record<string, string> = {}
  mapTexts((await loadMessages(locale)) as TextTree, (text, key) => {
    texts[key] = text
    return text
  })
  return texts
}

/** The texts that make one of these claims. */
async function claimsIn(
  locale: TaughtLocale,
  names: ClaimName[],
): Promise<string[]> {
  const texts = Object.entries(await textsIn(locale)).filter(
    ([key]) => !neutral.test(key),
  )
  return texts.flatMap(([key, text]) =>
    names
      .filter((name) => words[name].test(text))
      .map((name) => `${key}: ${name}`),
  )
}

const everything = Object.fromEntries(
  claimNames.map((name) => [name, claims[name].states]),
)

it.each(locales)(
  'a brand that confirms nothing makes no claim in any text, in %s',
  async (locale) => {
    setClaims({})
    expect(await claimsIn(locale, claimNames)).toEqual([])
  },
)

it.each(claimNames)(
  'each claim is confirmed by itself: without %s the texts of the others stay',
  async (name) => {
    const { [name]: _, ...others } = everything
    setClaims({ ...others, [name]: 'Something else' })
    const texts = Object.values(await textsIn('en'))
    expect(
      texts.filter((text) =>
        claimNames.every((each) => !words[each].test(text)),
      ).length,
    ).toBeGreaterThan(500)
    expect(await claimsIn('en', [name])).toEqual([])
  },
)

it('every text of a claim exists', async () => {
  setClaims(everything)
  const keys = Object.keys(await textsIn('en'))
  const all = claimNames.flatMap((name) => claims[name].texts)
  expect(
    all.filter(
      (key) => !keys.some((each) => each.startsWith(key.replace('*', ''))),
    ),
  ).toEqual([])
})

it('a brand’s own text is its own claim, and its list has entries of its own and lacks others', async () => {
  const fees = { question: 'Own question?', answer: 'Own answer.' }
  setClaims(
    {},
    {
      HomeFaq: {
        items: { vaults: { answer: 'In Zug.' }, fees: null, storage: fees },
      },
    },
  )
  const texts = await textsIn('en')
  expect(texts).toMatchObject({
    'HomeFaq.items.vaults.question': expect.any(String),
    'HomeFaq.items.vaults.answer': 'In Zug.',
    'HomeFaq.items.storage.question': 'Own question?',
  })
  expect(
    Object.keys(texts).filter((key) => key.startsWith('HomeFaq.items.fees')),
  ).toEqual([])
})

it('an address is written as its country writes it', async () => {
  const office = {
    street: 'Bahnhofstrasse 1',
    region: 'ZH',
    postalCode: '8001',
    country: 'CH',
    city: { en: 'Zurich' },
  }
  const montreal = {
    ...office,
    region: 'QC',
    postalCode: 'H0H 0H0',
    country: 'CA',
    city: { en: 'Montreal' },
  }
  setClaims({}, undefined, {
    offices: [office, montreal, { ...office, region: '', postalCode: '' }],
  })
  const { officesIn } = await import('@/lib/i18n/offices')
  expect(officesIn('en').map(({ place }) => place)).toEqual([
    '8001 Zurich',
    'Montreal, QC H0H 0H0',
    'Zurich',
  ])
})

it('the quotation is labelled as made up, until the brand says otherwise', async () => {
  const { Testimonial } = await import('@/components/home/sections')
  const { heading, illustrative, quote } = catalog('fr').Testimonial
  const show = (kind?: 'genuine' | 'hidden') =>
    renderIn('fr', catalog('fr'), createElement(Testimonial, { kind }))
  // Visibly, and not for screen readers alone.
  for (const words of [quote, illustrative, `class="eyebrow">${heading}<`])
    expect(show()).toContain(words)
  expect(show('genuine')).toContain(quote)
  expect(show('genuine')).not.toContain(illustrative)
  expect(show('hidden')).toBe('')
})
