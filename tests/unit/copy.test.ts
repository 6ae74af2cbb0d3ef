import { describe, expect, it } from 'vitest'
import { fillFacts } from '@/lib/i18n/company-facts'
import { keysIn, mark } from '@/lib/preview/marks'
import { valueAt } from '@/lib/text'
import { catalogRules } from '@/scripts/copy/catalog-rules'
import { textRules } from '@/scripts/copy/rules'
import { findSyntaxError } from '@/scripts/preview'
import { catalog, taughtLocales } from '../support/catalog'
import { newFindings, newFindingsIn, sources, withText } from '../support/copy'

type Case = {
  rule: string
  locale: string
  key: string
  text?: string
  problem: RegExp
}

const forbidden = (locale: string, text: string): Case => ({
  rule: 'forbidden',
  locale,
  key: 'Steps.intro',
  text,
  problem: /not allowed/,
})

// Each case changes one text of the real catalogs, and names the rule that must
// report it and the message of the report.
const cases: Case[] = [
  {
    rule: 'missing',
    locale: 'fr',
    key: 'HomeFaq.items.fees.answer',
    problem: /missing\. In English it is “/,
  },
  {
    rule: 'extra',
    locale: 'es',
    key: 'Hero.titel',
    text: 'Oro',
    problem: /no such text/,
  },
  {
    rule: 'unlisted',
    locale: 'en',
    key: 'KeyFeatures.cards.settlement',
    problem: /which the site needs, is missing/,
  },
  {
    rule: 'unlisted',
    locale: 'en',
    key: 'NewPage.title',
    text: 'More',
    problem: /does not know where the site shows/,
  },
  {
    rule: 'empty',
    locale: 'es',
    key: 'Hero.title',
    text: ' ',
    problem: /is empty/,
  },
  {
    rule: 'numbers',
    locale: 'es',
    key: 'Facts.token.unit.text',
    text: 'Un token representa una onza troy: 31,1 g.',
    problem: /This text lacks “31\.1034768”, which English has/,
  },
  {
    rule: 'twins',
    locale: 'en',
    key: 'Facts.token.unit.text',
    text: 'One token represents one troy ounce, which is 31.2 g.',
    problem:
      /ProductFaq\.items\.oneToken\.answer makes the same claim without “31\.2”/,
  },
  {
    rule: 'remnant',
    locale: 'en',
    key: 'Footer.chatHeading',
    text: '…',
    problem: /has lost almost all of its content: “…”/,
  },
  {
    rule: 'remnant',
    locale: 'fr',
    key: 'Hero.body',
    text: 'Avec nous.',
    problem: /has lost almost all/,
  },
  {
    rule: 'icu',
    locale: 'en',
    key: 'Hero.title',
    text: 'Gold {brand',
    problem: /no matching }\.$/,
  },
  {
    rule: 'icu',
    locale: 'es',
    key: 'HomeFaq.items.fees.answer',
    text: '<contact>Equipo',
    problem: /not closed/,
  },
  {
    rule: 'dropped',
    locale: 'en',
    key: 'Hero.body',
    text: 'Gold.',
    problem: /has lost “{brand}”, “{product}”, which the published text has/,
  },
  {
    rule: 'typography',
    locale: 'es',
    key: 'Steps.intro',
    text: 'Hable con nosotros - hoy',
    problem: /a dash/,
  },
  {
    rule: 'arguments',
    locale: 'fr',
    key: 'ContactForm.receiptBody',
    text: 'Merci.',
    problem: /This text lacks “{reference}”, “{hours}”, which English has/,
  },
  {
    rule: 'arguments',
    locale: 'fr',
    key: 'Hero.title',
    text: 'De l’or pour {name}',
    problem: /cannot fill in “{name}” here/,
  },
  {
    rule: 'arguments',
    locale: 'fr',
    key: 'ContactForm.errors.name.too_long',
    text: 'Pas plus de {max} signes.',
    problem: /different structure than in English/,
  },
  {
    rule: 'unfilled',
    locale: 'en',
    key: 'Hero.title',
    text: 'Gold for {name}',
    problem: /cannot fill in “{name}” here/,
  },
  {
    rule: 'links',
    locale: 'en',
    key: 'HomeFaq.items.fees.answer',
    text: 'Not published: <contcat>write</contcat>.',
    problem: /no link “<contcat>”/,
  },
  {
    rule: 'links',
    locale: 'en',
    key: 'HomeFaq.items.fees.question',
    text: '<contact>Fees</contact>?',
    problem: /Links do not work/,
  },
  {
    rule: 'links',
    locale: 'en',
    key: 'HomeFaq.items.fees.answer',
    text: 'Not published. <contact></contact>',
    problem: /A link has no text/,
  },
  {
    rule: 'spelling',
    locale: 'en',
    key: 'Steps.intro',
    text: 'You recieve the gold.',
    problem: /^“recieve” is not/,
  },
  {
    rule: 'spelling',
    locale: 'fr',
    key: 'Steps.intro',
    text: 'Contactez l’équipe institutionelle.',
    problem: /^“institutionelle”/,
  },
  {
    rule: 'spelling',
    locale: 'es',
    key: 'Steps.intro',
    text: 'Una conversacion con el equipo.',
    problem: /^“conversacion”/,
  },
  {
    rule: 'spelling',
    locale: 'en',
    key: 'Hero.contact',
    text: 'Parler à notre équipe',
    problem: /^This is French, not English\.$/,
  },
  {
    rule: 'spelling',
    locale: 'fr',
    key: 'Hero.contact',
    text: 'Hable con nuestro equipo',
    problem: /^This is Spanish, not French\.$/,
  },
  {
    rule: 'spelling',
    locale: 'en',
    key: 'Hero.title',
    text: `${valueAt(JSON.parse(sources['messages/fr.json'] ?? ''), 'Hero.title')}`,
    problem: /^This is French, not English\.$/,
  },
  {
    rule: 'typography',
    locale: 'fr',
    key: 'Steps.intro',
    text: 'Mentions lÃ©gales',
    problem: /garbled/,
  },
  {
    rule: 'typography',
    locale: 'es',
    key: 'Steps.intro',
    text: 'Bóve\u00ADda',
    problem: /invisible/,
  },
  {
    rule: 'typography',
    locale: 'es',
    key: 'Steps.intro',
    text: 'Bo\u0301veda',
    problem: /accent/,
  },
  {
    rule: 'typography',
    locale: 'es',
    key: 'Steps.intro',
    text: 'Son 2.650 onzas.',
    problem: /thousands separator/,
  },
  {
    rule: 'typography',
    locale: 'es',
    key: 'Steps.intro',
    text: 'Son 31.1 gramos.',
    problem: /comma before decimals/,
  },
  {
    rule: 'english',
    locale: 'fr',
    key: 'Steps.intro',
    text: 'From the first conversation au métal.',
    problem: /looks like English: From … the/,
  },
  {
    rule: 'length',
    locale: 'fr',
    key: 'Metadata.contact.title',
    text: 'M'.repeat(61),
    problem: /at most 60 characters; this has 61/,
  },
  {
    rule: 'length',
    locale: 'fr',
    key: 'Metadata.contact.description',
    text: 'Un texte court.',
    problem: /at least 50/,
  },
  {
    rule: 'length',
    locale: 'en',
    key: 'Hero.title',
    text: 'Gold '.repeat(72),
    problem: /A headline should have at most 70 characters; this has 360/,
  },
  {
    rule: 'typography',
    locale: 'fr',
    key: 'HomeFaq.items.fees.question',
    text: 'Quels sont les frais ?',
    problem: /narrow no-break space/,
  },
  {
    rule: 'typography',
    locale: 'fr',
    key: 'Steps.intro',
    text: "Jusqu'au métal.",
    problem: /straight apostrophe/,
  },
  {
    rule: 'typography',
    locale: 'es',
    key: 'HomeFaq.items.fees.question',
    text: 'Cuáles son las comisiones?',
    problem: /Each ¿ needs a \?/,
  },
  {
    rule: 'glossary',
    locale: 'fr',
    key: 'Showcase.points.unit.text',
    text: 'Un jeton représente une once de troy.',
    problem: /is not the term/,
  },
  {
    rule: 'glossary',
    locale: 'es',
    key: 'Showcase.points.unit.text',
    text: 'Un token representa una onza.',
    problem: /does not use the term for it/,
  },
  {
    rule: 'glossary',
    locale: 'es',
    key: 'HomeFaq.items.redemption.answer',
    text: 'El rescate es posible.',
    problem: /^“rescate” is not the term/,
  },
  {
    rule: 'verbatim',
    locale: 'fr',
    key: 'Showcase.points.standard.text',
    text: 'ERC3643 sur Polygon.',
    problem: /“ERC3643” is misspelled/,
  },
  {
    rule: 'facts',
    locale: 'en',
    key: 'WhyUs.title',
    text: 'Why Halcrest',
    problem: /contains “Halcrest”, a fact of the brand/,
  },
  {
    rule: 'facts',
    locale: 'fr',
    key: 'Steps.intro',
    text: 'Nos deux bureaux.',
    problem: /depends on a fact of the brand: “deux bureaux”/,
  },
  {
    rule: 'forbidden',
    locale: 'fr',
    key: 'Steps.intro',
    text: 'Un placement sans risque.',
    problem: /“sans risque” is not allowed/,
  },
  ...[
    'Gold at $2,650 an ounce.',
    'Proven gold.',
    'The safest gold in the world.',
    'Approved by the SEC and FINMA.',
    'Gold that beats inflation.',
    'Tokens with 8% returns.',
    'Earn a return of 5% a year.',
    'Earn 4% interest with us.',
    'Buy an ounce for 1,950 dollars today.',
    'Gold without any risk.',
    'Gold is safer than cash.',
    'Gold never loses its value.',
    'The metal is fully insured.',
    'Audited by regulators.',
  ].map((text) => forbidden('en', text)),
  ...[
    'Le meilleur or du monde.',
    'L’once à 2 650 $.',
    'Agréé par l’AMF.',
    'Gagnez 5 % d’intérêts par an.',
    'L’once à 1 950 euros.',
    'Sans aucun risque.',
    'Plus sûr que les espèces.',
    'L’or ne perd jamais de valeur.',
    'Le métal est entièrement assuré.',
  ].map((text) => forbidden('fr', text)),
  ...[
    'El oro más seguro del mundo.',
    'Aprobados por la CNMV.',
    'Gane el 5 % de interés al año.',
    'La onza a 1950 euros.',
    'Sin ningún riesgo.',
    'Más seguro que el efectivo.',
    'El oro nunca pierde su valor.',
    'El metal está totalmente asegurado.',
  ].map((text) => forbidden('es', text)),
  {
    rule: 'forbidden',
    locale: 'en',
    key: 'Steps.intro',
    text: 'Gold at $1,950.',
    problem: /“\$1,950” is not/,
  },
  {
    rule: 'forbidden',
    locale: 'es',
    key: 'Steps.intro',
    text: 'Garantizamos.',
    problem: /“Garantizamos” is not/,
  },
  {
    rule: 'facts',
    locale: 'en',
    key: 'HomeFaq.items.fees.answer',
    text: 'Storage costs 0.10% a year.',
    problem: /a fact of the brand: “0.10% a year”/,
  },
  {
    rule: 'facts',
    locale: 'fr',
    key: 'Steps.intro',
    text: 'L’équipe de {brand} répond.',
    problem: /“de \{brand\}” is wrong for a name that begins with a vowel/,
  },
  ...[
    'Gold on Ethereum.',
    'The gold is insured by Lloyd’s.',
    'Gold in Zurich.',
    'Tokens of copper.',
    'One token per kilogram.',
    'Insured by Lloyds.',
    'Trading is open 24/5.',
    'There is a minimum of 10 ounces.',
    'In precious metals since 1985.',
    'Gold of a purity of 99.99 percent.',
    'Our team is in Paris.',
    'Our team is in Bogotá.',
    'Trades settle instantly.',
    'Trusted by 200 banks.',
  ].map((text) => ({
    rule: 'unstated',
    locale: 'en',
    key: 'Steps.intro',
    text,
    problem: /^The facts of the company do not contain “/,
  })),
  ...[
    {
      locale: 'es',
      text: 'Para tus equipos.',
      problem: /addresses its readers as usted/,
    },
    { locale: 'es', text: '¿Como funciona?', problem: /have an accent/ },
    { locale: 'fr', text: 'Le métal lui même.', problem: /joined by a hyphen/ },
    { locale: 'en', text: 'The metal it self.', problem: /is one word/ },
    { locale: 'en', text: 'Gold... and silver.', problem: /^Three periods/ },
    { locale: 'en', text: 'Gold!!', problem: /mark is repeated/ },
    { locale: 'en', text: 'The metal. and more.', problem: /a small letter/ },
    { locale: 'en', text: 'GOLD AND SILVER.', problem: /capital letters/ },
  ].map((change) => ({ rule: 'typography', key: 'Steps.intro', ...change })),
  {
    rule: 'required',
    locale: 'fr',
    key: 'ProductAbout.roadmap',
    text: 'Le platine arrive.',
    problem: /must say not|must say/,
  },
  {
    rule: 'addresses',
    locale: 'en',
    key: 'Steps.intro',
    text: 'See /fr/contcat for more.',
    problem: /no page \/fr\/contcat/,
  },
  {
    rule: 'addresses',
    locale: 'en',
    key: 'Steps.intro',
    text: 'See http://www.halcrest.example/.',
    problem: /not a secure address/,
  },
]

