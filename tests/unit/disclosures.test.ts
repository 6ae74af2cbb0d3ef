import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { disclosuresSchema } from '@/lib/brand/disclosures'
import { defaultBrand } from '../support/brands'
import {
  catalog,
  type TaughtLocale as Locale,
  taughtLocales as locales,
} from '../support/catalog'
import { allRows, setDisclosures } from '../support/disclosing-brand'
import { renderIn } from '../support/render'

afterEach(() => {
  vi.resetModules()
})

type Rows = typeof allRows

const rowsOf = (...topics: string[]) =>
  allRows.filter(({ topic }) => topics.includes(topic))

/**
 * Renders each part of the site that shows these disclosures, and decodes the
 * entities of its HTML.
 */
async function show(rows: Rows | undefined, locale: Locale, attestor?: string) {
  if (rows) setDisclosures(rows, attestor)
  const { loadMessages } = await import('@/lib/i18n/messages')
  const messages = await loadMessages(locale)
  const html = (node: ReactNode) =>
    renderIn(locale, messages, node)
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
      .replace(/<span class="nowrap">(.*?)<\/span>/g, '$1')
  const { Disclosures } = await import('@/components/disclosures/disclosures')
  const { Faq } = await import('@/components/ui/faq')
  const { Footer } = await import('@/components/layout/footer')
  const { Metals } = await import('@/components/product/metals')
  const { Parties } = await import('@/components/product/parties')
  const { ContactDetails } = await import(
    '@/components/contact/contact-details'
  )
  const { llmsText } = await import('@/lib/seo/llms-text')
  const { pageGraph } = await import('@/lib/seo/json-ld')
  const { loadKnowledge } = await import('@/lib/chatbot/knowledge')
  const faqOf = (namespace: 'HomeFaq' | 'ProductFaq') =>
    html(createElement(Faq, { id: namespace, namespace }))
  return {
    section: html(createElement(Disclosures)),
    faq: faqOf('HomeFaq') + faqOf('ProductFaq'),
    footer: html(createElement(Footer)),
    metals: html(createElement(Metals, {})),
    parties: html(createElement(Parties)),
    contact: html(createElement(ContactDetails)),
    llms: await llmsText(locale),
    graph: JSON.stringify(await pageGraph('product', locale)),
    facts: [...(await loadKnowledge())[locale].facts.values()],
  }
}

function textsIn(rows: Rows, locale: Locale): string[] {
  const words = rows.flatMap(({ label, value }) => [label, value].flat())
  return words.map((text) => (typeof text === 'string' ? text : text[locale]))
}

describe.each(locales)('disclosures in %s', (locale) => {
  const { title, groups, examples } = catalog(locale).Disclosures

  it('are all in their section', async () => {
    const { section } = await show(allRows, locale)

    const names = [title, ...Object.values(groups)]
    for (const text of [...textsIn(allRows, locale), ...names])
      expect(section).toContain(text)
    expect(section).not.toContain(examples)
  })

  it('are all in llms.txt', async () => {
    const { llms } = await show(allRows, locale)

    for (const text of textsIn(allRows, locale)) expect(llms).toContain(text)
    expect(llms).toContain(`**${title}**\n\n`)
  })

  it('are on the pages that they concern, too', async () => {
    const { contact, metals } = await show(allRows, locale)

    for (const text of textsIn(rowsOf('hours'), locale).slice(1))
      expect(contact).toContain(text)
    for (const text of textsIn(rowsOf('barStandard'), locale))
      expect(metals).toContain(text)
  })

  it('are linked from the footer and the questions', async () => {
    const { footer, faq } = await show(allRows, locale)

    expect(footer).toContain(`/direct-reserve#disclosures">${title}</a>`)
    expect(faq).toContain(
      `<a href="${locale === 'en' ? '' : `/${locale}`}/direct-reserve#disclosures-token">`,
    )
  })

  it('are not mentioned anywhere if the brand has none', async () => {
    const { section, faq, footer, metals, contact, llms, graph, facts } =
      await show([], locale)
    expect(section).toBe('')
    expect([faq, footer, metals, contact].join()).not.toMatch(
      /disclosures|contract"/,
    )
    expect(llms).not.toContain(catalog(locale).Disclosures.title)
    expect(graph).not.toMatch(/legalName|feesAnd|Contract/)
    expect(
      facts.filter(
        ({ id, isStated }) => id.startsWith('notStated.') && isStated,
      ),
    ).toEqual([])

    const stated = facts.map(({ text }) => text).join()
    for (const text of textsIn(allRows, locale).filter(
      (text) => text.length > 20,
    ))
      expect(stated).not.toContain(text)
  })

  it('say “a third party” if no attestor is named', async () => {
    const party = { en: 'A third party', fr: 'Un tiers', es: 'Un tercero' }[
      locale
    ]

    for (const attestor of ['Quillhaven Assurance LLP', undefined]) {
      const { faq, metals } = await show([], locale, attestor)

      expect(faq).toContain(
        `<p class="soft" id="HomeFaq-attestations-answer">${attestor ?? party} `,
      )
      expect(metals).toContain(attestor ?? party.toLowerCase())
    }
  })
})

