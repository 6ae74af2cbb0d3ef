import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Report } from '@/lib/attestations/archive'
import type { ArchivePage } from '@/lib/attestations/report-pages'
import { type ClaimName, claimNames, claims } from '@/lib/brand/claims'
import { mapTexts, type TextTree } from '@/lib/text'
import { termsOf } from '@/scripts/copy/terms'
import { entryOf } from '@/scripts/edit/names'
import { validReport } from '../support/attestations'
import {
  defaultBrand,
  otherBrand,
  unconfirmedClaimsIn,
} from '../support/brands'
import {
  catalog,
  taughtLocales as locales,
  type TaughtLocale,
} from '../support/catalog'
import { setBrand } from '../support/disclosing-brand'
import { renderIn } from '../support/render'
import { storedReport } from '../support/reports'

afterEach(() => {
  vi.resetModules()
})

/** The words that make a claim in a language. */
function wordsOf(name: ClaimName, locale: TaughtLocale): RegExp {
  return termsOf(locale).claims[name] ?? /^/
}

// Excludes texts in which the company claims nothing, such as those of the
// console, mails, and forms.
const neutral =
  /^(Neutral|Operator|LeadContext|\w+Mail\.|ContactForm\.(?!message))/

// Labels of one metal's figures and contract, which appear only with that
// metal.
const labelOfMetal = /\.(gold|silver)(Contract)?$/

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
  return folder
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

/** Returns the key and claim of each text that makes one of the claims. */
async function claimsIn(
  locale: TaughtLocale,
  names: ClaimName[],
): Promise<string[]> {
  const texts = Object.entries(await textsIn(locale)).filter(
    ([key]) => !neutral.test(key),
  )
  return texts.flatMap(([key, text]) =>
    names
      .filter((name) => !(isMetal(name) && labelOfMetal.test(key)))
      .filter((name) => wordsOf(name, locale).test(text))
      .map((name) => `${key}: ${name}`),
  )
}

function isMetal(name: ClaimName): boolean {
  return name === 'gold' || name === 'silver'
}

const everything = Object.fromEntries(
  claimNames.map((name) => [name, claims[name].states]),
)

it.each(locales)(
  'no text in %s makes a claim if the brand confirms nothing',
  async (locale) => {
    setClaims({})
    expect(await claimsIn(locale, claimNames)).toEqual([])
  },
)

it.each(claimNames)(
  'no text makes the claim “%s” unless the brand confirms it',
  async (name) => {
    const { [name]: _, ...others } = everything
    setClaims({ ...others, [name]: 'Something else' })
    const texts = Object.values(await textsIn('en'))

    expect(
      texts.filter((text) =>
        claimNames.every((each) => !wordsOf(each, 'en').test(text)),
      ).length,
    ).toBeGreaterThan(500)
    expect(await claimsIn('en', [name])).toEqual([])
  },
)

it('each claim lists all catalog texts that make it, except deleted entries', async () => {
  setClaims(everything)
  const keys = Object.keys(await textsIn('en'))
  const all = claimNames.flatMap((name) => claims[name].texts)
  const exists = (start: string) => keys.some((each) => each.startsWith(start))
  const isDeleted = (key: string) => {
    const entry = entryOf(key)
    return entry !== undefined && !exists(`${entry}.`)
  }

  expect(
    all.filter((key) => !exists(key.replace('*', '')) && !isDeleted(key)),
  ).toEqual([])
})

it('every neutral text replaces a text that makes a claim', () => {
  const shared: Record<string, string> = {}
  mapTexts(catalog('en') as TextTree, (text, key) => {
    shared[key] = text
    return text
  })
  const claimed: string[] = claimNames.flatMap((name) => claims[name].texts)
  const isReplaceable = (key: string) =>
    key in shared &&
    (claimed.includes(key) || claimed.includes(key.replace(/[^.]+$/, '*')))

  const neutralKeys = Object.keys(shared).flatMap((key) =>
    key.startsWith('Neutral.') ? key.slice('Neutral.'.length) : [],
  )

  expect(neutralKeys.length).toBeGreaterThan(100)
  expect(neutralKeys.filter((key) => !isReplaceable(key))).toEqual([])
})

