import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { POST } from '@/app/api/attestations/files/route'
import { GET as readLog } from '@/app/api/attestations/log/route'
import { POST as publish } from '@/app/api/attestations/route'
import { fingerprintOf } from '@/lib/attestations/browser/api'
import { checkLog } from '@/lib/attestations/browser/check-log'
import { pathOfFile } from '@/lib/attestations/file-address'
import { maxFileBytes } from '@/lib/attestations/file-limits'
import { inspectFile, loadPiece } from '@/lib/attestations/file-store'
import { importFiles } from '@/lib/attestations/import-files'
import { appendChanges } from '@/lib/attestations/log/log-store'
import { verifyLog } from '@/lib/attestations/log/verify'
import { receiveFile } from '@/lib/attestations/receive-file'
import { isPostgresql } from '@/lib/database/address'
import { changeEnvironment, env } from '@/lib/env'
import { cachePolicies } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { createReportFiles } from '@/lib/server/report-files'
import { checkReportFiles } from '@/scripts/findings'
import { portOf, requestRaw } from '../support/ask'
import {
  freshReport,
  keys,
  siteRequest,
  smallPdf,
} from '../support/attestations'
import { runSql, selectColumn, storedTime } from '../support/database'
import { requireStatus } from '../support/requests'
import { makeScratchFolder } from '../support/scratch'
import { setForTest } from '../support/settings'

// Skips a test on PostgreSQL, whose disk is on another machine.
const isOnPostgresql = isPostgresql(env.DATABASE_URL)

const path = '/api/attestations/files'

function pdfOf(bytes: number): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.alloc(bytes - 15, ' '),
    Buffer.from('%%EOF\n'),
  ])
}

type Body = string | Uint8Array | ReadableStream

function upload(body: Body, type = 'application/pdf') {
  const headers = {
    'Content-Type': type,
    Authorization: `Bearer ${keys.alice}`,
    'Sec-Fetch-Site': 'same-origin',
  }
  const options = {
    method: 'POST',
    headers,
    body: body as BodyInit,
    duplex: 'half',
  }
  return POST(new Request(`http://localhost:3000${path}`, options))
}

async function storeFile(body: Body = smallPdf) {
  return requireStatus(201, await upload(body)).json()
}

const add = (fields: object) =>
  publish(
    siteRequest('POST', '/api/attestations', {
      key: keys.alice,
      body: freshReport(fields),
    }),
  )

async function answerOf(response: Response | Promise<Response>) {
  const answer = await response
  const body = await answer.json()
  return answer.status < 400
    ? answer.status
    : `${answer.status} ${body.error.code}`
}

const logNow = async () =>
  (await readLog(siteRequest('GET', '/api/attestations/log'))).json()

const storedNames = () =>
  selectColumn<string>('SELECT sha256 FROM ReportFile ORDER BY sha256')

/**
 * Returns an endless body of the pieces that `piece` returns. It fails once
 * `isLost` returns true.
 */
function endless(piece: (sent: number) => Buffer, isLost = () => false) {
  const stream = { sent: 0 }
  const body = new ReadableStream({
    pull(controller) {
      if (isLost()) return controller.error(new Error('gone'))
      const next = piece(stream.sent)
      stream.sent += next.length
      controller.enqueue(next)
    },
  })
  return Object.assign(stream, { body })
}

