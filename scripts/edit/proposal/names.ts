import { nameOfPlace } from '../../copy/place-names'
import { isAmong } from '../../copy/terms'
import { recordedKey, type Usage } from '../../copy/usage'

/** The branches that proposals are made on begin so. */
export const proposalPrefix = 'copy/'

export type NamedText = { page: string; section: string; name: string; key: string }

/** Steps of keys that only hold a list together. */
const containers = ['cards', 'items', 'rows', 'points', 'facts']

/**
 * A text by where it is shown and a short name: `HomeFaq.items.fees.question` is “FAQ fees question” of “Home”; as a part
 * of `HomeFaq.items.fees` it is “FAQ fees”.
 */
export function nameText(key: string, { places }: Usage, lists: string[], whole = key): NamedText {
  const shown = places[recordedKey(key, lists)] ?? []
  const page = nameOfPages(shown)
  const [first = '', ...rest] = whole.split('.')
  const section = withoutPage(wordsOf(first), page)
  const steps = rest.filter((step) => !containers.includes(step) && !isOfPage(step, page))
  const words = [section, ...steps.map(wordsOf)]
  return { key, page, section, name: (isOfPage(section, page) ? words.slice(-steps.length) : words).join(' ') }
}

/** The entry of a list that a text is, or belongs to, such as `HomeFaq.items.fees`. */
export function entryOf(key: string, lists: string[]): string | undefined {
  const steps = key.split('.')
  const at = steps.findIndex((_, index) => isAmong(steps.slice(0, index).join('.'), lists))
  return at < 0 ? undefined : steps.slice(0, at + 1).join('.')
}

function nameOfPages(places: string[]): string {
  // A page stands for those below it.
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
  return rest.length > 0 && isOfPage(first, page) ? rest.join(' ') : words
}

function isOfPage(word: string, page: string): boolean {
  return page.toLowerCase() === word.toLowerCase()
}
