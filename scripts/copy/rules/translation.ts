import { type Context, eachText, eachTranslation, isMarked } from '../context'
import { gap, parseText } from '../icu'
import { reviewOf } from '../reviewed'
import { isAmong } from '../terms'

export const stale = eachText(({ key, text, catalog, english, context, say }) => {
  if (!english || reviewOf(english.text, text, context.reviewed[catalog.locale]?.[key]) !== 'stale') return
  const problem = `English has changed since this was translated. It is now “${english.text}”.`
  say('error', problem, `Translate it anew or, if it still fits: npm run copy -- accept ${key}`)
})

/** Changes since the last record; unrecorded, they hide later changes of English. */
export const unrecorded = eachTranslation((catalog, { english, reviewed }) => {
  const changed = [...catalog.messages.values()].filter(({ key, text }) => {
    const source = english.messages.get(key)
    const review = source && reviewOf(source.text, text, reviewed[catalog.locale]?.[key])
    return review === 'new' || review === 'changed'
  })
  const problem = `New or changed translations: ${changed.length}, this one first. They are not recorded yet.`
  const fix = 'npm run content:date records them.'
  return changed.slice(0, 1).map(({ key }) => ({ level: 'note', catalog, key, problem, fix }))
})

/** Visitors read these in English, so that a language may go live while it is being translated. */
export const marked = eachTranslation((catalog, { english }) => {
  const left = [...catalog.messages.values()].filter(isMarked)
  const share = `${left.length} of ${english.messages.size}`
  const problem = `Texts that are not translated yet: ${share}, this one first. Visitors read them in English.`
  const fix = `Translate them and take the mark off, or give them to a translator: npm run copy -- export ${catalog.locale}`
  return left.slice(0, 1).map(({ key }) => ({ level: 'warning', catalog, key, problem, fix }))
})

export const untranslated = eachText(({ key, text, english, terms, context, say }) => {
  if (!english) return
  const fix = 'Translate it. If it is right as it is, add its key to sameAsEnglish in scripts/copy/terms.'
  if (text === english.text) {
    if (isAmong(key, terms.sameAsEnglish)) return
    const own = ownWords(text, context)
    if (own.length > 0) say(own.length > 2 ? 'error' : 'warning', 'This is the English text.', fix)
    return
  }
  const found = (ownWords(text, context) as string[]).filter((word) => terms.englishWords.includes(word.toLowerCase()))
  if (new Set(found).size > 1) say('warning', `This looks like English: ${found.join(' … ')}.`, fix)
})

// Without names, numbers and what is the same in every language.
function ownWords(text: string, { shared }: Context): string[] {
  const bare = shared.verbatim.reduce((rest, term) => rest.replaceAll(term, gap), parseText(text).texts.join(' '))
  return bare.match(/\p{L}{2,}/gu) ?? []
}