it.each(cases)(
  'the rule “$rule” of the copy check reports, in $locale, the text $key: $text',
  ({ rule, locale, key, text, problem }) => {
    const changed = { [locale]: withText(locale, key, text) }
    const found = newFindings(changed, key).filter(
      (finding) => finding.rule === rule,
    )
    const finding = found.find((candidate) => candidate.locale === locale)

    expect(finding, JSON.stringify(found, null, 1)).toMatchObject({
      key,
      problem: expect.stringMatching(problem),
    })
    expect(finding?.fix).not.toBe('')
  },
)

it('a translation that equals French in the English field is not called English', () => {
  const { 'messages/fr.json': french = '' } = sources
  const title = `${valueAt(JSON.parse(french), 'Hero.title')}`

  const found = newFindings({ en: withText('en', 'Hero.title', title) })

  const { problem } =
    found.find(({ rule, locale }) => rule === 'english' && locale === 'fr') ??
    {}
  expect(problem).toBeUndefined()
})

it('a fact that English spells out may be an argument in a translation', () => {
  const changed = {
    en: withText('en', 'Steps.intro', 'In metals since 1977.'),
    fr: withText('fr', 'Steps.intro', 'Dans les métaux depuis {founded}.'),
  }

  const rules = newFindings(changed, 'Steps.intro')
    .filter(({ locale }) => locale === 'fr')
    .map(({ rule }) => rule)

  expect(rules).not.toContain('numbers')
})

