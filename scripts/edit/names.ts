// Names of texts and places, as the person who edits calls them.
import { isAmong, placesOf, readSharedTerms } from '../copy/terms'

const pages: Record<string, string> = {
  '/': 'Home',
  '/direct-reserve': 'Product',
  '/contact': 'Contact',
  '/contact/email': 'E-mail page',
  '/contact/again': 'Contact form again',
  '/contact/received': 'Message received',
  '/attestations': 'Attestations',
  '/page-not-found': 'Page not found',
  'the assistant': 'Assistant',
  'the operator console': 'Operator console',
}

export type NamedText = { page: string; section: string; name: string }

/** Steps of keys that only group a list. */
const containers = ['cards', 'items', 'rows', 'points', 'facts']

const fieldNames: Record<string, string> = {
  title: 'headline',
  eyebrow: 'line above the headline',
  body: 'text',
  cta: 'button',
}

/** “Home · FAQ fees question”. */
export function titleOf(key: string): string {
  const { page, name } = nameText(key)
  return `${page} · ${name}`
}

/** `HomeFaq.items.fees.question` is “FAQ fees question” of “Home”; as part of `HomeFaq.items.fees` it is “FAQ fees”. */
export function nameText(key: string, whole = key): NamedText {
  const page = nameOfPages(placesOf(key, readSharedTerms()))
  const [first = '', ...rest] = whole.split('.')
  const section = withoutPage(wordsOf(first), page)
  const steps = rest.filter((step) => !containers.includes(step) && !isOfPage(step, page))
  const words = [
    section,
    ...steps.map((step, at) => (at === steps.length - 1 ? fieldNames[step] : undefined) ?? wordsOf(step)),
  ]
  const own = isOfPage(section, page) || section === '' ? words.slice(1) : words
  return { page, section: section || page, name: own.join(' ') || page }
}

export function nameOfPlace(place: string): string {
  return pages[place] ?? place.charAt(0).toUpperCase() + place.slice(1)
}

export function entryOf(key: string): string | undefined {
  const { lists } = readSharedTerms()
  const steps = key.split('.')
  const at = steps.findIndex((_, index) => isAmong(steps.slice(0, index).join('.'), lists))
  return at < 0 ? undefined : steps.slice(0, at + 1).join('.')
}

export function relatedTo(key: string): string[] {
  const groups = readSharedTerms().related.filter((group) => group.includes(key))
  return [...new Set(groups.flat())].filter((other) => other !== key)
}

function nameOfPages(places: string[]): string {
  // A page includes the pages below it.
  const own = places.filter((place) => !places.some((other) => other !== '/' && place.startsWith(`${other}/`)))
  if (own.length === 0) return 'Texts'
  return own.length > 2 ? 'Several pages' : own.map(nameOfPlace).join(' and ')
}

// `callToAction` and `HomeFaq` as words.
function wordsOf(step: string): string {
  const words = step.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.replace(/\bfaq\b/g, 'FAQ')
}

function withoutPage(words: string, page: string): string {
  const [first = '', ...rest] = words.split(' ')
  if (words === 'hero' && page !== 'Several pages') return ''
  return rest.length > 0 && isOfPage(first, page) ? rest.join(' ').replace(/^hero$/, '') : words
}

function isOfPage(word: string, page: string): boolean {
  return page.toLowerCase() === word.toLowerCase()
}
