import type { Messages } from '@/lib/i18n/messages'
import { paths } from '@/lib/routes'
import tables from './fact-tables.json'

type Place = { page: keyof typeof paths; fragment: string; heading: string }

const places: Partial<Record<string, Place>> = tables.places as Record<
  string,
  Place
>
const subjectsOfNotStated: Partial<Record<string, string>> =
  tables.subjectsOfNotStated
const followedBy: Partial<Record<string, string>> = tables.followedBy
const suggested: Partial<Record<string, string[]>> = tables.suggested

/** The fact that sends private investors to the shop. */
export const retailFact = 'clients.retail'

/** The section of facts that say that the site does not state something. */
export const notStated = 'notStated'

/** Returns the section of a fact's id, such as `token` for `token.unit`. */
export function sectionOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}

/**
 * Returns where a fact appears on the site. For a section that an editor added,
 * or whose place the brand's pages leave out, returns the contact page.
 */
export function placeOf(id: string, messages: Messages, showsReports: boolean) {
  const place = places[sectionOf(id)]
  const { page, fragment, heading } =
    place && isShown(place, messages, showsReports)
      ? place
      : tables.places.contact
  return {
    page: paths[page as Place['page']],
    fragment: fragment && `#${fragment}`,
    heading,
  }
}

/**
 * Whether the pages show a section. They leave out a section made of cards if
 * it has fewer than two.
 */
function isShown(
  { page, heading }: Place,
  messages: Messages,
  showsReports: boolean,
): boolean {
  if (page === 'attestations') return showsReports
  const section = heading.split('.', 1)[0] as keyof Messages
  const texts: object = messages[section]
  return !('cards' in texts) || Object.keys(texts.cards as object).length > 1
}

/**
 * Returns the subject of a fact. A fact that the site does not state has the
 * subject of a related fact that it states.
 */
export function subjectOf(id: string): string {
  const subject = sectionOfSubject(id)
  return ['reports', 'check'].includes(subject) ? 'attestations' : subject
}

function sectionOfSubject(id: string): string {
  const section = sectionOf(id)
  return section === notStated
    ? (subjectsOfNotStated[id.slice(section.length + 1)] ?? section)
    : section
}

const nextReport = 'reports.next'

/** Returns the fact about the next step after a fact, if there is one. */
export function stepAfter(id: string): string | undefined {
  return subjectOf(id) === 'attestations' && id !== nextReport
    ? nextReport
    : followedBy[id]
}

/** Returns the ids of the questions to suggest after facts, likeliest first. */
export function nextQuestions(
  factIds: string[],
  alternatives: string[],
): string[] {
  const [first = ''] = factIds
  const curated = suggested[sectionOfSubject(first)] ?? []
  return [...new Set([...alternatives, ...curated])].filter(
    (id) => !factIds.includes(id),
  )
}