it('an argument that English misspells is reported only in English', () => {
  const changed = { en: withText('en', 'Hero.title', '{produkt} of gold') }

  const found = newFindings(changed, 'Hero.title').filter(({ rule }) =>
    ['arguments', 'unfilled'].includes(rule),
  )

  expect(found).toMatchObject([
    { locale: 'en', rule: 'unfilled', fix: 'Did you mean “{product}”?' },
  ])
})

it('a misspelled argument of a translation is advised its English name', () => {
  const changed = { fr: withText('fr', 'Hero.title', 'L’or, {prodcut}') }

  const found = newFindings(changed, 'Hero.title').filter(
    ({ rule, problem }) => rule === 'arguments' && problem.includes('prodcut'),
  )

  expect(found).toMatchObject([{ fix: 'Did you mean “{product}”?' }])
})

it('a tag in a text without links is reported once', () => {
  const changed = { en: withText('en', 'Hero.title', 'Gold in <b>bars</b>') }

  const found = newFindings(changed, 'Hero.title').filter(
    ({ rule, locale }) => rule === 'links' && locale === 'en',
  )

  expect(found).toMatchObject([{ fix: 'Remove the tags.' }])
})

it('a number that English repeats is reported once', () => {
  const changed = {
    en: withText('en', 'Steps.intro', 'From 3 to 3.'),
    fr: withText('fr', 'Steps.intro', 'Du début à la fin.'),
  }

  const found = newFindings(changed, 'Steps.intro').filter(
    ({ rule, locale }) => rule === 'numbers' && locale === 'fr',
  )

  expect(found).toMatchObject([
    { problem: 'This text lacks “3”, which English has.' },
  ])
})

