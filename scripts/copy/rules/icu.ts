import { isStructurallySame } from '@formatjs/icu-messageformat-parser'
import { linkTags } from '@/lib/i18n/translator'
import { eachText, quoted, type Text } from '../context'
import { parseText } from '../icu'
import { explainIcu } from '../icu-faults.mjs'

/** Texts that are not valid ICU MessageFormat, which end the build. */
export const icu = eachText(({ text, say }) => {
  const { error } = parseText(text)
  if (!error) return
  say('error', ...explainIcu(error))
})

/** Arguments and tags of a translation that are not those of English. */
export const sameShape = eachText(({ text, english, say }) => {
  if (!english) return
  const [own, source] = [parseText(text), parseText(english.text)]
  if (!own.elements || !source.elements) return
  for (const [wanted, given, form] of [
    [source.args, own.args, (name: string) => `{${name}}`],
    [source.tags, own.tags, (name: string) => `<${name}>`],
  ] as const) {
    const lost = wanted.filter((name) => !given.includes(name)).map(form)
    const strange = given.filter((name) => !wanted.includes(name)).map(form)
    if (lost.length > 0)
      say('error', `English has ${quoted(lost)} here, and this text has not.`, 'Put it in its place.')
    if (strange.length > 0) say('error', `English has no ${quoted(strange)} here.`, 'Write it as English does.')
    if (lost.length + strange.length > 0) return
  }
  const { success, error } = isStructurallySame(source.elements, own.elements)
  if (!success) say('error', `What stands in { } differs from English: ${error?.message}.`, 'Write it as English does.')
})

/** Tags that lead nowhere, that stand where none can be shown, or that hold no words. */
export const tags = eachText(({ text, key, context, say }) => {
  const { elements, tags: used } = parseText(text)
  if (!elements || used.length === 0) return
  const known: readonly string[] = linkTags
  const strange = used.filter((tag) => !known.includes(tag)).map((tag) => `<${tag}>`)
  const mend = `A text may link with ${quoted(known.map((tag) => `<${tag}>`))}.`
  if (strange.length > 0) say('error', `There is no tag ${quoted(strange)}.`, mend)
  if (/<(\w+)>\s*<\/\1>/.test(text)) say('error', 'A link has no words.', 'Write them between <tag> and </tag>.')
  const plain = context.usage.usesOf(key).some(({ rich }) => !rich)
  if (plain) say('error', 'This text is shown without links: its tags would break the page.', 'Take the tags out.')
})

/** Arguments of English texts that nothing fills. */
export const args = eachText(({ text, key, context, english, say }) => {
  if (english) return
  const wanted = parseText(text).args
  const facts = Object.keys(context.facts)
  for (const { args: given } of context.usage.usesOf(key)) {
    const empty = given ? wanted.filter((name) => !given.includes(name) && !facts.includes(name)) : []
    if (empty.length === 0) continue
    const allowed = [...new Set([...(given ?? []), ...facts])].map((name) => `{${name}}`)
    say(
      'error',
      `Nothing fills ${quoted(empty.map((name) => `{${name}}`))} here.`,
      `Here may stand ${quoted(allowed)}.`,
    )
    return
  }
})

/** Texts without a word. */
export const empty = eachText(({ text, say }: Text) => {
  if (text.trim() === '') say('error', 'This text is empty.', 'Write it, or delete the key in every language.')
})