describe('an uploaded file', () => {
  it('is stored under its SHA-256 and returned with its address', async () => {
    const file = pdfOf(200_000)
    const sha256 = hash('sha256', file)

    const stored = await storeFile(file)

    expect(stored).toEqual({
      file_url: `http://localhost:3000/files/${sha256}.pdf`,
      sha256,
      bytes: file.length,
    })
    expect(await inspectFile(sha256)).toBe('intact')
  })

  it('is stored only once', async () => {
    const file = pdfOf(200_000)

    await Promise.all([storeFile(file), storeFile(file), storeFile(file)])
    await storeFile(file)

    expect(await storedNames()).toEqual([hash('sha256', file)])
  })

  const larger = pdfOf(maxFileBytes + 1)
  const lost = endless(
    () => pdfOf(100_000),
    () => lost.sent > 300_000,
  )

  it.each<[what: string, answer: string, body: Body]>([
    ['is a web page', '422 not_pdf', '<!doctype html><title>Not a PDF</title>'],
    ['is an image', '422 not_pdf', randomBytes(5000)],
    ['was cut off', '422 not_pdf', pdfOf(100_000).subarray(0, 99_000)],
    [
      'begins after other bytes',
      '422 not_pdf',
      Buffer.concat([Buffer.alloc(2000, 'x'), Buffer.from(smallPdf)]),
    ],
    ['is empty', '422 not_pdf', ''],
    ['is too large', '413 too_large', larger],
    [
      'is too large and has no Content-Length',
      '413 too_large',
      new Blob([new Uint8Array(larger)]).stream(),
    ],
    ['breaks off in the middle', '400 malformed', lost.body],
  ])('is refused if it %s: %s', async (_, answer, body) => {
    const before = await storedNames()

    expect(await answerOf(upload(body))).toBe(answer)

    expect(await storedNames()).toEqual(before)
  })

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/pdfx',
    '',
  ])('is refused if it is sent as “%s”', async (type) => {
    const before = await storedNames()

    const answer = await answerOf(upload(smallPdf, type))

    expect(answer).toBe('415 wrong_type')
    expect(await storedNames()).toEqual(before)
  })

  it('is accepted up to the maximum size', async () => {
    expect(await answerOf(upload(pdfOf(maxFileBytes)))).toBe(201)
  })

  it('is not read far beyond the maximum size', async () => {
    const piece = 64 * 1024
    const stream = endless((sent) =>
      sent === 0 ? pdfOf(piece) : Buffer.alloc(piece, ' '),
    )

    expect(await answerOf(upload(stream.body))).toBe('413 too_large')
    expect(stream.sent).toBeLessThanOrEqual(maxFileBytes + 4 * piece)
  })

  it.skipIf(isOnPostgresql)(
    'is refused unread if the disk is short of space',
    async () => {
      const stream = endless(() => Buffer.from(smallPdf))
      const pieces = Readable.fromWeb(stream.body as never)

      const received = await receiveFile(pieces, Number.MAX_SAFE_INTEGER)

      expect(received.refusal?.code).toBe('no_space')
      expect(stream.sent).toBeLessThanOrEqual(smallPdf.length)
    },
  )

  it('is accepted only from operators even if anyone may publish', async () => {
    setForTest({ ATTESTATIONS_OPEN: 'true' })
    const anybody = siteRequest('POST', path, {
      headers: { 'Content-Type': 'application/pdf' },
      body: smallPdf,
    })

    expect(await answerOf(POST(anybody))).toBe('401 unauthorized')
  })
})

it.each([0, 1, 128 * 1024, 128 * 1024 + 1, 300_000])(
  'the browser computes the SHA-256 of %i bytes',
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251)
    expect(await fingerprintOf(new Blob([bytes]))).toBe(hash('sha256', bytes))
  },
)

it('the SHA-256 of an uploaded file is filled in in its report', async () => {
  const { file_url, sha256 } = await storeFile()

  const response = await add({ file_url, sha256: '' })

  expect(await response.json()).toMatchObject({ file_url, sha256 })
})

it('the SHA-256 of an uploaded file may be given in its report', async () => {
  const { file_url, sha256 } = await storeFile()

  const response = await add({ file_url, sha256 })

  expect(await response.json()).toMatchObject({ file_url, sha256 })
})

it('a report is refused with the SHA-256 of another file', async () => {
  const { file_url } = await storeFile()

  const response = await add({ file_url })

  const { error } = await response.json()
  expect(error.fields).toEqual({ sha256: ['other_file'] })
})

it('a report is refused with the address of a file that was never uploaded', async () => {
  const file_url = `http://localhost:3000/files/${'0'.repeat(64)}.pdf`

  const response = await add({ file_url, sha256: '' })

  const { error } = await response.json()
  expect(error.fields).toEqual({ file_url: ['unknown_file'] })
})

it('the report log has the path of an uploaded file without the site’s address', async () => {
  const { file_url, sha256 } = await storeFile()
  await add({ file_url, sha256 })

  const { entries } = await logNow()

  const { report } = JSON.parse(entries.at(-1).payload)
  expect(report.file_url).toBe(`/files/${sha256}.pdf`)
})

const clear =
  'DELETE FROM AttestationLogEntry; DELETE FROM Attestation; DELETE FROM AttestationFileMove;'

const insert = (id: string, address: string, sha256 = 'b'.repeat(64)) => `
  INSERT INTO Attestation (id, idempotencyKey, title, fileUrl, reportDate, sha256, createdAt, createdBy)
  VALUES ('${id}', '${id}', 'Report', '${address}', '2025-01', '${sha256}', '${storedTime('2025-02-01')}', 'alice');`

