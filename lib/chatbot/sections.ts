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

/** The section of facts that say what the site does not state. */
export const notStated = 'notStated'

/** The section of a fact's id: `token` of `token.unit`. */
export function sectionOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}

/** Where on the site a fact stands. A section that an editor has added leads to the contact page. */
export function placeOf(id: string) {
  const { page, fragment, heading } =
    places[sectionOf(id)] ?? tables.places.contact
  return { page: paths[page as Place['page']], fragment, heading }
}

/** What a fact is about. What the site does not state belongs to a subject of which it states something. */
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

/** The fact that says what happens after the one told. */
export function stepAfter(id: string): string | undefined {
  return subjectOf(id) === 'attestations' && id !== nextReport
    ? nextReport
    : followedBy[id]
}

/** The questions to suggest after facts, the likeliest first. */
export function nextQuestions(told: string[], others: string[]): string[] {
  const [first = ''] = told
  const curated = suggested[sectionOfSubject(first)] ?? []
  return [...new Set([...others, ...curated])].filter(
    (id) => !told.includes(id),
  )
}
