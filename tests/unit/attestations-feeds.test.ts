import { beforeAll, expect, it, vi } from 'vitest'
import { GET as atom } from '@/app/[locale]/attestations.atom/route'
import { GET as csv } from '@/app/[locale]/attestations.csv/route'
import { GET as jsonFeed } from '@/app/[locale]/attestations.feed.json/route'
import { toArchive } from '@/lib/attestations/archive'
import { atomFeed, loadFeed } from '@/lib/attestations/feeds'
import { loadArchive, loadReportsState } from '@/lib/attestations/load'
import {
  reportSchema,
  restoreReport,
  withdrawReport,
} from '@/lib/attestations/report-changes'
import { listReports, saveReport } from '@/lib/attestations/report-store'
import {
  siteRequest,
  validReport,
  validReportWith,
} from '../support/attestations'
import { taughtLocales } from '../support/catalog'
import { runSql } from '../support/database'
import { storedReport } from '../support/reports'

const march = '2025-03-01T10:00:00.000+00:00'
const awkward = '=1+1,"<b>&\'\uFFFE\uD800</b>"'
let count = 0

async function saved(fields: object, now?: Date): Promise<string> {
  const { report, refusal } = await saveReport(
    reportSchema.parse(fields),
    `key-of-report-${count++}`,
    'alice',
    { now },
  )
  if (refusal) throw new Error(refusal.code)
  return report.id
}

const storeReport = (fields: object = {}) => saved(validReportWith(fields))

const inLocale = (locale: string) => ({ params: Promise.resolve({ locale }) })

async function saveWithReplacement(
  month: string,
  now?: Date,
): Promise<[old: string, replacement: string]> {
  const old = await storeReport({ report_date: month })
  return [
    old,
    await saved(validReportWith({ report_date: month, replaces: old }), now),
  ]
}

const reportOf = async (id: string) =>
  toArchive(await listReports()).find((report) => report.id === id)

beforeAll(async () => {
  const back = await storeReport()
  await storeReport({
    title: awkward,
    description: '@SUM(A1)',
    report_date: '2025-02',
  })
  const gone = await storeReport({ title: 'Draft', report_date: '2025-03' })
  await withdrawReport(gone, 'alice', '+1-1', new Date('2098-03-04T00:00:00Z'))
  await withdrawReport(
    back,
    'alice',
    'A page, "the last", is missing.',
    new Date('2097-01-02T00:00:00Z'),
  )
  await restoreReport(back, 'bob', new Date('2097-02-03T00:00:00Z'))
})

async function csvText() {
  const response = await csv(
    siteRequest('GET', '/attestations.csv'),
    inLocale('en'),
  )
  const type = response.headers.get('content-type')
  // Decodes the bytes itself, because Response.text() would remove the byte
  // order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString()
  return { type, text, lines: text.split('\r\n') }
}

it('the CSV has the reports and their history', async () => {
  const { type, text, lines } = await csvText()

  expect(type).toBe('text/csv; charset=utf-8; header=present')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(
    /^\uFEFFid,status,report_date,title,.*,withdrawn_at,withdrawn_reason,report_language,history$/,
  )
  expect(lines[1]).toMatch(
    /^[\w-]{36},withdrawn,2025-03,Draft,.*,2098-03-04T00:00:00\.000Z,'\+1-1,en,added /,
  )
  expect(text).not.toMatch(/alice|bob/)
})

it('the CSV has empty withdrawal columns for a restored report', async () => {
  const { lines } = await csvText()

  expect(lines[3]).toMatch(/^[\w-]{36},current,.*,,,en,"added /)
})

it('the CSV has no cell that a spreadsheet takes for a formula', async () => {
  const { lines } = await csvText()

  expect(lines[2]).toContain(`"'=1+1,""<b>`)
  expect(lines[2]).toContain(`,'@SUM(A1),`)
  const cells = lines.flatMap(
    (line) => line.match(/(?<=^|,)("(?:[^"]|"")*"|[^",]*)/g) ?? [],
  )
  expect(cells).toHaveLength(4 * 22 + 1)
  expect(cells.filter((cell) => /^"?[=+@]/.test(cell))).toEqual([])
})

