import { expect, it } from 'vitest'
import { fillFacts } from '@/lib/i18n/company-facts'
import { keysIn, mark } from '@/lib/preview/marks'
import { valueAt } from '@/lib/text'
import { catalogRules } from '@/scripts/copy/catalog-rules'
import { textRules } from '@/scripts/copy/rules'
import { findSyntaxError } from '@/scripts/preview'
import { taughtLocales } from '../support/catalog'
import { newFindings, newFindingsIn, sources, withText } from '../support/copy'

type Case = [
  rule: string,
  locale: string,
  key: string,
  text: string | undefined,
  problem: RegExp,
]

// Each case changes one text of the real catalogs, and names the rule that must
// report it and the message of the report.
const cases: Case[] = [
  [
    'missing',
    'fr',
    'HomeFaq.items.fees.answer',
    undefined,
    /missing\. In English it is “/,
  ],
  ['extra', 'es', 'Hero.titel', 'Oro', /no such text/],
  [
    'unlisted',
    'en',
    'KeyFeatures.cards.settlement',
    undefined,
    /which the site needs, is missing/,
  ],
  [
    'unlisted',
    'en',
    'NewPage.title',
    'More',
    /does not know where the site shows/,
  ],
  ['empty', 'es', 'Hero.title', ' ', /is empty/],
  [
    'numbers',
    'es',
    'Facts.token.unit.text',
    'Un token representa una onza troy: 31,1 g.',
    /This text lacks “31\.1034768”, which English has/,
  ],
  [
    'twins',
    'en',
    'Facts.token.unit.text',
    'One token represents one troy ounce, which is 31.2 g.',
    /ProductFaq\.items\.oneToken\.answer makes the same claim without “31\.2”/,
  ],
  [
    'remnant',
    'en',
    'Footer.chatHeading',
    '…',
    /has lost almost all of its content: “…”/,
  ],
  ['remnant', 'fr', 'Hero.body', 'Avec nous.', /has lost almost all/],
  ['icu', 'en', 'Hero.title', 'Gold {brand', /no matching }\.$/],
  ['icu', 'es', 'HomeFaq.items.fees.answer', '<contact>Equipo', /not closed/],
  [
    'dropped',
    'en',
    'Hero.body',
    'Gold.',
    /has lost “{brand}”, “{product}”, which the published text has/,
  ],
  ['typography', 'es', 'Steps.intro', 'Hable con nosotros - hoy', /a dash/],
  [
    'arguments',
    'fr',
    'ContactForm.receiptBody',
    'Merci.',
    /This text lacks “{reference}”, “{hours}”, which English has/,
  ],
  [
    'arguments',
    'fr',
    'Hero.title',
    'De l’or pour {name}',
    /cannot fill in “{name}” here/,
  ],
  [
    'arguments',
    'fr',
    'ContactForm.errors.name.too_long',
    'Pas plus de {max} signes.',
    /different structure than in English/,
  ],
  [
    'unfilled',
    'en',
    'Hero.title',
    'Gold for {name}',
    /cannot fill in “{name}” here/,
  ],
  [
    'links',
    'en',
    'HomeFaq.items.fees.answer',
    'Not published: <contcat>write</contcat>.',
    /no link “<contcat>”/,
  ],
  [
    'links',
    'en',
    'HomeFaq.items.fees.question',
    '<contact>Fees</contact>?',
    /Links do not work/,
  ],
  [
    'links',
    'en',
    'HomeFaq.items.fees.answer',
    'Not published. <contact></contact>',
    /A link has no text/,
  ],
  [
    'spelling',
    'en',
    'Steps.intro',
    'You recieve the gold.',
    /^“recieve” is not/,
  ],
  [
    'spelling',
    'fr',
    'Steps.intro',
    'Contactez l’équipe institutionelle.',
    /^“institutionelle”/,
  ],
  [
    'spelling',
    'es',
    'Steps.intro',
    'Una conversacion con el equipo.',
    /^“conversacion”/,
  ],
  [
    'spelling',
    'en',
    'Hero.contact',
    'Parler à notre équipe',
    /^This is French, not English\.$/,
  ],
  [
    'spelling',
    'fr',
    'Hero.contact',
    'Hable con nuestro equipo',
    /^This is Spanish, not French\.$/,
  ],
  [
    'spelling',
    'en',
    'Hero.title',
    `${valueAt(JSON.parse(sources['messages/fr.json'] ?? ''), 'Hero.title')}`,
    /^This is French, not English\.$/,
  ],
  ['typography', 'fr', 'Steps.intro', 'Mentions lÃ©gales', /garbled/],
  ['typography', 'es', 'Steps.intro', 'Bóve\u00ADda', /invisible/],
  ['typography', 'es', 'Steps.intro', 'Bo\u0301veda', /accent/],
  [
    'typography',
    'es',
    'Steps.intro',
    'Son 2.650 onzas.',
    /thousands separator/,
  ],
  [
    'typography',
    'es',
    'Steps.intro',
    'Son 31.1 gramos.',
    /comma before decimals/,
  ],
  [
    'english',
    'fr',
    'Steps.intro',
    'From the first conversation au métal.',
    /looks like English: From … the/,
  ],
  [
    'length',
    'fr',
    'Metadata.contact.title',
    'M'.repeat(61),
    /at most 60 characters; this has 61/,
  ],
  [
    'length',
    'fr',
    'Metadata.contact.description',
    'Un texte court.',
    /at least 50/,
  ],
  [
    'length',
    'en',
    'Hero.title',
    'Gold '.repeat(72),
    /A headline should have at most 70 characters; this has 360/,
  ],
  [
    'typography',
    'fr',
    'HomeFaq.items.fees.question',
    'Quels sont les frais ?',
    /narrow no-break space/,
  ],
  ['typography', 'fr', 'Steps.intro', "Jusqu'au métal.", /straight apostrophe/],
  [
    'typography',
    'es',
    'HomeFaq.items.fees.question',
    'Cuáles son las comisiones?',
    /Each ¿ needs a \?/,
  ],
  [
    'glossary',
    'fr',
    'Showcase.points.unit.text',
    'Un jeton représente une once de troy.',
    /is not the term/,
  ],
  [
    'glossary',
    'es',
    'Showcase.points.unit.text',
    'Un token representa una onza.',
    /does not use the term for it/,
  ],
  [
    'glossary',
    'es',
    'HomeFaq.items.redemption.answer',
    'El rescate es posible.',
    /^“rescate” is not the term/,
  ],
  [
    'verbatim',
    'fr',
    'Showcase.points.standard.text',
    'ERC3643 sur Polygon.',
    /“ERC3643” is misspelled/,
  ],
  [
    'facts',
    'en',
    'WhyUs.title',
    'Why Halcrest',
    /contains “Halcrest”, a fact of the brand/,
  ],
  [
    'facts',
    'fr',
    'Steps.intro',
    'Nos deux bureaux.',
    /depends on a fact of the brand: “deux bureaux”/,
  ],
  [
    'forbidden',
    'fr',
    'Steps.intro',
    'Un placement sans risque.',
    /“sans risque” is not allowed/,
  ],
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
  ].map(
    (text): Case => ['forbidden', 'en', 'Steps.intro', text, /not allowed/],
  ),
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
  ].map(
    (text): Case => ['forbidden', 'fr', 'Steps.intro', text, /not allowed/],
  ),
  ...[
    'El oro más seguro del mundo.',
    'Aprobados por la CNMV.',
    'Gane el 5 % de interés al año.',
    'La onza a 1950 euros.',
    'Sin ningún riesgo.',
    'Más seguro que el efectivo.',
    'El oro nunca pierde su valor.',
    'El metal está totalmente asegurado.',
  ].map(
    (text): Case => ['forbidden', 'es', 'Steps.intro', text, /not allowed/],
  ),
  ['forbidden', 'en', 'Steps.intro', 'Gold at $1,950.', /“\$1,950” is not/],
  ['forbidden', 'es', 'Steps.intro', 'Garantizamos.', /“Garantizamos” is not/],
  [
    'facts',
    'en',
    'HomeFaq.items.fees.answer',
    'Storage costs 0.10% a year.',
    /a fact of the brand: “0.10% a year”/,
  ],
  [
    'facts',
    'fr',
    'Steps.intro',
    'L’équipe de {brand} répond.',
    /“de \{brand\}” is wrong for a name that begins with a vowel/,
  ],
  ...[
    'Gold on Ethereum.',
    'The gold is insured by Lloyd’s.',
    'Gold in Zurich.',
    'Tokens of copper.',
    'One token per kilogram.',
  ].map(
    (text): Case => [
      'unstated',
      'en',
      'Steps.intro',
      text,
      /^The facts of the company do not contain “/,
    ],
  ),
  [
    'required',
    'fr',
    'ProductAbout.roadmap',
    'Le platine arrive.',
    /must say not|must say/,
  ],
  [
    'addresses',
    'en',
    'Steps.intro',
    'See /fr/contcat for more.',
    /no page \/fr\/contcat/,
  ],
  [
    'addresses',
    'en',
    'Steps.intro',
    'See http://www.halcrest.example/.',
    /not a secure address/,
  ],
]

