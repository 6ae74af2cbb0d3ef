// Rules about a translation and the English text that it was made from.
import { companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { gap, parseText, readable } from './message'
import { numbersIn } from './numbers'
import { quoted, type Text, wholeWord } from './rule'
import { unknownWords } from './spelling'
import { isAmong, memoize, sharedTerms } from './terms'

export const translationRules = {
  stale: checkStale,
  english: checkEnglish,
  numbers: checkNumbers,
  glossary: checkGlossary,
  verbatim: checkVerbatim,
}

function checkStale({ key, english, earlier, report }: Text) {
  if (earlier === undefined) return
  const problem = `English has changed since this was translated, from “${earlier}” to “${english?.text}”.`
  report(
    'warning',
    problem,
    `Translate it again. If it is still right: npm run copy -- accept ${key}`,
  )
}

/**
 * The rules that compare a translation with today’s English, which an outdated
 * translation need not match.
 */
export const comparingRules = ['arguments', 'numbers', 'glossary']

function checkEnglish({
  key,
  text,
  english,
  catalog,
  terms,
  context,
  report,
}: Text) {
  if (!english || catalog.locale === context.english.locale) return
  const fix =
    'Translate it. If it should stay the same as in English, add its key to sameAsEnglish in scripts/copy/terms.'
  if (text === english.text) {
    if (isAmong(key, terms.sameAsEnglish) || isPartOfName(text)) return
    // Leaves a translation in the English field to the spelling of English.
    const [unknown, unknownInEnglish] = [
      unknownWords(catalog.locale, text),
      unknownWords(context.english.locale, text),
    ]
    if (unknown.length < unknownInEnglish.length) return
    const untranslated = ownWords(text)
    if (untranslated.length > 0)
      report(
        untranslated.length > 2 ? 'error' : 'warning',
        'This is the English text.',
        fix,
      )
    return
  }
  const found = ownWords(text).filter((word) =>
    terms.englishWords.includes(word.toLowerCase()),
  )
  if (new Set(found).size > 1)
    report('warning', `This looks like English: ${found.join(' … ')}.`, fix)
}

/** Whether a text is a short form of the brand's or the product's name. */
function isPartOfName(text: string): boolean {
  return [site.brand, site.product].some((name) =>
    ` ${name} `.includes(` ${text} `),
  )
}

function ownWords(text: string): string[] {
  const bare = sharedTerms().verbatim.reduce(
    (rest, term) => rest.replaceAll(term, gap),
    parseText(text).texts.join(' '),
  )
  return [...bare.matchAll(/\p{L}{2,}/gu)].map(([word]) => word)
}

/** Reports numbers that differ between the languages. */
function checkNumbers({ text, words, english, catalog, report }: Text) {
  if (!english) return
  const numbersInTranslation = numbersIn(words)
  const numbersInEnglish = numbersIn(parseText(english.text).texts.join('\n'))
  // Fills in the facts, because English may contain their values by mistake,
  // which is reported there.
  const locale = catalog.locale as Locale
  const filled = fillFacts(text, companyFacts(site, locale), locale)
  const numbersShown = numbersIn(parseText(filled).texts.join('\n'))
  const missing = new Set(numbersInEnglish).difference(
    new Set([...numbersInTranslation, ...numbersShown]),
  )
  const added = new Set(numbersInTranslation).difference(
    new Set(numbersInEnglish),
  )
  const fix = 'Write the same numbers.'
  if (missing.size > 0)
    report(
      'error',
      `This text lacks ${quoted(missing)}, which English has.`,
      fix,
    )
  if (added.size > 0)
    report('error', `English does not have ${quoted(added)}.`, fix)
}

function checkGlossary({ key, text, english, terms, report }: Text) {
  if (isPartOfName(text)) return
  const parts = readable(text)
  const source = english ? parseText(english.text).texts.join('\n') : ''
  for (const { english: term, use, say, never, except } of terms.glossary) {
    if (isAmong(key, except)) continue
    const wrong = never && find(parts, never)
    if (wrong)
      report('error', `${wrong} is not the term we use.`, `Write ${say}.`)
    else if (term && use && find([source], term) && !find(parts, use)) {
      report(
        'warning',
        `English has ${find([source], term)}, but this text does not use the term for it.`,
        `Use ${say}.`,
      )
    }
  }
}

/** Returns the first match, with all letters of its last word. */
function find(parts: string[], { source }: RegExp): string | undefined {
  const whole = new RegExp(`(?:${source})\\p{L}*`, 'iu')
  const found = parts.map((part) => part.match(whole)?.[0]).find(Boolean)
  return found && `“${found}”`
}

/** Reports changed spellings of names that are the same in every language. */
function checkVerbatim({ text, report }: Text) {
  for (const part of readable(text)) {
    for (const term of sharedTerms().verbatim) {
      for (const [found] of part.matchAll(looselyWritten(term))) {
        if (found !== term)
          report('error', `“${found}” is misspelled.`, `Write ${term}.`)
      }
    }
  }
}

const looselyWritten = memoize((term: string) =>
  wholeWord(term.split(/[-/ ]/).join('[-/ ]?'), 'giu'),
)