async function frenchAtom() {
  const response = await atom(
    siteRequest('GET', '/fr/attestations.atom'),
    inLocale('fr'),
  )
  const type = response.headers.get('content-type')
  return { type, text: await response.text() }
}

it('the Atom feed is in the language of the page', async () => {
  const { type, text } = await frenchAtom()

  expect(type).toBe('application/atom+xml; charset=utf-8')
  expect(text).toContain('xml:lang="fr"')
  expect(text).toContain('janvier 2025')
  expect(text.match(/<entry>/g)).toHaveLength(3)
  expect(text).toContain('Retiré le 3 mars 2098\nMotif\u202f: +1-1')
  expect(text).not.toMatch(/alice|bob/)
})

it('the Atom feed escapes report text', async () => {
  const { text } = await frenchAtom()

  expect(text).toContain('=1+1,&#34;&#60;b&#62;&#38;&#39;&#60;/b&#62;&#34;')
  expect(text).not.toContain('\uFFFE')
})

it('the Atom feed is dated by its latest change, which comes first', async () => {
  const { text } = await frenchAtom()

  expect(text.match(/<title>([^<]*)<\/title>\s*<published>/)?.[1]).toBe(
    'Retiré\u202f: Draft',
  )
  expect(text.match(/<updated>(.*?)<\/updated>/)?.[1]).toBe(
    '2098-03-04T00:00:00.000Z',
  )
})

it('the Atom feed without reports is dated like its page', async () => {
  const dates = JSON.stringify({ 'attestations.en': '2026-11-28' })
  vi.stubGlobal('CONTENT_DATES', dates)
  const feed = atomFeed(await loadFeed([], 'en'))
  vi.unstubAllGlobals()

  expect(feed).toContain('<updated>2026-11-28T00:00:00.000Z</updated>')
})

async function spanishFeed() {
  const response = await jsonFeed(
    siteRequest('GET', '/es/attestations.feed.json'),
    inLocale('es'),
  )
  return response.json()
}

it('the JSON Feed is in the page’s language, with the latest change first', async () => {
  const feed = await spanishFeed()
  expect(feed).toMatchObject({
    language: 'es',
    feed_url: 'http://localhost:3000/es/attestations.feed.json',
  })

  const dates = feed.items.map(
    ({ date_modified }: { date_modified: string }) => date_modified,
  )
  expect(dates.length).toBeGreaterThan(1)
  expect(dates).toEqual(dates.toSorted().toReversed())
})

it('the JSON Feed has the localized figures and history of each report', async () => {
  const { title, file_url } = validReport
  const without = await saved({
    title: 'Without figures',
    report_date: '2024-12',
    file_url,
  })
  const feed = await spanishFeed()
  const itemOf = (name: string) =>
    feed.items.find((item: { title: string }) => item.title === name)

  expect(itemOf(title)).toMatchObject({
    external_url: file_url,
    date_modified: '2097-02-03T00:00:00.000Z',
    _attestation: { gold_coverage: '1', history: [{}, {}, {}] },
  })
  expect(itemOf(title).content_text.split('\n')).toEqual([
    'enero de 2025',
    validReport.description,
    expect.stringMatching(/^Oro\b.*41[^\d]?250,125\b.*100,00/),
    expect.stringMatching(/^Plata\b.*999,99\b.*99,99/),
    expect.stringMatching(/31 de enero de 2025$/),
    'Retirado el 1 de enero de 2097',
    'Motivo: A page, "the last", is missing.',
    'Restablecido el 2 de febrero de 2097',
    `SHA-256: ${validReport.sha256}`,
  ])
  expect(itemOf('Without figures')).toMatchObject({
    content_text: 'diciembre de 2024',
    _attestation: { id: without },
  })
})