it('a brand’s own texts and list entries are shown even without any claim', async () => {
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

it('facts cite no section that the brand’s pages leave out', async () => {
  setClaims({})
  vi.resetModules()
  const { loadMessages } = await import('@/lib/i18n/messages')
  const { factsIn } = await import('@/lib/chatbot/facts')
  const messages = await loadMessages('en')
  const paths = factsIn('en', messages).map(({ path }) => path)

  expect(messages.EnterpriseFeatures.cards).toEqual({})
  expect(paths.filter((path) => path.endsWith('#enterprise'))).toEqual([])
})

it.each(locales)(
  'no assistant answer in %s makes a claim that the brand does not confirm',
  async (locale) => {
    vi.stubEnv('BRAND', otherBrand.folder)
    vi.resetModules()
    const { answerMessage } = await import('@/lib/chatbot/answer')
    const questions: { question: string }[] = JSON.parse(
      readFileSync(`tests/assistant/questions.${locale}.json`, 'utf8'),
    )
    const found: [question: string, claims: string[]][] = []
    for (const { question } of questions) {
      const { answer } = await answerMessage(question, locale)
      // Removes quotations, because an answer may quote a term of the visitor
      // that the site does not mention, such as “IRA”.
      const said = [answer.response, ...(answer.suggestions ?? [])]
        .join('\n')
        .replace(/“[^”]*”|«[^»]*»/g, '')
      found.push([question, unconfirmedClaimsIn(said, locale)])
    }

    expect(found.filter(([, claims]) => claims.length > 0)).toEqual([])
    expect(found.length).toBeGreaterThan(60)
  },
  60_000,
)

it('a report with figures for a metal that the brand does not confirm is refused', async () => {
  setClaims({ gold: claims.gold.states })
  const { checkReport } = await import('@/lib/attestations/report-changes')

  const { problems } = await checkReport(validReport)

  expect(problems).toEqual({
    silver_ounces: ['unconfirmed_metal'],
    silver_tokens: ['unconfirmed_metal'],
  })
})

it('the API document has only examples of the brand’s metals and addresses', async () => {
  vi.stubGlobal('PRODUCT_ADDRESSES', '["/vault-gold"]')
  setClaims({ gold: claims.gold.states })
  const { mediaTypesOf } = await import('@/lib/openapi/content')
  const { openApiDocument } = await import('@/lib/openapi/document')
  const { checkReport } = await import('@/lib/attestations/report-changes')
  const exampleOf = (schema: string, name: string) =>
    mediaTypesOf({ [schema]: name })['application/json'].example
  const api = JSON.stringify(openApiDocument())
  vi.unstubAllGlobals()
  const report = exampleOf('NewReport', '$newReport')

  expect(api).not.toMatch(/silver\w*\\*":\\*"/)
  expect(api).toContain('"landing_page":"/fr/vault-gold"')
  expect(exampleOf('Reserves', '$reserves')).toMatchObject({
    gold: expect.any(Object),
    silver: null,
  })
  expect(report).toMatchObject({ silver_ounces: null })
  expect((await checkReport(report)).problems).toBeUndefined()
})

it('claims in a brand’s own texts are refused unless the brand confirms them', async () => {
  const own = { Hero: { body: 'Traded 24/7/365 on Polygon.' } }
  setClaims({ network: claims.network.states }, own)
  const { checkAll } = await import('@/scripts/copy/check')

  const found = checkAll().filter(({ rule }) => rule === 'claims')

  expect(found).toMatchObject([
    {
      level: 'error',
      key: 'Hero.body',
      problem: expect.stringContaining('“24/7/365”'),
      fix: expect.stringContaining('"tradingHours": "24/7/365"'),
    },
  ])
})

describe.each(locales)('the texts about fees in %s', (locale) => {
  const answer = 'HomeFaq.items.fees.answer'
  const unpublished = () =>
    termsOf(locale).required.find(({ key }) => key === answer)?.find

  it('do not say that fees are unpublished if the brand states them', async () => {
    const row = { topic: 'fees', label: 'Fees', value: '0.30 % a year' }
    setClaims(everything, {}, { disclosures: { rows: [row] } })

    const texts = await textsIn(locale)

    for (const key of [answer, 'Facts.fees.published.text'])
      expect(texts[key]).not.toMatch(unpublished() ?? /^/)
  })

  it('say that fees are unpublished if the brand states none', async () => {
    setClaims(everything)

    const texts = await textsIn(locale)

    expect(texts[answer]).toMatch(unpublished() ?? /$^/)
  })
})

it('without the claim, no page announces reports or lists missing ones', async () => {
  async function show(stated: object) {
    vi.resetModules()
    setClaims(stated)
    const { ReportList } = await import('@/components/attestations/report-list')
    const { PageHero } = await import('@/components/ui/page-hero')
    const { toArchive } = await import('@/lib/attestations/archive')
    const { loadMessages } = await import('@/lib/i18n/messages')
    const { selectPage } = await import('@/lib/attestations/report-pages')
    const archive = toArchive([storedReport('a', '2025-01')])
    const list = (reports: Report[]) =>
      createElement(ReportList, {
        page: selectPage(
          reports,
          undefined,
          new Date('2025-04-10'),
        ) as ArchivePage,
        isOperator: false,
      })
    return renderIn('en', await loadMessages('en'), [
      createElement(PageHero, { page: 'product', key: 'hero' }),
      createElement('div', { key: 'empty' }, list([])),
      createElement('div', { key: 'list' }, list(archive)),
    ])
  }
  const { Attestations, ProductHero } = catalog('en')
  const promises = [
    Attestations.empty,
    Attestations.first.intro,
    ProductHero.second,
    'No report for February 2025',
  ]

  const confirmed = await show(everything)
  const unconfirmed = await show({ ...everything, attestations: undefined })

  expect(promises.filter((words) => !confirmed.includes(words))).toEqual([])
  expect(promises.filter((words) => unconfirmed.includes(words))).toEqual([])
  expect(unconfirmed).toContain('Report a')
})

describe('the attestations page', () => {
  async function listsIn(stated: object): Promise<string[]> {
    vi.resetModules()
    setClaims(stated)
    const { Footer } = await import('@/components/layout/footer')
    const { toArchive } = await import('@/lib/attestations/archive')
    const { loadMessages } = await import('@/lib/i18n/messages')
    const { llmsText } = await import('@/lib/seo/llms-text')
    const { sitemapXml } = await import('@/lib/seo/sitemap')
    const archive = toArchive([storedReport('a', '2020-01')])
    return [
      renderIn('en', await loadMessages('en'), createElement(Footer)),
      await llmsText('en'),
      await sitemapXml(archive),
    ]
  }

  it('is in menus, llms.txt and the sitemap only with the claim', async () => {
    const confirmed = await listsIn(everything)
    const unconfirmed = await listsIn({
      ...everything,
      attestations: undefined,
    })

    for (const list of confirmed) expect(list).toContain('/attestations')
    for (const list of unconfirmed) expect(list).not.toContain('/attestations')
  })

  it('may be indexed by search engines only with the claim', async () => {
    async function robotsOf(stated: object) {
      vi.resetModules()
      setClaims(stated)
      const { pageMetadata } = await import('@/lib/seo/metadata')
      const params = Promise.resolve({ locale: 'en' })
      return (await pageMetadata(params, 'attestations')).robots
    }

    expect(await robotsOf(everything)).toMatchObject({ index: true })
    expect(await robotsOf({})).toBeUndefined()
  })

  it('is linked from the product page only with the claim', async () => {
    async function showMetals(stated: object) {
      vi.resetModules()
      setClaims(stated)
      const { Metals } = await import('@/components/product/metals')
      const { loadMessages } = await import('@/lib/i18n/messages')
      const node = createElement(Metals, {})
      return renderIn('en', await loadMessages('en'), node)
    }

    expect(await showMetals(everything)).toContain('href="/attestations"')
    expect(
      await showMetals({ ...everything, attestations: undefined }),
    ).not.toMatch(/href="\/attestations"|ProductHero/)
  })
})

it.each(locales)(
  'no fact in %s counts missing months unless the brand confirms attestations',
  async (locale) => {
    setClaims({ ...everything, attestations: undefined })
    const { toArchive } = await import('@/lib/attestations/archive')
    const { factsIn } = await import('@/lib/chatbot/facts')
    const { formatMonth } = await import('@/lib/attestations/format')
    const { loadMessages } = await import('@/lib/i18n/messages')
    const archive = toArchive([
      storedReport('a', '2025-01'),
      storedReport('b', '2025-03'),
    ])

    const facts = factsIn(locale, await loadMessages(locale), archive)

    const said = facts.map(({ text }) => text).join('\n')
    expect(said).toContain(formatMonth(locale, '2025-03'))
    expect(said).not.toContain(formatMonth(locale, '2025-02'))
    expect(said).not.toContain(formatMonth(locale, '2025-04'))
  },
)

it.each(locales)(
  'assistant answers in %s cite the attestations page only with a report',
  async (locale) => {
    setClaims({ ...everything, attestations: undefined })
    const { toArchive } = await import('@/lib/attestations/archive')
    const { factsIn } = await import('@/lib/chatbot/facts')
    const { loadMessages } = await import('@/lib/i18n/messages')
    const messages = await loadMessages(locale)
    const archive = toArchive([storedReport('a', '2025-01')])
    const citing = (reports: Report[]) =>
      factsIn(locale, messages, reports)
        .filter(({ text, path }) => `${text} ${path}`.includes('/attestations'))
        .map(({ id }) => id)

    expect(citing([])).toEqual([])
    expect(citing(archive)).toContain('attestations.where')
    expect(citing(archive)).toContain('reports.latest')
  },
)

it('the assistant suggests no question about reports that do not exist', async () => {
  setClaims({ ...everything, attestations: undefined, delivery: undefined })
  vi.resetModules()
  const { answerMessage } = await import('@/lib/chatbot/answer')

  for (const question of [
    'Which is the latest report?',
    'How does this differ from an ETF?',
  ]) {
    const { answer } = await answerMessage(question, 'en')
    const suggested = answer.suggestions?.join() ?? ''
    expect(suggested).not.toMatch(/report|attested|redeemed/)
  }
})

it('without claims, the assistant answers with the stated redemption terms', async () => {
  const row = { topic: 'redemption', label: 'Form', value: 'Whole bars' }
  setClaims({}, {}, { disclosures: { rows: [row] } })
  vi.resetModules()
  const { answerMessage } = await import('@/lib/chatbot/answer')

  const { answer } = await answerMessage('Can we take physical delivery?', 'en')

  expect(answer.response).toContain('Form: Whole bars')
  expect(answer.response).not.toContain('not stated')
})

describe('stated fees', () => {
  const row = { topic: 'fees', label: 'Storage', value: '0.30 % a year' }

  it.each(locales)(
    'are in the FAQ’s answer in %s, on the page and in its structured data',
    async (locale) => {
      setClaims(everything, {}, { disclosures: { rows: [row] } })
      const { Faq } = await import('@/components/ui/faq')
      const { loadMessages } = await import('@/lib/i18n/messages')
      const { pageGraph } = await import('@/lib/seo/json-ld')
      const messages = await loadMessages(locale)
      const props = { id: 'faq', namespace: 'HomeFaq' } as const

      const page = renderIn(locale, messages, createElement(Faq, props))
      const [answer = ''] =
        page.match(/<p[^>]*id="faq-fees-answer".*?<\/p>/) ?? []

      expect(answer).toContain('Storage (0.30 % a year)')
      expect(answer).not.toContain('/contact')
      expect(page).toContain('/direct-reserve#disclosures-terms')
      expect(JSON.stringify(await pageGraph('home', locale))).toContain(
        'Storage (0.30 % a year)',
      )
    },
  )

  it('are stated once by the assistant, which does not refer to sales', async () => {
    setClaims(everything, {}, { disclosures: { rows: [row] } })
    const { factsIn } = await import('@/lib/chatbot/facts')
    const { loadMessages } = await import('@/lib/i18n/messages')
    const facts = factsIn('en', await loadMessages('en'))

    expect(facts.find(({ id }) => id === 'fees.published')?.text).toBe(
      'These are the fees:\n\n- Storage: 0.30 % a year',
    )
  })
})

it.each(locales)(
  'the introduction to the legal rows in %s names no subject that may be missing',
  async (locale) => {
    const row = { topic: 'fees', label: 'Storage', value: '0.30 % a year' }
    setClaims({}, {}, { disclosures: { rows: [row] } })
    const texts = await textsIn(locale)

    expect(texts['Disclosures.intro']).not.toMatch(
      /part(y|ies|es)\b|intervenant|ris(k|que)|riesgo/i,
    )
    expect(texts['Disclosures.groups.terms']).not.toMatch(
      /redemption|rembours|reembols/i,
    )
  },
)

it('tokens have no fineness in the structured data unless bars are confirmed', async () => {
  setClaims({ gold: claims.gold.states })
  const { pageGraph } = await import('@/lib/seo/json-ld')

  const graph = JSON.stringify(await pageGraph('product', 'en'))

  expect(graph).toContain('gold-token')
  expect(graph).not.toContain('fineness')
})

it.each(locales)(
  'no text in %s names a client agreement unless the brand states one',
  async (locale) => {
    const agreement = /client agreement|contrat client|contrato con el cliente/i
    const keysNaming = async (rows: object[]) => {
      vi.resetModules()
      setClaims(everything, {}, { disclosures: { rows } })
      const texts = await textsIn(locale)
      return Object.keys(texts).filter(
        (key) => !neutral.test(key) && agreement.test(texts[key] ?? ''),
      )
    }
    const row = { topic: 'agreement', label: 'Agreement', value: 'On request' }

    expect(await keysNaming([])).toEqual(['Facts.notStated.agreement.text'])
    expect(await keysNaming([row])).toContain('KeyFeatures.intro')
  },
)

it.each(locales)(
  'texts in %s name the brand’s only metal, except for the company’s history',
  async (locale) => {
    setClaims({ gold: claims.gold.states })
    const generic =
      /precious.metals?|(?<!banque de )métaux précieux|(?<!banco de )metales preciosos/i
    const history = /1977|\d\s(years|ans|años)/
    const texts = Object.entries(await textsIn(locale)).filter(
      ([key, text]) => !neutral.test(key) && generic.test(text),
    )
    const others = texts.filter(([, text]) => !history.test(text))

    expect(others).toEqual([])
    expect(texts.length).toBeGreaterThan(3)
  },
)

it('texts mention only gold if the brand confirms only gold', async () => {
  setClaims({ gold: claims.gold.states, delivery: claims.delivery.states })
  const texts = await textsIn('en')
  const { brand } = (await import('@/lib/site')).site

  expect(texts).toMatchObject({
    'Metadata.home.title': `${brand} | Institutional Tokenized Gold Platform`,
    'Hero.eyebrow': 'Gold as a service',
    'Steps.cards.verify.title': 'Redeem',
  })
  expect(
    Object.keys(texts).filter(
      (key) =>
        !neutral.test(key) && texts[key]?.includes('the metal, the quantity'),
    ),
  ).toEqual([])
})

it.each(['gold', 'silver'] as const)(
  'only rosettes of %s are drawn if the brand confirms no other metal',
  async (metal) => {
    setClaims({ [metal]: claims[metal].states })
    const { PageHero } = await import('@/components/ui/page-hero')
    const { CallToAction } = await import('@/components/ui/call-to-action')
    const { loadMessages } = await import('@/lib/i18n/messages')

    const html = renderIn('en', await loadMessages('en'), [
      createElement(PageHero, { page: 'home', key: 'home' }),
      createElement(PageHero, { page: 'product', key: 'product' }),
      createElement(CallToAction, { namespace: 'CallToAction', key: 'end' }),
    ])

    expect(html.match(/rosette-\w+/g)).toEqual(
      Array(3).fill(`rosette-${metal}`),
    )
  },
)

it('the offices are a reason to choose the brand only if there are several', async () => {
  const [office, ...others] = defaultBrand.offices
  const reasonOf = async (offices: object[]) => {
    vi.resetModules()
    setClaims(everything, undefined, { offices })
    return (await textsIn('en'))['WhyUs.cards.offices.body']
  }

  expect(await reasonOf([office as object])).toBe(
    'The team answers during regular business hours.',
  )
  expect(await reasonOf([office as object, ...others])).toContain('Two offices')
})

const [firstOffice] = defaultBrand.offices
const openOffice = {
  ...firstOffice,
  hours: { opens: '09:00', closes: '16:00' },
}
const oneOffice = { offices: [openOffice] }
const hoursUnknown = { offices: [{ ...firstOffice, hours: undefined }] }

describe('business hours', () => {
  const businessHours =
    /business hours|heures normales de bureau|horario laboral/i

  it.each(locales)(
    'are in texts in %s only if the brand states its hours',
    async (locale) => {
      const keysNaming = async (more: object) => {
        vi.resetModules()
        setClaims(everything, {}, more)
        const texts = await textsIn(locale)
        return Object.keys(texts).filter(
          (key) =>
            // The page shows this text only next to the hours.
            key !== 'Contact.hours' && businessHours.test(texts[key] ?? ''),
        )
      }
      const row = { topic: 'hours', label: 'Hours', value: '8:30 to 17:30' }

      expect(await keysNaming(hoursUnknown)).toEqual([])
      expect(await keysNaming(oneOffice)).toContain('CallToAction.body')
      expect(
        await keysNaming({ ...hoursUnknown, disclosures: { rows: [row] } }),
      ).toContain('CallToAction.body')
    },
  )

  it('are on the contact page and in llms.txt if an office states them', async () => {
    async function show(more: object) {
      vi.resetModules()
      setClaims(everything, {}, more)
      const { ContactDetails } = await import(
        '@/components/contact/contact-details'
      )
      const { loadMessages } = await import('@/lib/i18n/messages')
      const { llmsText } = await import('@/lib/seo/llms-text')
      const page = renderIn('en', await loadMessages('en'), [
        createElement(ContactDetails, { key: 'contact' }),
      ])
      return [page, await llmsText('en')]
    }
    const { hours } = catalog('en').Contact

    for (const shown of await show(oneOffice)) {
      expect(shown).toContain(hours)
      expect(shown).toMatch(/Monday\s–\sFriday, 9:00\sAM\s–\s4:00\sPM/)
    }
    for (const shown of await show(hoursUnknown))
      expect(shown).not.toContain(hours)
  })

  it.each([
    ['en', /Montreal: Monday\s–\sFriday, 9:00\sAM\s–\s4:00\sPM/],
    ['fr', /Montréal\s: lundi\s–\svendredi, 09:00\s–\s16:00/],
    ['es', /Montreal: lunes\s–\sviernes, 9:00\s?–\s?16:00/],
  ] as const)('of an office are in the answer in %s', async (locale, hours) => {
    setClaims({}, {}, oneOffice)
    const { factsIn } = await import('@/lib/chatbot/facts')
    const { loadMessages } = await import('@/lib/i18n/messages')
    const facts = factsIn(locale, await loadMessages(locale))

    expect(facts.find(({ id }) => id === 'contact.hours')?.text).toMatch(hours)
  })
})

it('a question about an office elsewhere is answered with the brand’s office', async () => {
  vi.stubEnv('BRAND', otherBrand.folder)
  vi.resetModules()
  const { answerMessage } = await import('@/lib/chatbot/answer')

  for (const question of [
    'Do you have an office in Montreal?',
    'Is there an office in Hong Kong?',
    'Do you have an office in New York or Montreal?',
  ]) {
    const { answer } = await answerMessage(question, 'en')
    expect(answer.response).toContain('London')
  }
})

it('the contact page’s keywords name an office in the singular', async () => {
  setClaims({}, {}, oneOffice)
  const keywords = await Promise.all(
    locales.map(
      async (locale) => (await textsIn(locale))['Metadata.contact.keywords'],
    ),
  )

  expect(keywords).toEqual([
    expect.stringContaining('office in Montreal'),
    expect.stringContaining('bureau à Montréal'),
    expect.stringContaining('oficina en Montreal'),
  ])
})

it('the illustrative client is of no kind that the brand does not confirm', async () => {
  setClaims({ ...everything, clients: undefined })

  expect((await textsIn('en'))['Testimonial.institution']).toBe(
    'Institutional client',
  )
})

it('French texts of a silver brand do not call the metal just “argent”', async () => {
  setClaims({ silver: claims.silver.states })
  const texts = await textsIn('fr')
  const labels = /^Metals|^Attestations\.(silver|columns|operator)|^LiveSupply/
  const ambiguous = Object.keys(texts).filter(
    (key) =>
      !neutral.test(key) &&
      !labels.test(key) &&
      /argent(?! (métal|physique|fin)|eri)/i.test(texts[key] ?? ''),
  )

  expect(ambiguous).toEqual([])
})

describe('a section with a single card', () => {
  async function show(stated: object) {
    vi.resetModules()
    setClaims(stated)
    const { Benefits } = await import('@/components/home/benefits')
    const { Comparison } = await import('@/components/product/comparison')
    const { EnterpriseFeatures } = await import(
      '@/components/product/enterprise-features'
    )
    const { loadMessages } = await import('@/lib/i18n/messages')
    return renderIn('en', await loadMessages('en'), [
      createElement(Benefits, { key: 'benefits' }),
      createElement(Comparison, { key: 'comparison' }),
      createElement(EnterpriseFeatures, { key: 'enterprise' }),
    ])
  }
  const { Benefits, Differentiators, EnterpriseFeatures } = catalog('en')

  it('is left out, and so is a comparison with a single row', async () => {
    const html = await show({ custody: claims.custody.states })

    expect(html).toContain(Benefits.cards.custody.title)
    expect(html).not.toContain(Differentiators.title)
    expect(html).not.toContain(EnterpriseFeatures.title)
  })

  it('has no heading among the benefits, which then form one list', async () => {
    const html = await show({ custody: claims.custody.states })

    expect(html).toContain(Benefits.cards.fastSettlement.title)
    for (const heading of Object.values(Benefits.rows))
      expect(html).not.toContain(`${heading}<`)
    expect(await show(everything)).toContain(`${Benefits.rows.market}<`)
  })
})

it('an address is formatted by the rules of its country', async () => {
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

it('the drawn bar is stamped only with what the brand confirms', async () => {
  async function draw(stated: object) {
    vi.resetModules()
    setClaims(stated)
    const { Bullion } = await import('@/components/home/bullion')
    const { loadMessages } = await import('@/lib/i18n/messages')
    return renderIn('fr', await loadMessages('fr'), createElement(Bullion))
  }

  const stamped = await draw(everything)
  const plain = await draw({ ...everything, bars: undefined })

  const { weight, fineness, label } = catalog('fr').Showcase.stamp
  for (const words of [weight, fineness, label]) {
    expect(stamped).toContain(words)
    expect(plain).not.toContain(words)
  }
  expect(plain).toContain('Dessin')
})

describe('the testimonial', () => {
  async function show(
    kind: 'illustrative' | 'genuine' | 'hidden',
    own?: object,
  ) {
    const folder = setClaims({}, own, { testimonial: kind })
    if (own) cpSync(`${folder}/messages/en.json`, `${folder}/messages/fr.json`)
    const { Testimonial } = await import('@/components/home/testimonial')
    const { loadMessages } = await import('@/lib/i18n/messages')
    const messages = await loadMessages('fr')
    return renderIn('fr', messages, createElement(Testimonial))
  }

  it('is labeled as illustrative until the brand says otherwise', async () => {
    const { heading, illustrative, quote } = catalog('fr').Testimonial
    const html = await show('illustrative', { Testimonial: { quote } })
    // Expects a visible label, not one only for screen readers.
    for (const words of [quote, illustrative, `class="eyebrow">${heading}<`])
      expect(html).toContain(words)

    expect(await show('hidden')).toBe('')
  })

  it('is labeled as genuine only in the brand’s own words', async () => {
    const { heading, genuine, illustrative } = catalog('fr').Testimonial

    const html = await show('genuine', { Testimonial: { quote: 'Merci.' } })

    for (const words of ['Merci.', `class="eyebrow">${genuine}<`])
      expect(html).toContain(words)
    for (const words of [heading, illustrative])
      expect(html).not.toContain(words)
    expect(await show('genuine')).toBe('')
  })
})
