import type { Locale } from '@/lib/i18n/routing'
import { parseText } from '../icu'
import { digest } from '../reviewed'
import { countCodes } from './codes'
import type { Entry } from './entries'
import type { ImportedText } from './imported'
import { withPluralForms } from './plurals'

/** Why a translator's text is not taken over, with what to do; empty when it can be. */
export function whyRefused({ digests, problem }: ImportedText, text: string, entry: Entry, locale: Locale): string {
  const { english, current } = entry
  const known = [english, withPluralForms(english, locale)].map(digest)
  if (!known.includes(digests.english)) {
    return `English has changed since the export. It is now “${english}”. Export this text again.`
  }
  if (digests.translation !== undefined && digests.translation !== digest(current)) {
    return `Somebody has changed the translation since the export. It is now “${current}”. Decide on the page which one to keep.`
  }
  if (digests.inFile && !known.includes(digests.inFile)) return changedByProgram
  if (problem) return `${problem} Export this text again.`
  const { error } = parseText(text)
  return error ? error.join(' ') : compareCodes(text, english, current)
}

const changedByProgram =
  'The translation program has changed the English text in the file, and maybe lost spaces or line breaks of the translation too. Write this one on the page.'

// A translation that was there before may have said {leads} once where English says it twice.
function compareCodes(text: string, english: string, current: string): string {
  const [own, wanted, before] = [text, english, current].map(countCodes)
  if (!own || !wanted || !before || (current !== '' && isSame(own, before))) return ''
  const names = [...new Set([...wanted.keys(), ...own.keys()])]
  const problems = names.flatMap((name) => {
    const [count, expected] = [own.get(name) ?? 0, wanted.get(name) ?? 0]
    if (count === expected) return []
    if (expected === 0) return `English has no ${name} here.`
    return count < expected ? `${name} is missing.` : `${name} stands there too often.`
  })
  return problems.length > 0 ? `${problems.join(' ')} Write what stands in { } and < > as English has it.` : ''
}

function isSame(one: Map<string, number>, other: Map<string, number>): boolean {
  return one.size === other.size && [...one].every(([name, count]) => other.get(name) === count)
}