it('FAQ answers link only to subjects that the brand discloses', async () => {
  const { faq } = await show(rowsOf('tokens', 'fees'), 'en')
  const answers = faq.matchAll(
    /id="(\w+-\w+)-answer"(?:(?!<\/details>).)*#disclosures-(\w+)/g,
  )

  expect([...answers].map(([, answer, group]) => [answer, group])).toEqual([
    ['HomeFaq-fees', 'terms'],
    ['ProductFaq-tokenStandard', 'token'],
  ])
})

it('the answer about the company names the issuer', async () => {
  const answer = async (rows?: Rows) => {
    const { faq } = await show(rows, 'en')
    return faq.match(/id="HomeFaq-company-answer">.*?<\/details>/)?.[0]
  }

  expect(await answer()).toMatch(
    /Halcrest Reserve Issuance Inc\. issues the tokens\..*#disclosures-company/,
  )
  expect(await answer([])).not.toMatch(/issues the tokens|#disclosures/)
})

it.each([
  ['notStated.interest', 'bear no interest'],
  ['notStated.orderSize', '10 million US dollars per order'],
  ['notStated.serviceLevels', '99.9%'],
  ['notStated.companyDetails', 'owns the issuer outright'],
  ['reports.next', '15th business day'],
])(
  'the assistant does not deny what the brand discloses: %s',
  async (id, row) => {
    const { facts } = await show(undefined, 'en')
    const text = facts.find((fact) => fact.id === id)?.text

    expect(text).toContain(row)
    expect(text).not.toMatch(/not stated|not mentioned|states no/)
  },
)

it('the fictional brand labels its rows as examples', async () => {
  const { section, llms } = await show(undefined, 'en')
  for (const text of [section, llms])
    expect(text).toContain(catalog('en').Disclosures.examples)

  expect(section.match(/<dt/g)).toHaveLength(
    defaultBrand.disclosures.rows.length,
  )
})

it('an identifier with periods stays on one line', async () => {
  const { Unbroken } = await import('@/components/ui/unbroken')
  const { loadMessages } = await import('@/lib/i18n/messages')

  const html = renderIn(
    'en',
    await loadMessages('en'),
    createElement(Unbroken, null, 'License CHE-123.456.789.'),
  )

  expect(html).toBe('License <span class="nowrap">CHE-123.456.789</span>.')
})

it('token contracts link to the blockchain explorer', async () => {
  const { section, metals } = await show(allRows, 'en')

  for (const { value: address } of rowsOf('goldContract', 'silverContract')) {
    const link = `<a href="https://explorer.example/token/${address}" target="_blank" rel="noopener noreferrer"><code class="contract">${address}</code>`
    expect(section).toContain(link)
    expect(metals).toContain(link.replace(/<code.*/, ''))
  }
})

it('disclosures are in the structured data', async () => {
  const { graph } = await show(allRows, 'en')

  for (const { value: address } of rowsOf('goldContract', 'silverContract'))
    expect(graph).toContain(`"value":"${address}"`)
  expect(graph).toContain('"legalName":"Norhelm Metals Limited"')
  expect(graph).toContain(
    '"feesAndCommissionsSpecification":"Trading commission; Annual vaulting fee"',
  )
  // Leaves out e-mail addresses because harvesters read structured data.
  expect(graph).not.toContain('@norhelm')
})

it('a metal without a disclosed contract shows none on the page', async () => {
  const { metals } = await show(rowsOf('goldContract'), 'en')

  expect(metals.match(/class="contract"/g)).toHaveLength(1)
})

it('parties of the default brand link to what it discloses about them', async () => {
  const { parties, footer } = await show(undefined, 'en')
  const { roles } = catalog('en').Parties
  for (const { topic, name } of defaultBrand.disclosures.parties) {
    expect(parties).toContain(roles[topic as keyof typeof roles])
    expect(parties).toMatch(
      new RegExp(`/direct-reserve#disclosures-\\w+">${name}</a>`),
    )
  }

  expect(parties).toContain(catalog('en').Disclosures.examples)
  expect(footer).toContain('Halcrest Reserve Issuance Inc.</a>')
  expect(footer).toContain('LEI 9845HALCREST000EX077')
})

it('a disclosure about one metal is only on that metal’s certificate', async () => {
  const bars = (metal: string, value: string) => ({
    ...good,
    topic: 'barStandard',
    label: `${metal} bars`,
    metal,
    value,
  })
  const rows = [bars('gold', '400 ounces'), bars('silver', '1000 ounces')]
  const { metals } = await show(rows as unknown as Rows, 'en')
  const [gold, silver, shared] = metals
    .split(/<article|<section class="shared/)
    .slice(1)

  expect(gold).toContain('400 ounces')
  expect(silver).toContain('1000 ounces')
  expect(shared).not.toMatch(/0 ounces/)
})

const good = {
  topic: 'insurance',
  label: 'Insurance',
  value: { en: 'All risks' },
}

it('a party that no disclosure names is refused', () => {
  const parties = [{ topic: 'insurance', name: 'Larkhollow' }]
  const value = 'All risks, with Larkhollow'
  const undisclosed = disclosuresSchema.safeParse({ rows: [good], parties })
  expect(undisclosed.error?.issues[0]?.message).toBe(
    'must be named in a row about insurance',
  )

  const rows = [{ ...good, value }]
  expect(disclosuresSchema.safeParse({ rows, parties }).success).toBe(true)
})

it.each([
  [
    'an unknown topic',
    { topic: 'yield' },
    'rows.0.topic: must be one of legalEntity',
  ],
  [
    'no English words',
    { value: { fr: 'Tous' } },
    'rows.0.value: must contain the English text (en)',
  ],
  ['an empty text', { label: ' ' }, 'rows.0.label: must not be empty'],
  [
    'an address with a wrong checksum',
    { value: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    'checksum of EIP-55',
  ],
  [
    'a link without https',
    { link: 'http://norhelm.example' },
    'rows.0.link: must be an https:// address or an e-mail',
  ],
  ['an unknown field', { price: 5 }, 'rows.0: Unrecognized key: "price"'],
])('a disclosure with %s is refused', (_, changes, problem) => {
  const { error } = disclosuresSchema.safeParse({
    rows: [{ ...good, ...changes }],
  })
  const problems = error?.issues
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join()

  expect(problems).toContain(problem)
  expect(disclosuresSchema.safeParse({ rows: [good] }).success).toBe(true)
})

/** Returns the assistant's answers for a brand with these disclosures. */
async function answersOf(
  rows: Rows,
  questions: string[],
  locale: Locale,
): Promise<string[]> {
  setDisclosures(rows)
  const { answerMessage } = await import('@/lib/chatbot/answer')
  const answers: string[] = []
  for (const question of questions)
    answers.push((await answerMessage(question, locale)).answer.response)
  return answers
}

/**
 * Questions that are not in the assistant's training data, with words from
 * their answers.
 */
const asked: Record<Locale, [question: string, words: string][]> = {
  en: [
    ['Who audits the metal?', 'Quillhaven Assurance LLP'],
    [
      'Where are the vaults and who runs them?',
      'Ostvik Depository AG, Zurich, Switzerland',
    ],
    ['Is the bullion insured against theft?', 'Brightwater Underwriting'],
    ['What risks are there?', 'may lose part of the amount'],
    ['What is the minimum for a redemption?', '1,000 troy ounces of silver'],
    ['What happens to the metal in a bankruptcy?', 'Bankruptcy-remote'],
    ['What is the legal name of the issuer?', 'Norhelm Metals Limited'],
    ['What is the source of your trading prices?', 'Quarterfix'],
    ['How do we complain about something?', 'complaints@norhelm.example'],
    ['What are the fees?', 'Annual vaulting fee'],
  ],
  fr: [
    ['Qui audite le métal ?', 'Quillhaven Assurance LLP'],
    [
      'Où sont les chambres fortes et qui les exploite ?',
      'Ostvik Depository AG, Zurich, Suisse',
    ],
    ['Quels risques y a-t-il ?', 'peut perdre une partie'],
    [
      'Que devient le métal en cas de faillite ?',
      'Distinct du patrimoine de l’exploitant',
    ],
    ['Dans quelles devises peut-on régler nos achats ?', 'franc suisse (CHF)'],
  ],
  es: [
    ['¿Quién audita el metal?', 'Quillhaven Assurance LLP'],
    [
      '¿Dónde están las bóvedas y quién las opera?',
      'Ostvik Depository AG, Zúrich, Suiza',
    ],
    ['¿Qué riesgos hay?', 'puede perder parte'],
    [
      '¿Qué pasa con el metal en una quiebra?',
      'Separado del patrimonio del operador',
    ],
    ['¿En qué monedas podemos pagar?', 'franco suizo (CHF)'],
  ],
}

// Removes <contact> tags and reduces Markdown links to their text.
const plain = (text: string) =>
  text.replace(/<\/?contact>/g, '').replace(/\[(.*?)\]\(.*?\)/g, '$1')

describe.each(locales)('the assistant in %s', (locale) => {
  const questions = asked[locale].map(([question]) => question)

  it('answers with what the brand discloses', async () => {
    const answers = await answersOf(allRows, questions, locale)
    for (const [at, [question, words]] of asked[locale].entries()) {
      expect.soft(answers[at], question).toContain(words)
    }
  })

  it('mentions nothing that the brand does not disclose', async () => {
    const answers = await answersOf([], questions, locale)

    for (const [index, [question, words]] of asked[locale].entries())
      expect(answers[index], question).not.toContain(words)
  })

  it('says that something is not stated if the brand does not disclose it', async () => {
    const answers = await answersOf([], questions, locale)

    const { Facts } = catalog(locale)
    const notStated = Object.values(Facts.notStated).map(({ text }) =>
      plain(text),
    )
    const saying = answers.filter((answer) => notStated.includes(plain(answer)))
    expect(saying.length).toBeGreaterThan(2)
  })

  it('changes only its answer about risks if the brand discloses them', async () => {
    const riskNotice = allRows.filter(({ topic }) => topic === 'riskNotice')
    const aboutRisks = asked[locale].findIndex(([, words]) =>
      JSON.stringify(riskNotice).includes(words),
    )
    const before = await answersOf([], questions, locale)

    const after = await answersOf(riskNotice, questions, locale)

    expect(after[aboutRisks]).not.toEqual(before[aboutRisks])
    expect(after.toSpliced(aboutRisks, 1)).toEqual(
      before.toSpliced(aboutRisks, 1),
    )
  })
})
