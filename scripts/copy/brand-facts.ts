// Reads the texts in brand.json, and finds facts that contradict each other or
// the pages.
import { join } from 'node:path'
import { visit } from 'jsonc-parser'
import { textsOfBrand } from '@/lib/brand/claims'
import type { Topic } from '@/lib/brand/disclosures'
import { parseFacts } from '@/lib/brand/facts'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { routing } from '@/lib/i18n/routing'
import { valueAt } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'
import {
  brandTextsFile,
  type Catalog,
  catalogFile,
  type Sources,
} from './catalogs'
import { parseText } from './message'
import { numbersIn } from './numbers'
import { quoted } from './rule'
import { sharedTerms } from './terms'
import { figuresIn } from './twin-rules'

export function readBrandFacts(): string {
  return readText(brandFactsFile()) ?? '{}'
}

export function brandFactsFile(): string {
  return join(brandFolder(env.BRAND), 'brand.json').replaceAll('\\', '/')
}

/**
 * Returns the labels and values of the disclosures as a catalog for each
 * language. A text for all languages is in the English catalog.
 */
export function factCatalogs(source: string): Catalog[] {
  const catalogs = routing.locales.map((locale) => ({
    locale: locale as string,
    file: brandFactsFile(),
    messages: new Map(),
    groups: new Map(),
  }))
  visit(source, {
    onLiteralValue(value, _offset, _length, line, column, path) {
      const steps = path()
      if (typeof value !== 'string' || !isShown(steps)) return
      const catalog = catalogs.find(({ locale }) => locale === steps.at(-1))
      const key = (catalog ? steps.slice(0, -1) : steps).join('.')
      const { messages } = catalog ?? catalogs[0] ?? {}
      messages?.set(key, {
        key,
        text: value,
        line: line + 1,
        column: column + 1,
      })
    },
  })
  return catalogs
}

function isShown([group, list, , field]: (string | number)[]): boolean {
  return (
    group === 'disclosures' &&
    ((list === 'rows' && (field === 'label' || field === 'value')) ||
      (list === 'parties' && field === 'detail'))
  )
}

/**
 * Returns a sentence for each name or figure that is in the facts or on a page,
 * but not in the disclosures on the same topic.
 */
export function disagreements(source: string, texts: Sources): string[] {
  const { attestor, claims, chain, offices, disclosures } = parseFacts(
    source,
    brandFactsFile(),
  )
  const hours = offices.flatMap(({ hours }) => Object.values(hours ?? {}))

  const locale = routing.defaultLocale
  const shown = textsOfBrand(
    JSON.parse(texts[catalogFile(locale)] ?? '{}'),
    JSON.parse(texts[brandTextsFile(locale)] ?? '{}'),
    claims,
  )

  const pages = Object.entries(sharedTerms().disclosed).map(
    ([key, topic]): Statement => {
      const text = String(valueAt(shown, key) ?? '')
      const figures = figuresIn(parseText(text).texts.join('\n'))
      return [`The text ${key}`, figures, topic]
    },
  )
  const statements: Statement[] = [
    ['“attestor”', [attestor], 'attestor'],
    ['“claims”', [claims.standard, claims.network], 'tokens'],
    ['“chain.decimals”', Object.values(chain.decimals).map(String), 'tokens'],
    ['“offices”', hours.flatMap(numbersIn), 'hours'],
    ...pages,
  ]

  return statements.flatMap(([place, stated, topic]) => {
    const disclosed = disclosures.rows
      .filter((row) => row.topic === topic)
      .flatMap(({ value }) => value)
      .map((words) => (typeof words === 'string' ? words : words.en))
      .join('\n')
    const figures = numbersIn(disclosed)
    const unsaid = stated
      .filter((each) => each !== undefined)
      .filter(
        (figure) => !disclosed.includes(figure) && !figures.includes(figure),
      )
    if (disclosed === '' || unsaid.length === 0) return []
    return `${place} contains ${quoted(new Set(unsaid))}, but the disclosures on ${topic} do not.`
  })
}

type Statement = [place: string, stated: (string | undefined)[], topic: Topic]