/**
 * Starts the site with a report whose file address is invalid, as older
 * releases allowed. Returns the reports, and the log before and after the
 * start.
 */
async function startWithOldAddress() {
  onTestFinished(async () => {
    await runSql(clear)
  })
  await runSql(
    clear +
      insert('spaced', 'https://files.example/a b[1].pdf') +
      insert('valid', 'https://files.example/'),
  )
  await appendChanges()
  const before = await logNow()
  vi.resetModules()
  const { GET: listAfterStart } = await import('@/app/api/attestations/route')

  const reports = await (
    await listAfterStart(siteRequest('GET', '/api/attestations'))
  ).json()
  return { reports, before, after: await logNow() }
}

it('an invalid file address from an older release is normalized', async () => {
  const { reports } = await startWithOldAddress()

  const fileOf = (id: string) =>
    reports.find((report: { id: string }) => report.id === id).file_url
  expect(fileOf('spaced')).toBe('https://files.example/a%20b%5B1%5D.pdf')
  expect(fileOf('valid')).toBe('https://files.example/')
})

it('a normalized file address is added to the report log', async () => {
  const { reports, before, after } = await startWithOldAddress()
  const answers = (address: string) =>
    address.endsWith('/log') ? after : reports
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(answers(address)),
  )
  const checked = await checkLog(new Blob([JSON.stringify(before)]))

  expect(after.entries.slice(0, 2)).toEqual(before.entries)
  expect(after.entries).toHaveLength(3)
  expect(after.entries[2].payload).toContain(
    '"file_url":"https://files.example/a%20b%5B1%5D.pdf","id":"spaced"',
  )
  expect(await verifyLog()).toMatchObject({ pending: 0, difference: undefined })
  expect(checked).toMatchObject({ state: 'log.extended', count: 1 })
})

describe('after SITE_URL changes', () => {
  /** Starts the site with a report of each kind and another SITE_URL. */
  async function startElsewhere() {
    const { file_url, sha256 } = await storeFile(pdfOf(4000))
    await runSql(
      clear +
        insert('old', file_url, sha256) +
        insert('elsewhere', 'https://files.example/files/x.pdf'),
    )
    // Writes entries with absolute addresses, like the previous release.
    await appendChanges()
    const before = await logNow()
    changeEnvironment({ SITE_URL: 'https://www.halcrest.example' })
    vi.resetModules()
    const { GET: listAfterStart } = await import('@/app/api/attestations/route')
    const answer = await listAfterStart(siteRequest('GET', '/api/attestations'))
    return {
      ownPath: `/files/${sha256}.pdf`,
      before,
      reports: await answer.json(),
      after: await logNow(),
    }
  }

  let site: Awaited<ReturnType<typeof startElsewhere>>

  beforeAll(async () => {
    site = await startElsewhere()
  })

  afterAll(async () => {
    await runSql(clear)
    changeEnvironment({ SITE_URL: undefined })
  })

  it('the log of the previous release has the old address', () => {
    expect(site.before.entries[1].payload).toContain(
      '"file_url":"http://localhost:3000/files/',
    )
  })

  it('the addresses of all uploaded files are updated', () => {
    const { reports, ownPath } = site

    expect(
      reports.map((report: { file_url: string }) => report.file_url),
    ).toEqual([
      `https://www.halcrest.example${ownPath}`,
      'https://files.example/files/x.pdf',
    ])
  })

  it('the log has an entry about the new address', async () => {
    const { before, after, ownPath } = site

    expect(after.entries.slice(0, 2)).toEqual(before.entries)
    expect(
      after.entries
        .slice(2)
        .map(({ payload }: { payload: string }) => JSON.parse(payload)),
    ).toEqual([
      {
        kind: 'moved',
        at: expect.any(String),
        sequence: 3,
        report: { id: 'old', file_url: ownPath },
      },
    ])
    expect(await verifyLog()).toMatchObject({
      pending: 0,
      difference: undefined,
    })
  })

  it('the log extends an earlier copy', async () => {
    const { before, after, reports } = site

    const answers = (address: string) =>
      address.endsWith('/log') ? after : reports
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(answers(address)),
    )

    expect(await checkLog(new Blob([JSON.stringify(before)]))).toMatchObject({
      state: 'log.extended',
      count: 1,
    })
  })

  it('the log reveals that a file’s new address was changed in the database', async () => {
    await runSql(
      'UPDATE AttestationFileMove SET fileUrl = ?',
      `/files/${'0'.repeat(64)}.pdf`,
    )

    expect((await verifyLog()).difference).toBe(
      'Entry 3: its new address was changed in the database (old/file).',
    )
  })
})

