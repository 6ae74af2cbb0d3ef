import { beforeAll, describe, expect, it } from 'vitest'
import { GET as atom } from '@/app/[locale]/attestations.atom/route'
import { GET as csv } from '@/app/[locale]/attestations.csv/route'
import { GET as jsonFeed } from '@/app/[locale]/attestations.feed.json/route'
import { toArchive } from '@/lib/attestations/archive'
import { atomFeed, loadFeed } from '@/lib/attestations/feeds'
import { reportSchema } from '@/lib/attestations/publish'
import { listReports, restoreReport, saveReport, withdrawReport } from '@/lib/attestations/store'
import { siteRequest, validReport, validReportWith } from '../support/attestations'

const awkward = '=1+1,"<b>&\'\uFFFE\uD800</b>"'

beforeAll(async () => {
  const save = async (fields: object, key: string) => {
    const stored = await saveReport(reportSchema.parse(validReportWith(fields)), key, 'alice')
    if (typeof stored === 'string') throw new Error(stored)
    return stored.id
  }
  const back = await save({}, 'a'.repeat(16))
  await save({ title: awkward, description: '@SUM(A1)', report_date: '2025-02' }, 'b'.repeat(16))
  const gone = await save({ title: 'Draft', report_date: '2025-03' }, 'c'.repeat(16))
  await withdrawReport(gone, 'alice', '+1-1', new Date('2098-03-04T00:00:00Z'))
  await withdrawReport(back, 'alice', 'A page, "the last", is missing.', new Date('2097-01-02T00:00:00Z'))
  await restoreReport(back, 'bob', new Date('2097-02-03T00:00:00Z'))
})

const locale = (name: string) => ({ params: Promise.resolve({ locale: name }) })

describe('the table', () => {
  it('has every report, also the withdrawn one, and no cell that a spreadsheet would run', async () => {
    const response = await csv(siteRequest('GET', '/attestations.csv'))
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    const text = await response.text()
    const lines = text.split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^id,status,report_date,title,.*,withdrawn_at,withdrawn_reason,history$/)
    expect(lines[1]).toMatch(/^[\w-]{36},withdrawn,2025-03,Draft,.*,2098-03-04T00:00:00\.000Z,'\+1-1,"\[\{""kind""/)
    expect(lines[2]).toContain(`"'=1+1,""<b>`)
    expect(lines[2]).toContain(`,'@SUM(A1),`)
    const cells = lines.flatMap((line) => line.match(/(?<=^|,)("(?:[^"]|"")*"|[^",]*)/g) ?? [])
    expect(cells).toHaveLength(4 * 21 + 1)
    expect(cells.filter((cell) => /^"?[=+@]/.test(cell))).toEqual([])
    expect(lines[2]).toMatch(/,"\[\{""kind"":""added"",[^{]*\}\]"$/)
    // A report that is back has no withdrawal in force, and its history as the API tells it.
    const [, history = ''] = lines[3]?.match(/^[\w-]{36},current,.*,,,"(\[.*\])"$/) ?? []
    const logged = { log_entry: expect.any(Number), log_hash: expect.any(String) }
    expect(JSON.parse(history.replaceAll('""', '"'))).toEqual([
      { kind: 'added', at: expect.any(String), reason: null, ...logged },
      { kind: 'withdrawn', at: '2097-01-02T00:00:00.000Z', reason: 'A page, "the last", is missing.', ...logged },
      { kind: 'restored', at: '2097-02-03T00:00:00.000Z', reason: null, ...logged },
    ])
    expect(text).not.toMatch(/alice|bob/)
  })
})

