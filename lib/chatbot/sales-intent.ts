import phrases from './sales-intent.json'
import { foldInPlace, patternOf, sentencesOf } from './sender/phrases'
import { sizesIn } from './sender/size'

export type SalesIntent = { contact: boolean; quote: boolean }

type List = Exclude<keyof typeof phrases, 'groups' | 'dealing'>

// In every language whatever the page's: people write in their own.
const patterns = {
  contact: compile('contact'),
  contactRefused: compile('contactRefused'),
  personAsked: compile('personAsked'),
  quote: compile('quote'),
  quoteRefused: compile('quoteRefused'),
  priceOfSize: compile('priceOfSize'),
  askedForFacts: new RegExp(`^ ${compile('askedForFacts').source}`),
}

function compile(list: List): RegExp {
  return new RegExp(patternOf(Object.values(phrases[list]).flat(), phrases.groups).source)
}

const maxCharacters = 2000

/** Whether a message asks that somebody get in touch, and whether it asks for a quote or for the price of a size. */
export function salesIntentOf(text: string): SalesIntent {
  const sentences = sentencesOf(text.normalize('NFC').slice(0, maxCharacters)).map(intentOf)
  return { contact: sentences.some(({ contact }) => contact), quote: sentences.some(({ quote }) => quote) }
}

function intentOf(sentence: string): SalesIntent {
  const words = wordsOf(sentence)
  // Whoever leaves an address with a question wants an answer to it there.
  const isFact = patterns.askedForFacts.test(words) && !/\S@\S|\d[\d .()-]{7,}\d/.test(sentence)
  const asks = (pattern: RegExp) => !isFact && pattern.test(words)
  return {
    contact: (asks(patterns.contact) || patterns.personAsked.test(words)) && !patterns.contactRefused.test(words),
    quote: (asks(patterns.quote) || patterns.priceOfSize.test(words)) && !patterns.quoteRefused.test(words),
  }
}

/** Folded words, with `#size` for a size and `#one` for one ounce or one bar, between spaces. */
function wordsOf(sentence: string): string {
  const sizes = sizesIn(sentence)
  const marked = sizes.reduceRight(
    (left, { start, end, isUnit }) => `${left.slice(0, start)} ${isUnit ? '#one' : '#size'} ${left.slice(end)}`,
    sentence,
  )
  return ` ${foldInPlace(marked)
    .replace(/[^a-z0-9#]+/g, ' ')
    .trim()} `
}