it('feed entries have a stable ID per language', async () => {
  const id = '0b9d7c52-5a1e-4f6b-8c55-7be2f1f0a3d4'
  const report = storedReport(id, '2025-01')
  const feeds = await Promise.all(
    taughtLocales.map((locale) => loadFeed(toArchive([report]), locale)),
  )

  const [english, french, spanish] = feeds.map((feed) => feed.items[0]?.id)
  const inAtom = feeds.map(
    (feed) => atomFeed(feed).match(/<entry>\s*<id>(.*?)<\/id>/)?.[1],
  )

  expect(english).toBe(`urn:uuid:${id}`)
  expect(french).toBe('urn:uuid:a20d70a7-91aa-88b5-800e-36d8b4e71638')
  expect(spanish).toBe('urn:uuid:f9f7b8e1-b314-81f6-8817-a0897840efe7')
  expect(inAtom).toEqual([english, french, spanish])
})

it('feeds show a replaced report as withdrawn until it is restored', async () => {
  const [old, replacement] = await saveWithReplacement('2023-01')
  const statuses = async () => [
    (await reportOf(old))?.status,
    (await reportOf(replacement))?.status,
  ]
  await withdrawReport(replacement, 'alice', 'Wrong file.')
  await withdrawReport(old, 'bob', null)
  const withdrawn = await statuses()

  await restoreReport(old, 'bob')
  await restoreReport(replacement, 'bob')

  expect(withdrawn).toEqual(['withdrawn', 'withdrawn'])
  expect(await statuses()).toEqual(['replaced', 'current'])
})

it('feeds date a replaced report by its replacement', async () => {
  const later = new Date(Date.now() + 1000)
  const [old, replacement] = await saveWithReplacement('2024-02', later)
  const { items } = await loadFeed(toArchive(await listReports()), 'en')
  const dates = [old, replacement].map(
    (id) => items.find(({ report }) => report.id === id)?.updated,
  )

  expect(dates).toEqual([later, later])
})

it('feeds do not reorder the title of a withdrawn report that is right-to-left', async () => {
  const id = await storeReport({ report_date: '2020-11', title: 'דוח (Gulf)' })
  await withdrawReport(id, 'alice', null)

  const { items } = await loadFeed(toArchive(await listReports()), 'en')

  expect(items.find(({ report }) => report.id === id)?.title).toBe(
    'Withdrawn: \u2068דוח (Gulf)\u2069',
  )
})

it('the revision of the reports changes with every change and only then', async () => {
  const id = await storeReport({ report_date: '2021-01' })
  const seen = [(await loadReportsState())?.revision]
  for (const change of [
    () => withdrawReport(id, 'alice', null),
    () => restoreReport(id, 'alice'),
    () => storeReport({ report_date: '2021-03' }),
  ]) {
    await change()
    seen.push((await loadReportsState())?.revision)
    expect((await loadReportsState())?.revision).toBe(seen.at(-1))
  }

  expect(new Set(seen).size).toBe(4)
})

it('a report changed with SQL appears within 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const id = await storeReport({ report_date: '2021-02' })
  const before = (await loadReportsState())?.revision
  await runSql('UPDATE Attestation SET goldOunces = ? WHERE id = ?', '7', id)
  vi.advanceTimersByTime(31_000)

  expect((await loadReportsState())?.revision).not.toBe(before)
  expect(
    (await loadArchive())?.find((report) => report.id === id)?.goldOunces,
  ).toBe('7')
})

it('the list has all 10,000 reports, each with its own history', async () => {
  const addEvents = (sequence: number, kind: string, reason: string) => `
    INSERT INTO AttestationEvent (id, attestationId, sequence, kind, at, operator, reason)
    SELECT id || '-${sequence}', id, ${sequence}, '${kind}', '${march}', 'alice', ${reason} FROM Attestation
    WHERE id LIKE 'many-%';`
  await runSql(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
    INSERT INTO Attestation (id, idempotencyKey, title, fileUrl, reportDate, createdAt, createdBy)
    SELECT 'many-' || i, 'many-' || i, 'Report', 'https://files.example/x.pdf', '2020-01', '${march}', 'alice' FROM n;
    ${addEvents(1, 'withdrawn', "'of ' || id")} ${addEvents(2, 'restored', 'NULL')}`)
  const many = (await listReports()).filter(({ id }) => id.startsWith('many-'))
  expect(many).toHaveLength(10_000)

  for (const { id, events } of many) {
    expect(events.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
      `withdrawn of ${id}`,
      'restored null',
    ])
  }
})
