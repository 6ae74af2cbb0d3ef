// Plain JavaScript, as the set-up needs it for the types of the messages.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {Record<string, string | number>} Facts */

/** The names of all facts with some values, to fill a message where only its other arguments matter. */
export const anyFacts = {
  brand: '',
  product: '',
  founded: '',
  years: 45,
  offices: '',
  anyOffice: '',
  officeCount: 2,
  phoneCount: 2,
  shop: 'set',
  prices: 'set',
  privacy: 'set',
  attestor: '',
}

/**
 * A message with the company's facts in it: `{brand}` becomes the name, and of `{officeCount, plural, …}` or
 * `{shop, select, …}` the text that fits stays. What is not a fact is left as it is. Returns ICU MessageFormat.
 * @param {string} message
 * @param {Facts} facts
 * @param {string} locale
 */
export function fillFacts(message, facts, locale) {
  return choose(message, facts, locale).replace(/\{(\w+)\}/g, (argument, name) => {
    const value = facts[name]
    return value === undefined ? argument : escapeIcu(String(value))
  })
}

/** @type {typeof fillFacts} */
function choose(message, facts, locale) {
  const names = [...message.matchAll(/\{\s*(\w+)\s*,/g)].map(([, name = '']) => name)
  if (!names.some((name) => name in facts)) return message
  const found = findChoice(parseOrNothing(message), facts)
  if (!found?.location) return message
  const { start, end } = found.location
  const chosen = message.slice(0, start.offset) + optionOf(found, message, facts, locale) + message.slice(end.offset)
  return choose(chosen, facts, locale)
}

// A message that cannot be read is left to those who show it, and to `npm run copy`, which says what is wrong.
function parseOrNothing(/** @type {string} */ message) {
  try {
    return parse(message, { captureLocation: true })
  } catch {
    return []
  }
}

/**
 * @param {Element[]} elements
 * @param {Facts} facts
 * @returns {import('@formatjs/icu-messageformat-parser').PluralElement | import('@formatjs/icu-messageformat-parser').SelectElement | undefined}
 */
function findChoice(elements, facts) {
  for (const element of elements) {
    const isChoice = element.type === TYPE.plural || element.type === TYPE.select
    if (isChoice && element.value in facts) return element
    const inside = isChoice ? Object.values(element.options).flatMap(({ value }) => value) : []
    const found = findChoice(element.type === TYPE.tag ? element.children : inside, facts)
    if (found) return found
  }
  return undefined
}

/**
 * @param {NonNullable<ReturnType<typeof findChoice>>} element
 * @param {string} message
 * @param {Facts} facts
 * @param {string} locale
 */
function optionOf({ type, value: name, options }, message, facts, locale) {
  const value = facts[name] ?? ''
  const category = type === TYPE.plural ? new Intl.PluralRules(locale).select(Number(value)) : String(value)
  const option = options[`=${value}`] ?? options[category] ?? options.other
  if (!option?.location) return ''
  const [from, to] = [option.location.start.offset + 1, option.location.end.offset - 1]
  let text = message.slice(from, to)
  for (const { location } of option.value.filter((element) => element.type === TYPE.pound).reverse()) {
    if (!location) continue
    const [start, end] = [location.start.offset - from, location.end.offset - from]
    text = text.slice(0, start) + new Intl.NumberFormat(locale).format(Number(value)) + text.slice(end)
  }
  return text
}

// In ICU MessageFormat an apostrophe quotes the braces and angle brackets that follow it.
function escapeIcu(/** @type {string} */ value) {
  return value.replaceAll("'", "''").replace(/[{}<>]/g, (mark) => `'${mark}'`)
}
