// Notes on questions that editors have added to the FAQ, although the site
// answers them already.
import { type Fact, isAddedQuestion, topicsOf } from '@/lib/chatbot/facts'
import { notStated, sectionOf } from '@/lib/chatbot/sections'
import { companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import type { Messages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { markdownToText } from '@/lib/plain-text'
import { site } from '@/lib/site'
import { mapTexts } from '@/lib/text'
import { brandFactsFile } from '../copy/brand-facts'
import {
  type CatalogMessage,
  type CopyFinding,
  parseSources,
  type Sources,
} from '../copy/catalogs'
import { titleOf } from './names'

/** Returns a note for each statement of the site on an added question. */
export async function findStatedAnswers(
  files: Sources,
  entries: string[],
): Promise<CopyFinding[]> {
  const { english, ofBrand } = parseSources(files)
  const own = ofBrand.find(({ locale }) => locale === english.locale)
  const questions = entries
    .filter(isAdded)
    .map((entry) => `${entry}.question`)
    .flatMap((key) => own?.messages.get(key) ?? english.messages.get(key) ?? [])
  const stated = await Promise.all(questions.map(findFacts))
  return questions.flatMap((question, at) =>
    (stated[at] ?? []).map((fact) => noteOn(question, english.file, fact)),
  )
}

function isAdded(entry: string): boolean {
  const [, page, name] = /^(\w+Faq)\.items\.(\w+)$/.exec(entry) ?? []
  return name !== undefined && isAddedQuestion(`${page}.${name}`)
}

/** The stated facts with which the assistant would answer a question. */
async function findFacts({ text }: CatalogMessage): Promise<Fact[]> {
  // Imported late, because the classifier takes a moment to load, and Next must
  // run before the catalog of the preview can be read.
  const { questionOf } = await import('@/lib/chatbot/classifier/question')
  const { minLikelihood, rankQuestion } = await import(
    '@/lib/chatbot/classifier/rank'
  )
  const knowledge = await readKnowledge()
  return rankQuestion(questionOf(text), knowledge)
    .filter(({ likelihood }) => likelihood >= minLikelihood)
    .flatMap(({ topic }) => knowledge.facts.get(topic) ?? [])
    .filter(({ isStated }) => isStated)
}

async function readKnowledge() {
  const { makeKnowledge } = await import('@/lib/chatbot/knowledge')
  const { previewCatalog } = await import('@/lib/preview/catalog')
  const locale = routing.defaultLocale
  const facts = companyFacts(site, locale)
  const fill = (text: string) => fillFacts(text, facts, locale)
  const messages = mapTexts(await previewCatalog(locale), fill)
  return makeKnowledge(locale, messages as Messages)
}

function noteOn(
  { key, text, line, column }: CatalogMessage,
  file: string,
  fact: Fact,
): CopyFinding {
  const topics = topicsOf(fact.id).filter((topic) =>
    site.disclosures.rows.some((row) => row.topic === topic),
  )
  const rows = topics.map(
    (topic) => `the rows “${topic}” in ${brandFactsFile()}`,
  )
  // Rows replace the sentence that something is not stated.
  const isReplaced = rows.length > 0 && sectionOf(fact.id) === notStated
  const own = isReplaced ? [] : [`“${titleOf(`Facts.${fact.id}.text`)}”`]
  const places = [...own, ...rows].join(' and ')
  return {
    level: 'note',
    rule: 'stated',
    locale: routing.defaultLocale,
    file,
    line,
    column,
    key,
    text,
    pages: [],
    problem: `The site already states: “${beginningOf(fact.text)}”`,
    fix: `Say the same here, or change it in ${places}.`,
  }
}

const maxLength = 300

function beginningOf(markdown: string): string {
  const text = markdownToText(markdown).replace(/\s+/g, ' ')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