it('every rule of the copy check has a test', () => {
  const tested = new Set([
    ...cases.map(({ rule }) => rule),
    'stale',
    'order',
    'brand-translation',
    'claims',
    'untranslated',
  ])

  expect(
    Object.keys({ ...catalogRules, ...textRules }).filter(
      (rule) => !tested.has(rule),
    ),
  ).toEqual([])
})

it.each([
  ['G', 'error'],
  ['…', 'error'],
  ['Go', 'warning'],
])(
  'the copy check reports the headline %j at the level “%s”',
  (title, level) => {
    const changed = { en: withText('en', 'Hero.title', title) }

    expect(newFindings(changed, 'Hero.title')).toContainEqual(
      expect.objectContaining({ rule: 'remnant', locale: 'en', level }),
    )
  },
)

it('the copy check accepts labels as short as “FAQ” or “Au”', () => {
  const changed = {
    en: withText('en', 'HomeFaq.title', 'FAQ'),
    es: withText('es', 'Metals.gold', 'Au'),
  }

  const rules = newFindings(changed).map(({ rule }) => rule)

  expect(rules).not.toContain('remnant')
})

// Elisions, pronouns after verbs, plurals, links, addresses, identifiers, names
// and the project's own words.
it.each([
  [
    'fr',
    'Aujourd’hui, qu’il s’agisse d’une once ou d’ores et déjà jusqu’à dix, lorsqu’elle l’a, c’est-à-dire.',
  ],
  ['es', 'Escríbaselo, formúlela, acórtelo y menciónelo; dándonoslo, ¿cuándo?'],
  [
    'en',
    'It’s the firm’s and the banks’ tokens: don’t re-enter {count, plural, one {# ounce} other {# ounces}}.',
  ],
  [
    'en',
    'Write to <contact>us</contact>, at qwrt@zxcv.example or https://zxcv.example/qwrt, about ERC-3643, LEADS_URL, HubSpot and webhooks.',
  ],
])(
  'the copy check reports no word of a correct text in %s: %s',
  (locale, text) => {
    const changed = { [locale]: withText(locale, 'Steps.intro', text) }
    const found = newFindings(changed, 'Steps.intro')
    expect(found.filter(({ rule }) => rule === 'spelling')).toEqual([])
  },
)