it.each(cases)(
  'the rule “%s” of the copy check reports, in %s, the text %s: %j',
  (rule, locale, key, text, problem) => {
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
    ...cases.map(([rule]) => rule),
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

it('translations are stale unless they change with the English text', () => {
  const en = withText(
    'en',
    'Hero.title',
    'More gold and silver, one token per troy ounce',
  )
  const fr = withText(
    'fr',
    'Hero.title',
    'Plus d’or et d’argent, un jeton par once troy',
  )
  const staleIn = (changed: Record<string, string>) =>
    newFindings(changed).flatMap(({ rule, locale, key }) =>
      rule === 'stale' && isTaught(locale) ? `${locale} ${key}` : [],
    )

  expect(staleIn({ en })).toEqual(['fr Hero.title', 'es Hero.title'])
  expect(staleIn({ en, fr })).toEqual(['es Hero.title'])
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
      problem: expect.stringContaining('fr, es'),
    },
  ])
})

it.each([
  ['a missing comma', '{\n"a": "x"\n"b": "y"\n}', 2, 'A comma is missing'],
  [
    'a missing quote',
    '{\n"a": "x,\n"b": "y"\n}',
    2,
    'does not end on its line',
  ],
  ['an extra comma', '{\n"a": "x",\n}', 2, 'an extra comma'],
  ['a curly quote', '{\n“a”: "x"\n}', 2, 'curly quotation mark'],
  ['a number', '{\n"a": 5\n}', 2, 'a number, not a text'],
  ['another value', '[]', 1, 'not a catalog'],
  ['an open argument', '{\n\n"a": "{count"\n}', 3, 'no matching }'],
  ['a repeated key', '{\n"a": "x",\n"a": "y"\n}', 3, 'occurs twice'],
  [
    'a text that was not saved as UTF-8',
    '{\n"a": "Pr\uFFFDcieux"\n}',
    2,
    'the file is not UTF-8',
  ],
  ['a merge conflict', '{\n<<<<<<< HEAD\n"a": "y"\n}', 2, 'Two versions'],
])(
  'a broken catalog is explained with its line: %s',
  (_, source, line, sentence) => {
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
