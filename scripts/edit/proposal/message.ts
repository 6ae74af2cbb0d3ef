import type { ChangedText } from '../../copy/diff'
import type { Usage } from '../../copy/usage'
import { entryOf, type NamedText, nameText, proposalPrefix } from './names'

export type Changed = {
  texts: ChangedText[]
  /** Changed files that hold no texts of pages: terms, training questions. */
  files: string[]
  usage: Usage
  lists: string[]
}

/** Git shows more of a subject in few places. */
const maxSubject = 72
const maxKeys = 100

/** A commit message that says which texts changed, such as “Home: hero title (en, fr, es)”, and lists their keys. */
export function proposalMessage(changed: Changed): string {
  const keys = changed.texts.map((change) => `- ${change.key} (${localesOf([change]).join(', ')}${kindOf(change)})`)
  const more = keys.length > maxKeys ? [`- and ${keys.length - maxKeys} more`] : []
  const others = othersOf(changed.files)
  const also = changed.texts.length > 0 && others.length > 0 ? [`Also: ${others.join('; ')}`] : []
  const parts = [subjectOf(changed), [...keys.slice(0, maxKeys), ...more].join('\n'), ...also]
  return parts.filter(Boolean).join('\n\n')
}

/** `copy/2026-11-23-hero-title`. */
export function branchName(changed: Changed, day: string): string {
  const named = groupsOf(changed).map(({ name }) => name)
  const words = named.length > 0 ? named : [subjectOf(changed)]
  return `${proposalPrefix}${day}-${slugOf(words.join(' '))}`
}

function subjectOf(changed: Changed): string {
  const { texts, files } = changed
  if (texts.length === 0) return othersOf(files)[0] ?? (hasCatalog(files) ? 'Order of texts' : 'Translations reviewed')
  const named = groupsOf(changed)
  const locales = localesOf(texts).join(', ')
  const count = `${texts.length} text${texts.length === 1 ? '' : 's'}`
  const pages = [...new Set(named.map(({ page }) => page))]
  const by = (part: 'name' | 'section') => {
    const ofPage = (page: string) => new Set(named.filter((text) => text.page === page).map((text) => text[part]))
    return pages.map((page) => `${page}: ${[...ofPage(page)].join(', ')}`).join('; ')
  }
  // The first that fits.
  const candidates = [
    `${by('name')} (${locales})`,
    `${by('section')} (${count}; ${locales})`,
    `${pages.join(', ')}: ${count} (${locales})`,
  ]
  return candidates.find((subject) => subject.length <= maxSubject) ?? `${count} in ${pages.length} places (${locales})`
}

/** The changed texts by name; the texts of an entry that is new or gone count as one. */
function groupsOf({ texts, usage, lists }: Changed): NamedText[] {
  const named = texts.map((change) => {
    const entry = entryOf(change.key, lists)
    const own = texts.filter(({ key }) => entry !== undefined && entryOf(key, lists) === entry)
    const [kind, ...others] = new Set(own.map(kindOf))
    if (!kind || others.length > 0) return nameText(change.key, usage, lists)
    const text = nameText(change.key, usage, lists, entry)
    return { ...text, name: text.name + kind.replace(';', '') }
  })
  return [...new Map(named.map((text) => [`${text.page} ${text.name}`, text])).values()]
}

function kindOf({ texts }: ChangedText): string {
  const differing = texts.filter(({ before, after }) => before !== after)
  if (differing.every(({ before }) => before === undefined)) return '; added'
  return differing.every(({ after }) => after === undefined) ? '; removed' : ''
}

function localesOf(changes: ChangedText[]): string[] {
  const first = changes[0]?.texts.map(({ locale }) => locale) ?? []
  const differs = (locale: string) =>
    changes.some(({ texts }) => texts.some((text) => text.locale === locale && text.before !== text.after))
  return first.filter(differs)
}

function othersOf(files: string[]): string[] {
  const languagesOf = (pattern: RegExp) => files.flatMap((file) => file.match(pattern)?.[1] ?? [])
  const parts: [what: string, languages: string[]][] = [
    ['Assistant: training questions', languagesOf(/chatbot\/training\/(.+)\.json$/)],
    ['Rules of the copy check', languagesOf(/copy\/terms\/(.+)\.json$/)],
  ]
  return parts.filter(([, own]) => own.length > 0).map(([what, own]) => `${what} (${own.join(', ')})`)
}

function hasCatalog(files: string[]): boolean {
  return files.some((file) => /(^|\/)messages\//.test(file))
}

function slugOf(words: string): string {
  const maxLength = 40
  const letters = words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return slug.length <= maxLength ? slug : slug.slice(0, maxLength + 1).replace(/-[^-]*$/, '')
}