it('the copy check lets a translation name the company where English does not', () => {
  const fr = withText(
    'fr',
    'Steps.intro',
    'De la première rencontre avec {brand}.',
  )

  expect(newFindings({ fr })).toEqual([])
})

it('the copy check explains an apostrophe that hides the name of the company', () => {
  const fr = withText('fr', 'Metadata.contact.title', "L'équipe de l'{brand}")

  expect(newFindings({ fr })).toContainEqual(
    expect.objectContaining({
      rule: 'arguments',
      fix: expect.stringContaining('straight apostrophe'),
    }),
  )
})

it.each([
  ['asks to compare with a language that uses braces', 'Hero.body', /^Compare/],
  ['asks to delete a brace that no language uses', 'Steps.intro', /^Delete/],
])('the copy check %s', (_, key, fix) => {
  const en = withText('en', key, 'From 1 { to 2.')

  expect(newFindings({ en }, key)).toContainEqual(
    expect.objectContaining({ rule: 'icu', fix: expect.stringMatching(fix) }),
  )
})

it('a finding of the copy check names a text’s line and the page that shows it', () => {
  const changed = withText(
    'fr',
    'HomeFaq.items.fees.question',
    'Quels  frais\u202f?',
  )
  const [finding] = newFindings({ fr: changed })
  const line = changed
    .slice(0, changed.indexOf('Quels  frais'))
    .split('\n').length

  expect(finding).toMatchObject({
    file: 'messages/fr.json',
    line,
    column: 9,
    pages: ['/fr'],
  })
})

// Ignores languages that were added to the site.
const isTaught = (locale = '') => taughtLocales.some((each) => each === locale)

describe('a translation', () => {
  const staleIn = (changed: Record<string, string>) =>
    newFindings(changed).flatMap(({ rule, locale, key }) =>
      rule === 'stale' && isTaught(locale) ? `${locale} ${key}` : [],
    )
  const en = withText(
    'en',
    'Hero.title',
    'More gold and silver, one token per troy ounce',
  )

  it('is stale once its English text changes', () => {
    expect(staleIn({ en })).toEqual(['fr Hero.title', 'es Hero.title'])
  })

  it('is current if it changes with the English text', () => {
    const fr = withText(
      'fr',
      'Hero.title',
      'Plus d’or et d’argent, un jeton par once troy',
    )

    expect(staleIn({ en, fr })).toEqual(['es Hero.title'])
  })

  it('is current if only a space of the English text changes', () => {
    const { title } = catalog('en').Hero
    const spaced = withText('en', 'Hero.title', title.replace(' ', '  '))

    expect(staleIn({ en: spaced })).toEqual([])
  })
})

