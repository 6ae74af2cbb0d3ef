import { createTranslator } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import { describeReports } from '@/lib/attestations/describe-reports'
import { type Topic, topicNames } from '@/lib/brand/disclosures'
import { disclosureMarkdown } from '@/lib/disclosures/rows'
import type { Messages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import { officesIn, phoneLines } from '@/lib/i18n/offices'
import { type Locale, routing } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import tables from './fact-tables.json'
import { notStated, placeOf, sectionOf } from './sections'

export type Fact = {
  id: string
  group: string
  question: string
  text: string
  title: string
  path: string
  isStated: boolean
  invitesContact: boolean
}

/** The topics that a brand may disclose on a fact. `notStated.insurance` and its like have the name of their topic. */
const disclosedOn: Partial<Record<string, string[]>> = tables.disclosedOn

/** What the brand discloses on a fact: a sentence for each topic, and its rows as a list. Empty if it states nothing. */
function disclosed(id: string, locale: Locale, messages: Messages): string {
  const t = createTranslator({
    locale,
    messages,
    namespace: 'Disclosures.spoken',
  })
  const namesake = topicNames.filter((topic) => id === `${notStated}.${topic}`)
  const topics = (disclosedOn[id] ?? namesake) as Topic[]
  const stated = topics.flatMap((topic) => {
    const rows = disclosureMarkdown(locale, [topic], (label, value) =>
      t('row', { label, value }),
    )
    // Next to a fact about fees, their kinds need not say once more that the rates are not published.
    const isAlone = id === `${notStated}.feeKinds` ? 'yes' : 'no'
    return rows === '' ? [] : [t(topic, { isAlone } as never), rows]
  })
  return stated.join('\n\n')
}

const live = 'reports'

export function isLive(id: string): boolean {
  return sectionOf(id) === live
}

/**
 * The facts in a language. Facts about published reports need the reports
 * (`archive`); without them they are unavailable.
 */
export function factsIn(
  locale: Locale,
  messages: Messages,
  archive?: Report[],
): Fact[] {
  const t = createTranslator({ locale, messages })
  const reports = archive && describeReports(archive, messages, locale)
  const values = {
    ...linkTags(locale),
    ...contactArguments(messages, locale),
    ...reports,
  } as never

  function makeFact(
    id: string,
    { question, text: words }: { question: string; text: string },
  ): Fact {
    const isMissing = sectionOf(id) === notStated
    const more = disclosed(id, locale, messages)
    const text = `Facts.${id}.text` as 'Facts.token.unit.text'
    const told =
      isLive(id) && !reports
        ? t('Attestations.unavailable')
        : t.markup(text, values)
    const { page, fragment, heading } =
      isMissing && more ? disclosures : placeOf(id)
    return {
      id,
      group: `Facts.${id}`,
      question,
      text: more ? [...(isMissing ? [] : [told]), more].join('\n\n') : told,
      title: t(heading as 'About.title'),
      path: localizedPath(locale, page) + (fragment ? `#${fragment}` : ''),
      isStated: !isMissing || more !== '',
      invitesContact:
        sectionOf(id) === 'contact' || words.includes('<contact>'),
    }
  }

  return Object.entries(messages.Facts).flatMap(([section, facts]) =>
    Object.entries(facts).map(([name, fact]) =>
      makeFact(`${section}.${name}`, fact),
    ),
  )
}

const disclosures = {
  page: paths.product,
  fragment: 'disclosures',
  heading: 'Disclosures.title',
}

export function contactArguments(messages: Messages, locale: Locale) {
  const t = createTranslator({ locale, messages })
  const lines = phoneLines(t).map(
    ({ name, number }) =>
      `- ${name}: [${number}](tel:${number.replace(/[^+\d]/g, '')})`,
  )
  const offices = officesIn(locale).map(
    ({ city, street, place, country }) =>
      `- **${city}**: ${street}, ${place}, ${country}`,
  )
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const languages = routing.locales.map(
    (language) => names.of(language) ?? language,
  )
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

export function linkTags(locale: Locale) {
  const link = (path: string) => (words: string) => `[${words}](${path})`
  return {
    contact: link(localizedPath(locale, paths.contact)),
    product: link(localizedPath(locale, paths.product)),
    attestations: link(localizedPath(locale, paths.attestations)),
    shop: site.shopUrl ? link(site.shopUrl) : asWords,
    privacy: site.privacyUrl ? link(site.privacyUrl) : asWords,
  }
}

const faqPages = { HomeFaq: paths.home, ProductFaq: paths.product } as const

/** Questions that editors have added: those of the specification have their facts. */
export function faqFacts(locale: Locale, messages: Messages): Fact[] {
  return keysOf(faqPages).flatMap((namespace) => {
    const t = createTranslator({ locale, messages, namespace })
    const items: Record<string, { answer: string }> = messages[namespace].items
    const added = keysOf(items).filter(
      (key) => !tables.answeredQuestions.includes(`${namespace}.${key}`),
    )
    return added.map((key): Fact => {
      const question = t(`items.${key}.question` as 'title')
      const answer = t.markup(
        `items.${key}.answer` as 'items.fees.answer',
        linkTags(locale),
      )
      return {
        id: `${namespace}.${key}`,
        group: `${namespace}.items.${key}`,
        question,
        text: `**${question}** ${answer}`,
        title: t('title'),
        path: `${localizedPath(locale, faqPages[namespace])}#faq-${key}-answer`,
        isStated: true,
        invitesContact: items[key]?.answer.includes('<contact>') ?? false,
      }
    })
  })
}