describe('the address of a file', () => {
  const loaded: string[] = []
  const file = pdfOf(300_000)
  const sha256 = hash('sha256', file)
  const address = `/files/${sha256}.pdf`
  let port: number

  const answer = createReportFiles(async (...asked) => {
    loaded.push(asked.join(' '))
    return loadPiece(...asked)
  })
  const server = createServer(async (request, response) => {
    if (!(await answer(request, response))) response.writeHead(299).end()
  })
  beforeAll(async () => {
    await storeFile(file)
    port = await portOf(server)
  })
  afterAll(() => server.close())

  const get = (
    asked: string,
    headers?: Record<string, string>,
    method?: string,
  ) => requestRaw(port, asked, headers, method)

  it('serves the whole file as an immutable PDF', async () => {
    const { status, headers, body } = await get(address)

    expect(status).toBe(200)
    expect(body.equals(file)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '300000',
      'content-disposition': `inline; filename="halcrest-attestation-${sha256.slice(0, 12)}.pdf"`,
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
    })
  })

  it.each<{
    asked: Record<string, string>
    expected: number
    range?: string
    start: number
    end: number
  }>([
    {
      asked: { Range: 'bytes=0-99' },
      expected: 206,
      range: 'bytes 0-99/300000',
      start: 0,
      end: 100,
    },
    {
      asked: { Range: 'bytes=299990-' },
      expected: 206,
      range: 'bytes 299990-299999/300000',
      start: 299_990,
      end: 300_000,
    },
    {
      asked: { Range: 'bytes=-10' },
      expected: 206,
      range: 'bytes 299990-299999/300000',
      start: 299_990,
      end: 300_000,
    },
    {
      asked: { Range: 'bytes=299990-999999' },
      expected: 206,
      range: 'bytes 299990-299999/300000',
      start: 299_990,
      end: 300_000,
    },
    {
      asked: { Range: 'Bytes=0-99' },
      expected: 206,
      range: 'bytes 0-99/300000',
      start: 0,
      end: 100,
    },
    {
      asked: { Range: 'bytes=-999999' },
      expected: 206,
      range: 'bytes 0-299999/300000',
      start: 0,
      end: 300_000,
    },
    {
      asked: { Range: 'bytes=-0' },
      expected: 416,
      range: 'bytes */300000',
      start: 0,
      end: 0,
    },
    { asked: { Range: 'bytes=9-0' }, expected: 200, start: 0, end: 300_000 },
    {
      asked: { Range: 'bytes=0-9, 20-29' },
      expected: 200,
      start: 0,
      end: 300_000,
    },
    { asked: { Range: 'lines=0-9' }, expected: 200, start: 0, end: 300_000 },
    {
      asked: { Range: 'bytes=300000-' },
      expected: 416,
      range: 'bytes */300000',
      start: 0,
      end: 0,
    },
    {
      asked: { Range: 'bytes=0-9', 'If-Range': '"other"' },
      expected: 200,
      start: 0,
      end: 300_000,
    },
    {
      asked: { Range: 'bytes=0-9', 'If-Range': `W/"${sha256}"` },
      expected: 200,
      start: 0,
      end: 300_000,
    },
    {
      asked: {
        Range: 'bytes=0-9',
        'If-Range': 'Thu, 01 Jan 2026 00:00:00 GMT',
      },
      expected: 200,
      start: 0,
      end: 300_000,
    },
    {
      asked: { Range: 'bytes=0-9', 'If-Range': `"${sha256}"` },
      expected: 206,
      range: 'bytes 0-9/300000',
      start: 0,
      end: 10,
    },
  ])(
    'answers the headers $asked with $expected',
    async ({ asked, expected, range, start, end }) => {
      const { status, headers, body } = await get(address, asked)

      expect(status).toEqual(expected)
      expect(headers['content-range']).toEqual(range)
      expect(headers['cache-control']).toBe(
        status === 416 ? cachePolicies.none : cachePolicies.asset,
      )
      expect(body.equals(file.subarray(start, end))).toBe(true)
    },
  )

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await get(
      address,
      { Range: 'bytes=0-9' },
      'HEAD',
    )

    expect(status).toBe(200)
    expect(headers['content-length']).toBe('300000')
    expect(body).toHaveLength(0)
  })

  it('answers a matching ETag with 304', async () => {
    const known = await get(address, {
      'If-None-Match': `W/"other", "${sha256}"`,
    })

    expect(known.status).toBe(304)
    expect(known.body).toHaveLength(0)
    expect(known.headers.etag).toBe(`"${sha256}"`)
  })

  it('returns 412 to a request that expects another file', async () => {
    const other = await get(address, {
      'If-Match': '"other"',
      Range: 'bytes=0-9',
    })
    const own = await get(address, {
      'If-Match': `"other", "${sha256}"`,
      Range: 'bytes=0-9',
    })

    expect(other.status).toBe(412)
    expect(other.body).toHaveLength(0)
    expect(other.headers['cache-control']).toBe(cachePolicies.none)
    expect(own.status).toBe(206)
    expect(own.body).toHaveLength(10)
  })

  it('causes one database read per requested piece of the file', async () => {
    const large = pdfOf(2_500_000)
    const { sha256: name } = await storeFile(large)
    loaded.length = 0

    const part = await get(pathOfFile(name), { Range: 'bytes=2400000-' })
    const wholes = await Promise.all([1, 2, 3].map(() => get(pathOfFile(name))))

    expect(part.body.equals(large.subarray(2_400_000))).toBe(true)
    expect(wholes.every(({ body }) => body.equals(large))).toBe(true)
    expect(loaded).toEqual([`${name} 0`, `${name} 2`, `${name} 1`])
  })

  it('leaves unknown files and other paths to the site', async () => {
    const names = [
      '',
      `${'0'.repeat(64)}.pdf`,
      sha256,
      `${sha256.toUpperCase()}.pdf`,
      `%2e%2e/${sha256}.pdf`,
      '.draft-1',
    ]
    const paths = [`/fr${address}`, ...names.map((name) => `/files/${name}`)]

    for (const other of paths)
      expect((await get(other)).status, other).toBe(299)
  })
})

