// Names of texts and places, as editors call them.
import { notFoundPath, paths } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { isAmong, pagesShowing, sharedTerms } from '../copy/terms'
import { fieldOf, splitKey } from './key-words'

const placeNames: Record<string, string> = {
  ...Object.fromEntries(keysOf(paths).map((page) => [paths[page], page])),
  [paths.email]: 'E-mail page',
  [paths.again]: 'Contact form with errors',
  [paths.received]: 'Message received',
  [notFoundPath]: 'Page not found',
  '/attestations.feed.json': 'JSON feed of the attestations',
  '/attestations.atom': 'Atom feed of the attestations',
  'the pages of years, such as /attestations/2021': 'Attestations of a year',
  '/llms.txt': 'Text for language models (llms.txt)',
  'the assistant': 'Assistant',
  'the operator console': 'Operator console',
}

/** Key segments that only group a list. */
const containers = ['cards', 'items', 'rows', 'points', 'facts']

/**
 * Returns a text's name for editors: `HomeFaq.items.fees.question` is “Home ·
 * FAQ “fees” question”.
 */
export function titleOf(key: string): string {
  const [first = '', ...rest] = key.split('.')
  if (first === 'Neutral') return `${titleOf(rest.join('.'))} (neutral)`
  const page = pageOf(key)
  const implied = ['hero', 'facts', 'metadata', page.toLowerCase()]
  const section = splitKey(first).filter(
    (word) => !implied.includes(word.toLowerCase()),
  )
  const words = rest.map((step, index) => {
    if (containers.includes(step)) return ''
    const isEntry =
      containers.includes(rest[index - 1] ?? '') ||
      (first === 'Facts' && index === 1)
    if (isEntry) return `“${splitKey(step).join(' ')}”`
    if (index === rest.length - 1) return fieldOf(key)
    return first === 'Metadata' ? '' : splitKey(step).join(' ')
  })
  return `${page} · ${[...section, ...words].filter(Boolean).join(' ') || page}`
}

function pageOf(key: string): string {
  const places = pagesShowing(key)
  // Leaves out pages below a listed page.
  const placesOfText = places.filter(
    (place) =>
      !places.some((other) => other !== '/' && place.startsWith(`${other}/`)),
  )
  if (placesOfText.length === 0) return 'Texts'
  return placesOfText.length > 2
    ? 'Several pages'
    : placesOfText.map(nameOfPlace).join(' and ')
}

export function nameOfPlace(place: string): string {
  const name = placeNames[place] ?? place
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Returns the list entry that a text belongs to. */
export function entryOf(key: string): string | undefined {
  const steps = key.split('.')
  const position = steps.findIndex((_, index) =>
    isAmong(steps.slice(0, index).join('.'), sharedTerms().lists),
  )
  return position < 0 ? undefined : steps.slice(0, position + 1).join('.')
}

/** Returns other texts that make the same claim. */
export function relatedTo(key: string): string[] {
  const groups = sharedTerms().related.filter((group) => group.includes(key))
  return [...new Set(groups.flat())].filter((other) => other !== key)
}
