import { createTranslator } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import { describeReports } from '@/lib/attestations/describe-reports'
import { type Topic, topicNames } from '@/lib/brand/disclosures'
import { disclosureMarkdown } from '@/lib/disclosures/rows'
import type { Messages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import { officeHoursIn, officesIn, phoneLines } from '@/lib/i18n/offices'
import { isDraft, type Locale, routing } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { listedPages } from '@/lib/seo/listed-pages'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import tables from './fact-tables.json'
import { notStated, placeOf, sectionOf } from './sections'

export type Fact = {
  id: string
  question: string
  text: string
  title: string
  path: string
  isStated: boolean
  invitesContact: boolean
  /** Whether the text depends on the published reports. */
  isLive: boolean
}

/**
 * The disclosure topics for each fact. Facts such as `notStated.insurance` are
 * not listed, because they have the name of their topic.
 */
const disclosedOn: Partial<Record<string, string[]>> = tables.disclosedOn

/**
 * Returns the brand's disclosures on a fact: a sentence for each topic, and its
 * rows as a list. Empty if there are none.
 */
function disclosed(id: string, locale: Locale, messages: Messages): string {
  const t = createTranslator({
    locale,
    messages,
    namespace: 'Disclosures.spoken',
  })
  const stated = topicsOf(id).flatMap((topic) => {
    const writeRow = (label: string, value: string) =>
      t('row', { label, value })
    const rows =
      disclosureMarkdown(locale, [topic], writeRow) ||
      (topic === 'hours' ? officeHours(locale, writeRow) : '')
    // Adds to the fact about fee kinds that the rates are not published. Other
    // facts about fees say it in their own text.
    const isAlone = id === `${notStated}.feeKinds` ? 'yes' : 'no'
    return rows === '' ? [] : [t(topic, { isAlone } as never), rows]
  })
  return stated.join('\n\n')
}

function officeHours(
  locale: Locale,
  writeRow: (label: string, value: string) => string,
): string {
  return officeHoursIn(locale)
    .map(({ city, hours }) => `- ${writeRow(city, hours)}`)
    .join('\n')
}

/** Returns the disclosure topics whose rows a fact quotes. */
export function topicsOf(id: string): Topic[] {
  const namesake = topicNames.filter((topic) => id === `${notStated}.${topic}`)
  return (disclosedOn[id] ?? namesake) as Topic[]
}

// The arguments that `describeReports` fills in.
const reportArguments = /\{(count|unlisted|coverage|holdings),/

/**
 * Returns the facts in a language. Without the reports (`archive`), facts that
 * depend on them say that these are unavailable.
 */
export function factsIn(
  locale: Locale,
  messages: Messages,
  archive?: Report[],
): Fact[] {
  const t = createTranslator({ locale, messages })
  const reports = archive && describeReports(archive, messages, locale)
  const values = {
    ...markdownLinks(locale),
    ...contactArguments(messages, locale),
    ...reports,
  } as never

  // A brand may publish reports even if it does not confirm attestations.
  const showsReports =
    listedPages.includes('attestations') || (reports?.count ?? 0) > 0

  function makeFact(id: string, question: string, words: string): Fact {
    const isMissing = sectionOf(id) === notStated
    const disclosedText = disclosed(id, locale, messages)
    const isLive = reportArguments.test(words)
    const answerText =
      isLive && !reports
        ? t('Attestations.unavailable')
        : t.markup(`Facts.${id}.text` as 'Facts.token.unit.text', values)
    const place =
      isMissing && disclosedText
        ? disclosures
        : placeOf(id, messages, showsReports)
    return {
      id,
      question,
      text: [isMissing && disclosedText ? '' : answerText, disclosedText]
        .filter(Boolean)
        .join('\n\n'),
      title: t(place.heading as 'About.title'),
      path: localizedPath(locale, place.page) + place.fragment,
      isStated: isMissing ? disclosedText !== '' : !isLive || showsReports,
      invitesContact: leadsToForm(id, words),
      isLive,
    }
  }

  return Object.entries(messages.Facts).flatMap(([section, facts]) =>
    Object.entries(facts).map(([name, { question, text }]) =>
      makeFact(`${section}.${name}`, question, text),
    ),
  )
}

function leadsToForm(id: string, words: string): boolean {
  return sectionOf(id) === 'contact' || words.includes('<contact>')
}

const disclosures = {
  page: paths.product,
  fragment: '#disclosures',
  heading: 'Disclosures.title',
}

export function contactArguments(messages: Messages, locale: Locale) {
  const t = createTranslator({ locale, messages })
  const row = (label: string, value: string) =>
    `- ${t('Disclosures.spoken.row', { label, value })}`
  const lines = phoneLines(t).map(({ name, number }) =>
    row(name, `[${number}](tel:${number.replace(/[^+\d]/g, '')})`),
  )
  const offices = officesIn(locale).map(({ city, street, place, country }) =>
    row(`**${city}**`, `${street}, ${place}, ${country}`),
  )
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const published = routing.locales.filter((language) => !isDraft(language))
  const languages = published.map((language) => names.of(language) ?? language)
  return {
    phoneList: lines.join('\n'),
    officeList: offices.join('\n'),
    email: `[${site.email}](mailto:${site.email})`,
    siteLanguages: new Intl.ListFormat(locale, { type: 'conjunction' }).format(
      languages,
    ),
  }
}

const asWords = (words: string) => words

export function markdownLinks(locale: Locale) {
  const link = (path: string) => (words: string) => `[${words}](${path})`
  const linkTo = (path: string) => link(localizedPath(locale, path))
  return {
    contact: linkTo(paths.contact),
    product: linkTo(paths.product),
    attestations: linkTo(paths.attestations),
    shop: site.shopUrl ? link(site.shopUrl) : asWords,
    privacy: site.privacyUrl ? link(site.privacyUrl) : asWords,
  }
}

/** Whether an editor has added a question, such as `HomeFaq.audits`. */
export function isAddedQuestion(id: string): boolean {
  return !tables.answeredQuestions.includes(id)
}

const faqPages = { HomeFaq: paths.home, ProductFaq: paths.product } as const

/**
 * Returns a fact for each FAQ question that editors have added. The original
 * questions (`answeredQuestions` in fact-tables.json) are answered by `Facts`.
 */
export function faqFacts(locale: Locale, messages: Messages): Fact[] {
  return keysOf(faqPages).flatMap((namespace) => {
    const t = createTranslator({ locale, messages, namespace })
    const items: Record<string, { answer: string }> = messages[namespace].items
    const added = keysOf(items).filter((key) =>
      isAddedQuestion(`${namespace}.${key}`),
    )
    return added.map((key): Fact => {
      const id = `${namespace}.${key}`
      const question = t(`items.${key}.question` as 'title')
      const words = t.markup(
        `items.${key}.answer` as 'items.fees.answer',
        markdownLinks(locale),
      )
      return {
        id,
        question,
        text: `**${question}** ${words}`,
        title: t('title'),
        path: `${localizedPath(locale, faqPages[namespace])}#faq-${key}-answer`,
        isStated: true,
        invitesContact: leadsToForm(id, items[key]?.answer ?? ''),
        isLive: false,
      }
    })
  })
}
