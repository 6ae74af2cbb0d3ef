import { z } from 'zod'
import { reportColumnNames } from '@/lib/attestations/csv'
import { reportAnswerSchema } from '@/lib/attestations/response-schema'
import { routing } from '@/lib/i18n/routing'
import { dataFiles } from '@/lib/routes'
import { site } from '@/lib/site'
import type { NamedSchemas } from './components'
import { type Answer, answerItem, type Names } from './describe'
import { csvExample, report } from './examples'

const page = 'https://reserve.example/attestations'
const urn = `urn:uuid:${report.id}`
const text = 'January 2026\nCount and weight of the bars.'
const time = z.iso.datetime()

const item = z.strictObject({
  id: z.string(),
  url: z.url(),
  external_url: z.url(),
  title: z.string(),
  content_text: z.string(),
  date_published: time,
  date_modified: time,
  _attestation: reportAnswerSchema,
})

const jsonFeedSchema = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  language: z.string(),
  authors: z.array(z.strictObject({ name: z.string() })),
  items: z.array(item),
})

export const feedSchemas = {
  requests: {},
  answers: { JsonFeed: jsonFeedSchema, JsonFeedItem: item },
} satisfies NamedSchemas

const jsonFeed = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Attestation reports',
  description: 'Independent reports on the reserves.',
  home_page_url: page,
  feed_url: `${page}.feed.json`,
  language: 'en',
  authors: [{ name: site.brand }],
  items: [
    {
      id: urn,
      url: `${page}#${report.id}`,
      external_url: report.file_url,
      title: report.title,
      content_text: text,
      date_published: report.published_at,
      date_modified: report.published_at,
      _attestation: report,
    },
  ],
}

const atom = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${page}.atom</id>
  <title>Attestation reports</title>
  <updated>${report.published_at}</updated>
  <entry><id>${urn}</id><title>${report.title}</title><updated>${report.published_at}</updated></entry>
</feed>
`

const csv = csvExample(reportColumnNames, { ...report, history: '' })

type Feed = { name: string; summary: string; description: string; answer: Answer }

const feeds: Record<string, Feed> = {
  [dataFiles.atom]: {
    name: 'AtomFeed',
    summary: 'The latest changes of reports as Atom (RFC 4287)',
    description: 'Up to 100 entries, newest change first. Withdrawn and replaced reports stay and say so.',
    answer: { description: 'The feed.', content: [{ type: 'application/atom+xml', example: atom }] },
  },
  [dataFiles.jsonFeed]: {
    name: 'JsonFeed',
    summary: 'The latest changes of reports as JSON Feed 1.1',
    description: 'As the Atom feed, with each report’s own fields under `_attestation`.',
    answer: {
      description: 'The feed.',
      content: [{ type: 'application/feed+json', schema: jsonFeedSchema, example: jsonFeed }],
    },
  },
  [dataFiles.csv]: {
    name: 'ReportsCsv',
    summary: 'All reports as one table (RFC 4180)',
    description:
      'With a header line; the columns are named alike in every language. Withdrawn and replaced reports included.',
    answer: { description: 'The table.', content: [{ type: 'text/csv', example: csv }] },
  },
}

const language = {
  name: 'language',
  in: 'path',
  required: true,
  description: 'The language; English has no prefix.',
  schema: { type: 'string', enum: routing.locales.filter((locale) => locale !== routing.defaultLocale) },
  example: 'fr',
}

/** The feeds' paths: files beside the pages, in English and below each language's prefix. */
export function feedPaths(names: Names): Record<string, object> {
  const items = Object.entries(feeds).flatMap(([path, { name, answer, ...texts }]) => {
    const responses = { 200: answerItem(answer, names) }
    return [
      [path, { get: { operationId: `get${name}`, ...texts, responses } }],
      [
        `/{language}${path}`,
        { get: { operationId: `getLocalized${name}`, ...texts, parameters: [language], responses } },
      ],
    ]
  })
  return Object.fromEntries(items)
}
