import { describe, expect, it } from 'vitest'
import { routing } from '@/lib/i18n/routing'
import { check, rules } from '@/scripts/copy/check'
import { readReviewed, reviewedFile } from '@/scripts/copy/reviewed'
import { files, newFindings, usage, withText } from '../support/copy'

type Case = [rule: string, locale: string, key: string, text: string | undefined, problem: RegExp]

const translations = routing.locales.filter((locale) => locale !== routing.defaultLocale)

// One text of the real catalogs changed; the rule that must find it, and what it says.
const cases: Case[] = [
  ['missing', 'fr', 'HomeFaq.items.fees.answer', undefined, /missing\. In English it is “/],
  ['extra', 'es', 'Hero.titel', 'Oro', /messages\/en\.json has no such key/],
  ['undefined', 'en', 'Hero.title', undefined, /The site shows a text under the key “title”, and there is none/],
  ['undefined', 'en', 'HomeFaq.items.fees.question', undefined, /shows a text under the key “question”/],
  ['undefined', 'en', 'KeyFeatures.cards.settlement', undefined, /shows a text under the key “settlement”/],
  ['unused', 'en', 'Hero.subtitle', 'More', /Nothing on the site shows this text/],
  ['unused', 'en', 'Hero.intro', 'More', /Nothing on the site shows this text/],
  ['unused', 'en', 'Attestations.body', 'More', /Nothing on the site shows this text/],
  ['unused', 'en', 'HomeFaq.items.fees.questoin', 'What?', /Nothing on the site shows this text/],
  ['empty', 'es', 'Hero.title', ' ', /is empty/],
  ['icu', 'en', 'Hero.title', 'Gold {brand', /has no }/],
  ['icu', 'es', 'HomeFaq.items.fees.answer', '<contact>Equipo', /not closed/],
  ['icu', 'fr', 'ContactForm.summaryTitle', '{count, plural, one {# champ}}', /no “other/],
  ['arguments', 'en', 'HomeFaq.items.fees.answer', 'Ask {brnad}.', /Nothing fills “{brnad}”/],
  ['arguments', 'en', 'ContactForm.receiptBody', 'It is {reference}, {name}.', /Nothing fills “{name}”/],
  ['mismatch', 'fr', 'ContactForm.receiptBody', 'Merci.', /English has “{reference}” here, and this text has not/],
  ['mismatch', 'es', 'HomeFaq.items.fees.answer', 'No se publican.', /English has “<contact>” here/],
  ['mismatch', 'fr', 'ContactForm.errors.name.too_long', 'Pas plus de {max} signes.', /differs from English/],
  ['tags', 'en', 'HomeFaq.items.fees.answer', 'Not published: <contcat>write</contcat>.', /no tag “<contcat>”/],
  ['tags', 'en', 'HomeFaq.items.fees.question', '<contact>Fees</contact>?', /shown without links/],
  ['tags', 'en', 'HomeFaq.items.fees.answer', 'Not published. <contact></contact>', /A link has no words/],
  ['marked', 'es', 'Steps.intro', '[en] From the first conversation.', /not translated yet: 1 of \d+, this one first/],
  ['untranslated', 'es', 'Steps.intro', 'From the first conversation to the metal itself.', /This is the English text/],
  ['untranslated', 'fr', 'Steps.intro', 'From the first conversation au métal.', /looks like English: From … the/],
  ['length', 'fr', 'Metadata.contact.title', 'M'.repeat(61), /at most 60 characters; this has 61/],
  ['length', 'fr', 'Metadata.contact.description', 'Un texte court.', /at least 50/],
  ['length', 'es', 'Hero.contact', 'Póngase en contacto con nuestro equipo', /A button should have at most 28/],
  ['length', 'fr', 'Navigation.contact', 'Prendre contact ici', /The navigation should have at most 16/],
  [
    'typography',
    'fr',
    'HomeFaq.items.fees.question',
    'Quels sont les frais ?',
    /narrow no-break space stands before ; ! \?/,
  ],
  ['typography', 'fr', 'Steps.intro', 'Du métal: tout.', /before a colon/],
  ['typography', 'fr', 'Steps.intro', "Jusqu'au métal.", /straight apostrophe/],
  ['typography', 'fr', 'Steps.intro', 'Le « métal\u202f».', /stands after «/],
  ['typography', 'es', 'HomeFaq.items.fees.question', 'Cuáles son las comisiones?', /¿ and \? belong together/],
  ['typography', 'es', 'Steps.intro', '¡Hola.', /¡ and ! belong together/],
  ['typography', 'es', 'Metals.rows.unit.gold', '1 onza troy (31.1034768 g)', /decimals follow a comma/],
  ['typography', 'en', 'Steps.intro', 'To the metal !', /no space stands before/],
  ['spacing', 'es', 'Steps.intro', 'Del  metal.', /Two spaces/],
  ['spacing', 'en', 'Steps.intro', 'To the the metal.', /stands twice\. See “To the the metal/],
  ['spacing', 'en', 'Steps.intro', 'To the metal , itself.', /space stands before a mark/],
  ['spacing', 'fr', 'Steps.intro', 'Le métal. ', /begins or ends with a space/],
  [
    'glossary',
    'fr',
    'Showcase.points.unit.text',
    'Un jeton représente une once de troy.',
    /“once de troy” is not the term/,
  ],
  ['glossary', 'es', 'Showcase.points.unit.text', 'Un token representa una onza.', /has no “onza troy”/],
  ['verbatim', 'fr', 'Showcase.points.standard.text', 'ERC3643 sur Polygon.', /“ERC3643” is written otherwise/],
  ['facts', 'en', 'WhyUs.title', 'Why Halcrest', /names “Halcrest”, a fact of the brand/],
  ['facts', 'fr', 'Steps.intro', 'De Montréal au métal.', /names “Montréal”/],
  ['facts', 'es', 'Steps.intro', 'Desde 1977.', /names “1977”/],
  ['facts', 'en', 'Steps.intro', 'Write to info@halcrest.example.', /names “info@halcrest.example”/],
  [
    'facts',
    'en',
    'Steps.intro',
    'Over forty-five years of metal.',
    /counts on a fact of the brand: “forty-five years”/,
  ],
  ['facts', 'fr', 'Steps.intro', 'Nos deux bureaux.', /counts on a fact of the brand: “deux bureaux”/],
  ['facts', 'es', 'Steps.intro', 'Hay dos líneas telefónicas.', /“dos líneas telefónicas”/],
  ['forbidden', 'en', 'Steps.intro', 'A guaranteed return.', /“guaranteed” must not be said/],
  ['forbidden', 'fr', 'Steps.intro', 'Un placement sans risque.', /“sans risque” must not be said/],
  ['forbidden', 'es', 'Steps.intro', 'Valor garantizado.', /“garantiza” must not be said/],
  [
    'required',
    'en',
    'Footer.disclaimer',
    'Welcome, everybody.',
    /must say that the site is for institutional clients only/,
  ],
  ['required', 'fr', 'ProductAbout.roadmap', 'Le platine arrive.', /not yet supported/],
  ['links', 'en', 'Steps.intro', 'See /fr/contcat for more.', /no page \/fr\/contcat/],
  ['links', 'en', 'Steps.intro', 'See http://www.halcrest.example/.', /not a secure address/],
  ['specification', 'en', 'NotFound.title', 'Nothing here', /The specification says “Page Not Found”/],
]

