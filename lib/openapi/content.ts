import { metals } from '@/lib/attestations/archive'
import { reportColumnNames } from '@/lib/attestations/csv'
import { mediaTypes } from '@/lib/http/api-table'
import { byteOrderMark, toCsv } from '@/lib/http/csv'
import { localizedPath } from '@/lib/i18n/navigation'
import { leadsCsv } from '@/lib/leads/csv'
import type { LeadJson } from '@/lib/leads/json'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'
import { mapValues } from '@/lib/text'
import examples from './examples.json' with { type: 'json' }
import { reference } from './schemas'

/** An example for each schema, or for each media type that has no schema. */
export type Content = Record<string, unknown>

const lackedMetals = metals.filter((metal) => !site.metals.includes(metal))

const named: Record<string, unknown> = {
  ...examples,
  network: site.claims.network ?? null,
  landingPage: localizedPath('fr', paths.product),
}
named.leadsTable = leadsCsv([exampleOf('$lead') as LeadJson]).replace(
  byteOrderMark,
  '',
)
const reportRow: Record<string, unknown> = {
  ...Object(exampleOf('$report')),
  history: '',
}
named.reportsTable = toCsv([
  [...reportColumnNames],
  reportColumnNames.map((column) => String(reportRow[column] ?? '')),
])

/**
 * Returns the content of a request or a response, with its schemas and
 * examples, by media type.
 */
export function mediaTypesOf(content: Content, types?: readonly string[]) {
  const entries = Object.entries(content).flatMap(([name, example]) => {
    const isText = name.includes('/')
    const format = name === mediaTypes.pdf ? 'binary' : undefined
    const schema = isText ? { type: 'string', format } : reference(name)
    const ownType =
      name === 'JsonFeed' ? 'application/feed+json' : mediaTypes.json
    return (types ?? [isText ? name : ownType]).map((type) => [
      type,
      { schema, example: exampleOf(example) },
    ])
  })
  return Object.fromEntries(entries)
}

/**
 * Resolves references in an example: `$name` inserts the example of that name,
 * and `...` extends one. Values about a metal that the brand lacks become null.
 */
function exampleOf(example: unknown): unknown {
  if (typeof example === 'string')
    return example.startsWith('$')
      ? exampleOf(named[example.slice(1)])
      : example
  if (Array.isArray(example)) return example.map(exampleOf)
  if (typeof example !== 'object' || example === null) return example
  const { '...': base, ...own } = example as Record<string, unknown>
  const resolved = mapValues(own, (value, name) =>
    lackedMetals.some((metal) => name.startsWith(metal))
      ? null
      : exampleOf(value),
  )
  return { ...Object(exampleOf(base)), ...resolved }
}
