import { isStructurallySame } from '@formatjs/icu-messageformat-parser'
import { anyFacts } from '@/lib/i18n/fill-facts.mjs'
import { linkTags } from '@/lib/i18n/link-tags'
import { eachText, placesOf, quoted, type Text } from '../context'
import { type Parsed, parseText } from '../icu'
import { isAmong } from '../terms'
import { recordedKey } from '../usage'

/** Invalid ICU MessageFormat, which ends the build. */
export const icu = eachText(({ text, say }) => {
  const { error } = parseText(text)
  if (error) say('error', ...error)
})

export const sameShape = eachText(({ text, english, say }) => {
  if (!english) return
  const [own, source] = [parseText(text), parseText(english.text)]
  if (!own.elements || !source.elements) return
  const [given, wanted] = [namesIn(own), namesIn(source)]
  const lacking = wanted.filter((name) => !given.includes(name))
  const unknown = given.filter((name) => !wanted.includes(name))
  if (lacking.length > 0)
    say('error', `English has ${quoted(lacking)} here, and this text has not.`, 'Put it in its place.')
  if (unknown.length > 0) say('error', `English has no ${quoted(unknown)} here.`, 'Write it as English does.')
  if (lacking.length + unknown.length > 0) return
  const { success, error } = isStructurallySame(source.elements, own.elements)
  if (!success) say('error', `What stands in { } differs from English: ${error?.message}.`, 'Write it as English does.')
})

function namesIn({ args, tags }: Parsed): string[] {
  return [...args.map((name) => `{${name}}`), ...tags.map((name) => `<${name}>`)]
}

export const tags = eachText(({ text, key, context, say }) => {
  const { elements, tags: used } = parseText(text)
  if (!elements || used.length === 0) return
  const known: readonly string[] = linkTags
  const unknown = used.filter((tag) => !known.includes(tag)).map((tag) => `<${tag}>`)
  const fix = `A text may link with ${quoted(known.map((tag) => `<${tag}>`))}.`
  if (unknown.length > 0) say('error', `There is no tag ${quoted(unknown)}.`, fix)
  if (/<(\w+)>\s*<\/\1>/.test(text)) say('error', 'A link has no words.', 'Write them between <tag> and </tag>.')
  if (!isAmong(key, context.shared.links))
    say('error', 'This text is shown without links: its tags would break the page.', 'Take the tags out.')
})

export const args = eachText((text) => {
  if (!text.english) sayUnfilled(text)
})

/** The same in translations, where the difference from English says it already. */
export const unfilled = eachText(sayUnfilled)

function sayUnfilled({ text, key, context, say }: Text) {
  if (placesOf(key, context).length === 0) return
  const own = context.usage.arguments[recordedKey(key, context.shared.lists)] ?? []
  const allowed = [...own, ...Object.keys(anyFacts)]
  const empty = parseText(text).args.filter((name) => !allowed.includes(name))
  if (empty.length === 0) return
  const quote = (names: string[]) => quoted(names.map((name) => `{${name}}`))
  say('error', `Nothing fills ${quote(empty)} here.`, `This text may have ${quote(allowed)}.`)
}

export const empty = eachText(({ text, say }) => {
  if (text.trim() === '') say('error', 'This text is empty.', 'Write it, or delete the key in every language.')
})