it('a stale translation is not compared with the new English until it is updated', () => {
  const en = withText('en', 'Hero.body', 'Gold at any hour.')
  const found = newFindings({ en }).filter(
    ({ rule, locale }) =>
      !['dropped', 'remnant'].includes(rule) && isTaught(locale),
  )

  expect(found).toMatchObject([
    { rule: 'stale', level: 'warning', locale: 'fr', key: 'Hero.body' },
    { rule: 'stale', level: 'warning', locale: 'es', key: 'Hero.body' },
  ])
})

it('the copy check reports a list that is not in the English order', () => {
  const catalog = JSON.parse(sources['messages/es.json'] ?? '')
  const [first = '', ...rest] = Object.keys(catalog.Steps.cards)
  catalog.Steps.cards = Object.fromEntries(
    [...rest, first].map((name) => [name, catalog.Steps.cards[name]]),
  )
  const found = newFindings({ es: JSON.stringify(catalog) })

  expect(found).toContainEqual(
    expect.objectContaining({ rule: 'order', level: 'error', locale: 'es' }),
  )
})

it('the copy check accepts the brand’s name in the brand’s own texts', () => {
  const found = newFindingsIn({
    'brands/halcrest/messages/en.json':
      '{ "Hero": { "title": "Gold of Halcrest" } }',
  })

  expect(found.filter(({ rule }) => rule === 'spelling')).toEqual([])
})

it('the copy check warns about a brand’s text that overrides only one language', () => {
  const file = 'brands/halcrest/messages/en.json'

  const found = newFindingsIn({
    [file]: '{ "Hero": { "title": "Gold in Zug" } }',
  })

  expect(
    found.filter(({ rule }) => rule === 'brand-translation'),
  ).toMatchObject([
    {
      level: 'warning',
      file,
      key: 'Hero.title',
      problem:
        'This text is missing in French and Spanish, where pages show the shared text.',
    },
  ])
})

it.each([
  {
    condition: 'a missing comma',
    source: '{\n"a": "x"\n"b": "y"\n}',
    line: 2,
    sentence: 'A comma is missing',
  },
  {
    condition: 'a missing quote',
    source: '{\n"a": "x,\n"b": "y"\n}',
    line: 2,
    sentence: 'does not end on its line',
  },
  {
    condition: 'an extra comma',
    source: '{\n"a": "x",\n}',
    line: 2,
    sentence: 'an extra comma',
  },
  {
    condition: 'a curly quote',
    source: '{\n“a”: "x"\n}',
    line: 2,
    sentence: 'curly quotation mark',
  },
  {
    condition: 'a number',
    source: '{\n"a": 5\n}',
    line: 2,
    sentence: 'a number, not a text',
  },
  {
    condition: 'another value',
    source: '[]',
    line: 1,
    sentence: 'not a catalog',
  },
  {
    condition: 'an open argument',
    source: '{\n\n"a": "{count"\n}',
    line: 3,
    sentence: 'no matching }',
  },
  {
    condition: 'a repeated key',
    source: '{\n"a": "x",\n"a": "y"\n}',
    line: 3,
    sentence: 'occurs twice',
  },
  {
    condition: 'a text that was not saved as UTF-8',
    source: '{\n"a": "Pr\uFFFDcieux"\n}',
    line: 2,
    sentence: 'the file is not UTF-8',
  },
  {
    condition: 'a merge conflict',
    source: '{\n<<<<<<< HEAD\n"a": "y"\n}',
    line: 2,
    sentence: 'Two versions',
  },
])(
  'a broken catalog is explained with its line: $condition',
  ({ source, line, sentence }) => {
    const found = { line, problem: expect.stringContaining(sentence) }
    expect(findSyntaxError('en', 'messages/en.json', source)).toMatchObject(
      found,
    )
  },
)

it('a company name is shown literally, whatever characters it contains', () => {
  const filled = fillFacts(
    '{brand}, since {founded}',
    { brand: "O'{b}<i>", founded: '1977' },
    'en',
  )

  expect(filled).toBe("O'''{b}<i>', since 1977")
})

it('the invisible mark in a text contains its key', () => {
  expect(mark('fr:Hero.title')).toMatch(/^\p{Default_Ignorable_Code_Point}+$/u)
  expect(keysIn(`Or${mark('fr:Hero.title')} et argent`)).toEqual([
    'fr:Hero.title',
  ])
})
