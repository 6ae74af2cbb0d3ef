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
import { type CopyFinding, parseSources, type Sources } from '../copy/catalogs'
import { positionIn } from '../copy/check'
import { titleOf } from './names'

const maxNotes = 2

/**
 * Returns notes on the statements of the site that already answer an added
 * question, closest first.
 */
export async function findStatedAnswers(
  files: Sources,
  entry = '',
): Promise<CopyFinding[]> {
  const [, page, name] = /^(\w+Faq)\.items\.(\w+)$/.exec(entry) ?? []
  const key = `${entry}.question`
  const { english } = parseSources(files)
  const question = english.messages.get(key)?.text
  if (!question || !isAddedQuestion(`${page}.${name}`)) return []
  const facts = await findFacts(question)
  return facts.slice(0, maxNotes).map((fact) => ({
    level: 'note',
    rule: 'stated',
    problem: `The site already states: “${beginningOf(fact.text)}”`,
    fix: `Say the same here, or change it in ${placesOf(fact)}.`,
    ...positionIn(english, key),
  }))
}

/** Finds the stated facts with which the assistant would answer a question. */
async function findFacts(question: string): Promise<Fact[]> {
  // Imports late, because the classifier takes a moment to load, and Next must
  // run before the catalog of the preview can be read.
  const { questionOf } = await import('@/lib/chatbot/classifier/question')
  const { minLikelihood, rankQuestion } = await import(
    '@/lib/chatbot/classifier/rank'
  )
  const knowledge = await readKnowledge()
  return rankQuestion(questionOf(question), knowledge)
    .filter(({ likelihood }) => likelihood >= minLikelihood)
    .flatMap(({ label }) => knowledge.facts.get(label) ?? [])
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

function placesOf({ id }: Fact): string {
  const topics = topicsOf(id)
    .filter((topic) => site.disclosures.rows.some((row) => row.topic === topic))
    .map((topic) => `“${topic}”`)
  const rows =
    topics.length > 0
      ? [`the rows ${topics.join(', ')} in ${brandFactsFile()}`]
      : []
  // Leaves out the sentence that something is not stated if rows replace it.
  const isReplaced = rows.length > 0 && sectionOf(id) === notStated
  const factTitle = isReplaced ? [] : [`“${titleOf(`Facts.${id}.text`)}”`]
  return [...factTitle, ...rows].join(' and ')
}

const maxLength = 200

/** Returns whole words, with the rows of a list as parts of a sentence. */
function beginningOf(markdown: string): string {
  const text = markdownToText(markdown)
    .trim()
    .replace(/:\s+- /g, ': ')
    .replace(/\n- /g, '; ')
    .replace(/\s+/g, ' ')
  if (text.length > maxLength)
    return `${text.slice(0, text.lastIndexOf(' ', maxLength))}…`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