describe('the Atom feed', () => {
  it('is well-formed whatever a report says, and tells of the withdrawal', async () => {
    const response = await atom(siteRequest('GET', '/fr/attestations.atom'), locale('fr'))
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('xml:lang="fr"')
    expect(text).toContain('<title>Retiré\u202f: Draft</title>')
    expect(text).toContain('=1+1,&quot;&lt;b&gt;&amp;&apos;\uFFFD&lt;/b&gt;&quot;')
    expect(text).toContain('janvier 2025')
    expect(text.match(/<entry>/g)).toHaveLength(3)
    expect(text).not.toContain('\uFFFE')
    expect(text).toContain('Retiré le 4 mars 2098\nMotif\u202f: +1-1')
    // What happened, with the entry of the log that says so.
    expect(text).toContain('xmlns:log="http://localhost:3000/api/attestations/log"')
    expect(text.match(/<log:event kind="(added|restored)" at="[^"]+" entry="\d+" hash="\w{64}"\/>/g)).toHaveLength(4)
    expect(text).toMatch(/<log:event kind="withdrawn" at="[^"]+" reason="\+1-1" entry="4" hash="\w{64}"\/>/)
    expect(text).not.toMatch(/alice|bob/)
    // The latest change stands first and dates the feed.
    expect(text.match(/<title>([^<]*)<\/title>\s*<published>/)?.[1]).toBe('Retiré\u202f: Draft')
  })
})

describe('the JSON Feed', () => {
  it('is in its language and carries each report’s own fields', async () => {
    const response = await jsonFeed(siteRequest('GET', '/es/attestations.feed.json'), locale('es'))
    expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const feed = await response.json()
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      language: 'es',
      home_page_url: 'http://localhost:3000/es/attestations',
      feed_url: 'http://localhost:3000/es/attestations.feed.json',
    })
    const item = feed.items.find(({ title }: { title: string }) => title === validReport.title)
    expect(item).toMatchObject({ external_url: validReport.file_url, _attestation: { gold_coverage: '1' } })
    expect(feed.authors).toEqual([{ name: 'Halcrest' }])
    // What there is to say, a line each.
    const [month, description, gold, silver, withdrawn] = item.content_text.split('\n')
    expect([month, description]).toEqual(['enero de 2025', validReport.description])
    expect(gold).toMatch(/^Oro\b.*41[^\d]?250,125\b.*100,00/)
    expect(silver).toMatch(/^Plata\b.*999,99\b.*99,99/)
    expect(withdrawn).toMatch(/^Retirado/)
    expect(item.content_text).toContain(`\nSHA-256: ${validReport.sha256}`)
    expect(item.content_text).toContain(
      'Retirado el 2 de enero de 2097\nMotivo: A page, "the last", is missing.\nRestablecido el 3 de febrero de 2097',
    )
    expect(item.date_modified).toBe('2097-02-03T00:00:00.000Z')
    expect(item._attestation.history).toHaveLength(3)
  })

  it('says nothing of what a report does not say', async () => {
    const { title, report_date, file_url } = validReport
    const stored = await saveReport(reportSchema.parse({ title, report_date, file_url }), 'd'.repeat(16), 'alice')
    if (typeof stored === 'string') throw new Error(stored)
    const feed = await (await jsonFeed(siteRequest('GET', '/attestations.feed.json'), locale('en'))).json()
    const item = feed.items.find(({ id }: { id: string }) => id === `urn:uuid:${stored.id}`)
    expect(item.content_text).toBe('January 2025')
  })

  it('has the latest change first', async () => {
    const feed = await (await jsonFeed(siteRequest('GET', '/attestations.feed.json'), locale('en'))).json()
    const dates = feed.items.map(({ date_modified }: { date_modified: string }) => date_modified)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(dates.slice(0, 2)).toEqual(['2098-03-04T00:00:00.000Z', '2097-02-03T00:00:00.000Z'])
  })
})

it('a feed without entries has never changed, and one with entries when the first of them did', async () => {
  const updatedOf = (feed: string) => feed.match(/<updated>(.*?)<\/updated>/)?.[1]
  expect(updatedOf(atomFeed(await loadFeed([], 'en')))).toBe('1970-01-01T00:00:00.000Z')
  expect(updatedOf(atomFeed(await loadFeed(toArchive(await listReports()), 'en')))).toBe('2098-03-04T00:00:00.000Z')
})
