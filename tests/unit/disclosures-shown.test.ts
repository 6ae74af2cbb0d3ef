import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { catalog, type TaughtLocale as Locale, taughtLocales as locales } from '../support/catalog'
import { allDisclosures, setDisclosures } from '../support/disclosing-brand'
import { renderIn } from '../support/render'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** What the site says of a brand with these disclosures, by place; HTML as text. */
async function show(disclosures: Record<string, unknown>, locale: Locale) {
  setDisclosures(disclosures)
  const { loadMessages } = await import('@/lib/i18n/messages')
  const messages = await loadMessages(locale)
  const html = (node: ReactNode) => renderIn(locale, messages, node).replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  const { Disclosures } = await import('@/components/disclosures/disclosures')
  const { Faq } = await import('@/components/ui/faq')
  const { Footer } = await import('@/components/layout/footer')
  const { MetalsTable } = await import('@/components/product/metals-table')
  const { ContactDetails } = await import('@/components/contact/contact-details')
  const { llmsText } = await import('@/lib/seo/llms-text')
  const { pageGraph } = await import('@/lib/seo/json-ld/graph')
  const { loadKnowledge } = await import('@/lib/chatbot/engine/knowledge')
  const graph = await pageGraph('product', locale)
  const nodes = graph['@graph'] as unknown as { '@type': string; [property: string]: unknown }[]
  return {
    section: html(createElement(Disclosures)),
    faq: html([
      createElement(Faq, { key: 'home', id: 'home', namespace: 'HomeFaq' }),
      createElement(Faq, { key: 'product', id: 'product', namespace: 'ProductFaq' }),
    ]),
    footer: html(createElement(Footer)),
    metals: html(createElement(MetalsTable)),
    contact: html(createElement(ContactDetails)),
    llms: await llmsText(locale),
    graph: (type: string) => nodes.find((node) => node['@type'] === type),
    graphText: JSON.stringify([graph, await pageGraph('home', locale)]),
    facts: [...(await loadKnowledge())[locale].facts.values()],
  }
}

/** The texts of the disclosures in a language; codes are shown as names. */
function textsIn(value: unknown, locale: Locale, name = ''): string[] {
  const codes = ['country', 'served', 'excluded', 'metal', 'explorer', 'reportsUrl', 'url', 'currencies', 'hours']
  if (codes.includes(name)) return []
  if (typeof value === 'string') return [value.replace('https://norhelm.example/privacy-requests', 'norhelm.example')]
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value) return [(value as Record<Locale, string>)[locale]]
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, locale, Array.isArray(value) ? name : key))
}

describe.each(locales)('in %s', (locale) => {
  it('everything that is set appears in its section and in llms.txt', async () => {
    const { section, llms } = await show(allDisclosures, locale)
    const texts = textsIn(allDisclosures, locale)
    expect(texts.length).toBeGreaterThan(35)
    for (const text of texts) {
      expect(section).toContain(text)
      expect(llms).toContain(text)
    }
    const { title, groups, rows } = catalog(locale).Disclosures
    expect(section).toContain(`>${title}</h2>`)
    expect(llms).toContain(`## ${title}`)
    for (const group of Object.values(groups)) expect(section).toContain(`>${group}</h3>`)
    const { contract: _, ...own } = rows
    for (const label of Object.values(own)) expect(section).toContain(`<dt>${label}</dt>`)
    expect(section).not.toMatch(/undefined|[{}]|\bnull\b/)
  })

  it('names countries, currencies and hours in words', async () => {
    const { section, contact } = await show(allDisclosures, locale)
    const names = {
      en: ['Switzerland, Singapore, United Arab Emirates', 'North Korea, Iran', 'Swiss Franc (CHF)'],
      fr: ['Suisse, Singapour, Émirats arabes unis', 'Corée du Nord, Iran', 'franc suisse (CHF)'],
      es: ['Suiza, Singapur, Emiratos Árabes Unidos', 'Corea del Norte, Irán', 'franco suizo (CHF)'],
    }[locale]
    for (const name of names) expect(section).toContain(name)
    const hours = {
      en: /Monday to Friday, 8:30\sAM to 5:30\sPM, Central European Time/,
      fr: /Du lundi au vendredi, de 08:30 à 17:30, heure d’Europe centrale/,
      es: /De lunes a viernes, de 8:30 a 17:30, hora de Europa central/,
    }[locale]
    expect(section).toMatch(hours)
    expect(contact).toMatch(hours)
  })

  it('answers are completed with what is set, on the page and in the structured data', async () => {
    const { faq, graphText } = await show(allDisclosures, locale)
    for (const part of ['vaults', 'insurance', 'attestor', 'redemption', 'fees', 'legalEntity', 'tokenCustody']) {
      for (const text of textsIn(allDisclosures[part], locale)) {
        expect(faq).toContain(text)
        expect(graphText).toContain(text)
      }
    }
    expect(faq).not.toContain((allDisclosures.riskNotice as Record<Locale, string>)[locale])
  })

  it('the footer names the company, its regulator, the risks and where to complain', async () => {
    const { footer } = await show(allDisclosures, locale)
    for (const part of ['legalEntity', 'regulation', 'riskNotice']) {
      for (const text of textsIn(allDisclosures[part], locale)) expect(footer).toContain(text)
    }
    const { complaints, privacy } = catalog(locale).Disclosures.rows
    expect(footer).toContain(`<a href="mailto:complaints@norhelm.example">${complaints}</a>`)
    expect(footer).toContain(`<a href="https://norhelm.example/privacy-requests">${privacy}</a>`)
  })

  it('nothing appears where nothing is set', async () => {
    const { section, faq, footer, metals, contact, llms, graphText, facts } = await show({}, locale)
    expect(section).toBe('')
    const { title, rows } = catalog(locale).Disclosures
    const places = [faq, footer, metals, contact].join()
    expect(places).not.toMatch(/class="[^"]*(disclosures|notices|contract)/)
    expect(llms).not.toContain(title)
    for (const label of Object.values(rows)) expect(places).not.toContain(`<dt>${label}</dt>`)
    expect(graphText).not.toMatch(/legalName|identifier|areaServed":\["CH|hasCredential|hoursAvailable|feesAnd|CAIP/)
    const notStated = facts.filter(({ id }) => id.startsWith('notStated.'))
    expect(notStated.length).toBeGreaterThan(20)
    expect(notStated.filter(({ isStated }) => isStated)).toEqual([])
    const stated = facts.map(({ text }) => text).join()
    for (const text of textsIn(allDisclosures, locale)) expect(stated).not.toContain(text)
  })
})

