import { companyFacts } from '@/lib/i18n/company-facts'
import { fillFacts } from '@/lib/i18n/fill-facts.mjs'
import { splitPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { findRoute } from '@/lib/routes'
import { site } from '@/lib/site'
import { type Context, eachText } from '../context'
import { parseText } from '../icu'
import { isAmong } from '../terms'
import type { RuleFinding } from '../types'

export const lengths = eachText(({ key, text, catalog, context, say }) => {
  const budgets = context.shared.budgets.filter(({ keys }) => isAmong(key, keys))
  if (budgets.length === 0) return
  const filled = fillFacts(text, companyFacts(site, catalog.locale as Locale), catalog.locale).replaceAll("''", "'")
  const length = Math.max(...parseText(filled).texts.map((part) => [...part].length))
  for (const { what, min = 0, max, level, why } of budgets) {
    const fits = length >= min && length <= max
    if (fits) continue
    const [rule, fix] = length > max ? [`at most ${max}`, 'Shorten it.'] : [`at least ${min}`, 'Say more.']
    say(level, `${what} should have ${rule} characters; this has ${length}. ${why}`, fix)
  }
})

export const forbidden = eachText(({ key, text, terms, say }) => {
  for (const { find, why, except } of terms.forbidden) {
    const found = parseText(text).texts.join('\n').match(find)
    if (found && !isAmong(key, except)) say('error', `“${found[0]}” must not be said here. ${why}`, 'Say it otherwise.')
  }
})

export const required = eachText(({ key, text, terms, say }) => {
  for (const rule of terms.required) {
    if (rule.key !== key || rule.find.test(parseText(text).texts.join('\n'))) continue
    say('error', `This text must say ${rule.what}.`, 'Ask whoever answers for the legal texts before changing it.')
  }
})

export const links = eachText(({ text, say }) => {
  for (const [, path = ''] of text.matchAll(/(?<![\p{L}\p{N}/:.<])(\/[a-z][\w/.-]*)/gu)) {
    const { path: plain } = splitPath(path.replace(/[.-]+$/, ''))
    const fix = 'Texts link with tags, such as <contact>our team</contact>.'
    if (!findRoute(plain)) say('error', `The site has no page ${path}.`, fix)
  }
  const insecure = text.match(/\bhttp:\/\/[^\s.]\S*/)
  if (insecure) say('warning', `${insecure[0]} is not a secure address.`, 'Write https://, if the site has it.')
})

/** Differences from the specification, which may be intended. */
export function specification({ english, catalogs, shared, termsOf }: Context): RuleFinding[] {
  const counts = Object.entries(shared.counts).flatMap(([group, count]): RuleFinding[] => {
    const names = english.groups.get(group) ?? []
    if (names.length === count) return []
    const key = [...english.messages.keys()].find((other) => other.startsWith(`${group}.`)) ?? group
    const problem = `${group} has ${names.length} entries; the specification names ${count}.`
    return [{ level: 'note', catalog: english, key, problem, fix: 'Nothing to do, if that is meant.' }]
  })
  const sentences = catalogs.flatMap((catalog) =>
    Object.entries(termsOf(catalog.locale).specified).flatMap(([key, sentence]): RuleFinding[] => {
      const text = catalog.messages.get(key)?.text
      if (text === undefined || text === sentence) return []
      const problem = `The specification says “${sentence}” here.`
      return [{ level: 'note', catalog, key, problem, fix: 'Nothing to do, if that is meant.' }]
    }),
  )
  return [...counts, ...sentences]
}