it.each(cases)('%s: finds it in %s, %s: %j', (rule, locale, key, text, problem) => {
  const found = newFindings({ [locale]: withText(locale, key, text) }, rule)
  const finding = found.find((candidate) => candidate.locale === locale)
  expect(finding, JSON.stringify(found, null, 1)).toMatchObject({ key, problem: expect.stringMatching(problem) })
  expect(finding?.fix).not.toBe('')
  expect(finding?.level).toBe(
    levels[rule] ?? (/looks|has no “onza|not a secure/.test(String(problem)) ? 'warning' : 'error'),
  )
})

const levels: Record<string, string> = { marked: 'warning', unused: 'warning', specification: 'note' }

it('has a test for every rule', () => {
  const tested = new Set([...cases.map(([rule]) => rule), 'unrecorded', 'stale', 'order'])
  expect(Object.keys(rules).filter((rule) => !tested.has(rule))).toEqual([])
})

it('names the place where the text stands, and the pages that show it', () => {
  const changed = withText('fr', 'HomeFaq.items.fees.question', 'Quels  frais\u202f?')
  const [finding] = newFindings({ fr: changed })
  const line = changed.slice(0, changed.indexOf('Quels  frais')).split('\n').length
  expect(finding).toMatchObject({ file: 'messages/fr.json', line, column: 9, pages: ['/fr'], rule: 'spacing' })
})