it('a part alone appears without the others', async () => {
  const { section, footer } = await show({ insurance: allDisclosures.insurance }, 'en')
  expect(section.match(/<h3/g)).toHaveLength(1)
  expect(section.match(/<dt>/g)).toHaveLength(1)
  expect(footer).not.toContain('notices')
})

it('contracts are linked to the explorer and stand in the table of metals', async () => {
  const { section, metals, graph } = await show(allDisclosures, 'en')
  for (const { address } of allDisclosures.tokens as { address: string }[]) {
    const link = `<a href="https://explorer.example/token/${address}" target="_blank" rel="noopener noreferrer"><code class="contract">${address}</code>`
    expect(section).toContain(link)
    expect(metals).toContain(link)
  }
  expect(JSON.stringify(graph('Product'))).toContain('"eip155:137:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"')
})

it('a metal whose contract is not set has a dash in the table', async () => {
  const { metals } = await show({ tokens: (allDisclosures.tokens as unknown[]).slice(0, 1) }, 'en')
  expect(metals).toContain('<td data-column="Silver">–</td>')
})

it('structured data has what schema.org has a property for', async () => {
  const { graph } = await show(allDisclosures, 'en')
  expect(graph('Organization')).toMatchObject({
    legalName: 'Norhelm Metals Limited',
    identifier: { value: 'NM 4471902' },
    areaServed: ['CH', 'SG', 'AE'],
    hasCredential: {
      name: 'Dealer in precious-metal tokens, no. PM-0093',
      recognizedBy: { name: 'Norhelm Financial Services Authority' },
    },
    contactPoint: [
      { hoursAvailable: { opens: '08:30', closes: '17:30', dayOfWeek: expect.objectContaining({ length: 5 }) } },
      {},
      { contactType: 'complaints', email: 'complaints@norhelm.example' },
      { contactType: 'privacy', url: 'https://norhelm.example/privacy-requests' },
    ],
  })
  expect(graph('FinancialService')).toMatchObject({
    currenciesAccepted: 'USD, CHF',
    feesAndCommissionsSpecification: 'Trading commission; Annual vaulting fee',
  })
})

it.each(locales)('texts in %s name the attestor, and a third party where there is none', async (locale) => {
  const party = { en: 'A third party', fr: 'Un tiers', es: 'Un tercero' }[locale]
  const named = await show({ attestor: allDisclosures.attestor }, locale)
  expect(named.faq).toContain('<p class="soft" id="home-attestations-answer">Quillhaven Assurance LLP ')
  expect(named.metals).toContain('Quillhaven Assurance LLP')
  const unnamed = await show({}, locale)
  expect(unnamed.faq).toContain(`<p class="soft" id="home-attestations-answer">${party} `)
  expect(unnamed.metals).toContain(party.toLowerCase())
})
