import { readBrandFiles } from '@/lib/brand/folder.mjs'
import { anyFacts } from '@/lib/i18n/fill-facts.mjs'
import { readCatalog } from './catalog'
import { judge, loadCatalogs, rules } from './check'
import { eachText, quoted } from './context'
import { parseText } from './icu'
import { createTermsReader, readSharedTerms } from './terms'
import type { Catalog, Finding } from './types'
import { readUsage } from './usage'

// A text of a brand may say less than the catalog's, or link elsewhere; it cannot have what nothing fills.
const args = eachText(({ text, english, say }) => {
  const own = english ? parseText(english.text).args : []
  const unknown = parseText(text).args.filter((name) => !own.includes(name) && !(name in anyFacts))
  if (unknown.length === 0) return
  const given = [...new Set([...own, ...Object.keys(anyFacts)])].map((name) => `{${name}}`)
  say('error', `Nothing fills ${quoted(unknown.map((name) => `{${name}}`))} here.`, `It may have ${quoted(given)}.`)
})

const { extra, marked, empty, icu, tags, length, typography, spacing, glossary, verbatim, forbidden, required, links } =
  rules
const ofContent = {
  marked,
  empty,
  icu,
  tags,
  length,
  typography,
  spacing,
  glossary,
  verbatim,
  forbidden,
  required,
  links,
}

/** Checks the texts of a brand (`messages/` in its folder), which come before those of the catalogs. */
export function checkBrandTexts(folder: string): Finding[] {
  const sources = Object.entries(readBrandFiles(folder).messages)
  const read = sources.map(([locale, source]) => readCatalog(locale, `${folder}/messages/${locale}.json`, source))
  const broken = read.flatMap((file) => file.broken)
  if (broken.length > 0) return broken
  const catalogs = read.map(({ catalog }) => catalog)
  return judgeBrandTexts(catalogs, loadCatalogs().english)
}

/** What is to be said of the texts of a brand, beside the English ones of the catalogs. */
export function judgeBrandTexts(catalogs: Catalog[], english: Catalog): Finding[] {
  const terms = { shared: readSharedTerms(), termsOf: createTermsReader() }
  const base = { catalogs, usage: readUsage(), reviewed: {}, ...terms }
  // A translation is one of the brand's own English.
  const own = catalogs.find(({ locale }) => locale === english.locale)
  const messages = new Map([...english.messages, ...(own?.messages ?? [])])
  return [
    ...judge({ ...base, english }, { extra, args }),
    ...judge({ ...base, english: { ...english, messages } }, ofContent),
  ]
}