describe('the check of the reports’ files', () => {
  const content = pdfOf(2_500_000)
  const sha256 = hash('sha256', content)
  const report = {
    fileUrl: pathOfFile(sha256),
    sha256,
    title: 'January',
    reportDate: '2025-01',
  }
  const underFormerName = {
    ...report,
    fileUrl: `https://old.example${pathOfFile(sha256)}`,
  }
  const elsewhere = { ...report, fileUrl: 'https://files.example/x.pdf' }
  const check = async (...reports: (typeof report)[]) => {
    const { state, sentence } = await checkReportFiles(reports)
    return [state, sentence.match(/\((\w+)\)/)?.[1]]
  }

  async function damage() {
    await storeFile(content)
    await runSql(
      'DELETE FROM "ReportFilePiece" WHERE sha256 = ? AND number = 1',
      sha256,
    )
  }

  it('reports a damaged file', async () => {
    await damage()

    const checked = await check(report, elsewhere)

    expect(checked).toEqual(['error', 'damaged'])
  })

  it('finds a damaged file in order once it is uploaded again', async () => {
    await damage()
    await storeFile(content)

    const checked = await check(report, elsewhere)

    expect(checked).toEqual(['ok', undefined])
  })

  it('reports a missing file, even at a former address of the site', async () => {
    await runSql('DELETE FROM "ReportFile"')

    for (const each of [report, underFormerName])
      expect(await check(each, elsewhere)).toEqual(['error', 'missing'])
  })
})

it('intact files in the folder of an earlier release are imported once', async () => {
  const folder = makeScratchFolder('report-files-')
  const content = pdfOf(3_000_000)
  const sha256 = hash('sha256', content)
  mkdirSync(join(folder, 'other'))
  writeFileSync(join(folder, `${sha256}.pdf`), content)
  writeFileSync(join(folder, `${'0'.repeat(64)}.pdf`), 'damaged')
  writeFileSync(join(folder, '.draft-1'), content)
  await runSql('DELETE FROM "ReportFile"')
  setForTest({ FILES_FOLDER: folder })

  await Promise.all([importFiles(), importFiles()])
  setForTest({ FILES_FOLDER: join(folder, 'none') })
  await importFiles()

  expect(await storedNames()).toEqual([sha256])
  expect(await inspectFile(sha256)).toBe('intact')
})

it('an unreadable folder of an earlier release is logged', async () => {
  const logged = vi.spyOn(log, 'error')
  const file = join(makeScratchFolder('report-files-'), 'file')
  writeFileSync(file, '')
  setForTest({ FILES_FOLDER: file })

  void importFiles()

  await expect
    .poll(() => logged.mock.calls)
    .toContainEqual([
      expect.objectContaining({ code: 'ENOTDIR' }),
      'report files could not be imported',
    ])
})