describe('an English text that changes', () => {
  const en = withText('en', 'Hero.title', 'More gold and silver, one token per troy ounce')
  const staleIn = (changed: Record<string, string>) =>
    newFindings(changed)
      .filter(({ rule }) => rule === 'stale')
      .map(({ locale, key }) => `${locale} ${key}`)

  it('makes its translations stale, and says how to accept them', () => {
    expect(staleIn({ en })).toEqual(translations.map((locale) => `${locale} Hero.title`))
    expect(newFindings({ en })[0]).toMatchObject({ level: 'error', fix: expect.stringContaining('accept Hero.title') })
  })

  it('leaves alone the translation that changes with it, which is only noted', () => {
    const fr = withText('fr', 'Hero.title', 'Plus d’or et d’argent, un jeton par once troy')
    const others = translations.filter((locale) => locale !== 'fr')
    expect(staleIn({ en, fr })).toEqual(others.map((locale) => `${locale} Hero.title`))
    const notes = newFindings({ en, fr }).filter(({ rule }) => rule === 'unrecorded')
    expect(notes).toMatchObject([{ level: 'note', locale: 'fr', key: 'Hero.title' }])
  })
})

it('tells an order that pages show from one that nobody sees', () => {
  const moved = (group: string) => {
    const catalog = JSON.parse(files.es ?? '')
    const parent = group.split('.').reduce((tree, step) => tree[step], catalog)
    const [first = '', ...rest] = Object.keys(parent)
    const entries = [...rest, first].map((name) => [name, parent[name]])
    for (const name of Object.keys(parent)) delete parent[name]
    Object.assign(parent, Object.fromEntries(entries))
    return newFindings({ es: JSON.stringify(catalog, null, 2) }).filter(({ rule }) => rule === 'order')
  }
  expect(moved('Steps.cards')).toMatchObject([
    { level: 'error', key: expect.stringContaining('Steps.cards.'), locale: 'es' },
  ])
  expect(moved('Footer')).toMatchObject([{ level: 'warning', key: expect.stringContaining('Footer.') }])
})

describe('a file that is no JSON', () => {
  const source = files.en ?? ''
  // A line in the middle, whatever its words are.
  const line = source.match(/"openMenu": ".*",/)?.[0] ?? ''
  const at = source.slice(0, source.indexOf(line)).split('\n').length
  const end = source.trimEnd().split('\n').length
  const inLine = (text: string) => source.replace(line, text)

  it.each([
    ['a comma forgotten', inLine('"openMenu": "Open"'), /comma is missing/, at],
    ['a comma too many', inLine('"openMenu": "Open",,'), /a key in quotation marks is missing/, at],
    ['a comma before a brace', inLine('"openMenu": "Open", "more": { "a": "b", },'), /comma too many/, at],
    ['a quotation mark inside', inLine('"openMenu": "Open "it"",'), /outside of the quotation marks/, at],
    ['curly quotation marks', inLine('“openMenu”: "Open",'), /Here stands “ instead of "/, at],
    ['no colon', inLine('"openMenu" "Open",'), /colon is missing/, at],
    ['a text not closed', inLine('"openMenu": "Open,'), /does not end on its line/, at],
    ['the last brace gone', source.trimEnd().slice(0, -1), /a } is missing/, end - 1],
    ['a merge that was not settled', inLine(`"openMenu": "Open",\n<<<<<<< HEAD\n`), /merged here/, at + 1],
    ['a mark that Windows adds', `\uFEFF${source}`, /invisible mark/, 1],
  ])('is told in plain words: %s', (_, en, problem, expectedLine) => {
    const place = { file: 'messages/en.json', line: expectedLine }
    expect(newFindings({ en })).toMatchObject([{ ...place, rule: 'json', problem: expect.stringMatching(problem) }])
  })

  it('a key that stands twice, and something that is no text', () => {
    const problems = newFindings({ en: inLine(`${line}\n${line}\n"size": 12,`) }).map(
      ({ problem, key }) => `${key}: ${problem}`,
    )
    expect(problems).toEqual([
      'Navigation.openMenu: The key “openMenu” stands twice here.',
      'Navigation.size: This is a number, not a text.',
    ])
  })
})

it('needs no rules for a language that is added: only its missing texts are told', () => {
  // A language that the site will hardly have.
  const tlh = withText('en', 'Hero.title', 'qol’om baS chIS je')
  const found = check({ ...files, tlh }, readReviewed(reviewedFile), usage).filter(({ locale }) => locale === 'tlh')
  expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(['untranslated', 'unrecorded']))
})
