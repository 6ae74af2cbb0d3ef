import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/attestations/log/route'
import { GET as list } from '@/app/api/attestations/route'
import { checkFile } from '@/lib/attestations/browser/check-file'
import type { ReportJson } from '@/lib/attestations/json'
import { loadReportsState } from '@/lib/attestations/load'
import { checkSignatures } from '@/lib/attestations/log/check-signatures'
import { compareLogs, parseLog } from '@/lib/attestations/log/compare-copies'
import {
  appendChanges,
  appendKey,
  listEntries,
} from '@/lib/attestations/log/log-store'
import {
  makeSigningKey,
  readSigningKey,
} from '@/lib/attestations/log/signing-key'
import { verifyLog } from '@/lib/attestations/log/verify'
import {
  reportSchema,
  restoreReport,
  withdrawReport,
} from '@/lib/attestations/report-changes'
import { saveReport } from '@/lib/attestations/report-store'
import type { LogJson } from '@/lib/attestations/response-schema'
import { isPostgresql } from '@/lib/database/address'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import {
  siteRequest,
  validReport,
  validReportWith,
} from '../support/attestations'
import { runSql, storedTime, withoutTable } from '../support/database'
import { makeScratchFolder } from '../support/scratch'
import { setForTest } from '../support/settings'

const folder = makeScratchFolder('log-')

afterEach(async () => {
  await runSql(
    'DELETE FROM AttestationLogEntry; DELETE FROM AttestationEvent; DELETE FROM Attestation',
  )
})

let count = 0

async function publishReport(fields: object = {}, now?: Date): Promise<string> {
  const report = reportSchema.parse(validReportWith(fields))
  const key = `key-of-report-${count++}`
  const saved = await saveReport(report, key, 'alice', { now })
  if (saved.refusal) throw new Error(saved.refusal.code)
  await appendChanges()
  return saved.report.id
}

async function readLog(): Promise<LogJson> {
  return (await GET(siteRequest('GET', '/api/attestations/log'))).json()
}

async function expectSound(found: object = {}) {
  expect(await verifyLog()).toMatchObject({
    pending: 0,
    difference: undefined,
    ...found,
  })
}

const payloads = ({ entries }: LogJson) =>
  entries.map(({ payload }) => JSON.parse(payload))

const insertReport = (id: string, at: string, replaces = 'NULL') => `
  INSERT INTO Attestation (id, idempotencyKey, title, fileUrl, reportDate, createdAt, createdBy, replacesId)
  VALUES ('${id}', '${id}', 'Report', 'https://files.example/x.pdf', '2025-01', '${storedTime(at)}', 'alice', ${replaces});`

const insertEvent = (
  report: string,
  sequence: number,
  kind: string,
  at: string,
) => `
  INSERT INTO AttestationEvent (id, attestationId, sequence, kind, at, operator)
  VALUES ('${report}-${sequence}', '${report}', ${sequence}, '${kind}', '${storedTime(at)}', 'bob');`

function switchToKey(name: string) {
  const { pem, ...key } = makeSigningKey()
  const file = join(folder, `${name}.pem`)
  writeFileSync(file, pem, { mode: 0o600 })
  setForTest({ ATTESTATIONS_SIGNING_KEY: file })
  return { ...key, file }
}

describe('the report log', () => {
  /** Reads the log of a report that was replaced, withdrawn and restored. */
  async function readChanges() {
    const old = await publishReport({}, new Date('2025-02-10T10:00:00Z'))
    const next = await publishReport({
      title: 'Corrected',
      replaces: old,
      description: null,
    })
    await withdrawReport(next, 'bob', 'Wrong file.')
    await restoreReport(next, 'alice')
    return { old, next, log: await readLog() }
  }

  it('records every public change, without its operator', async () => {
    const { old, next, log } = await readChanges()

    const at = expect.any(String)
    const corrected = {
      id: next,
      ...validReport,
      title: 'Corrected',
      description: undefined,
      replaces: old,
    }
    expect(payloads(log)).toEqual([
      {
        kind: 'added',
        sequence: 1,
        at: '2025-02-10T10:00:00.000Z',
        report: { id: old, ...validReport },
      },
      { kind: 'replaced', sequence: 2, at, report: corrected },
      {
        kind: 'withdrawn',
        sequence: 3,
        at,
        report: { id: next },
        reason: 'Wrong file.',
      },
      { kind: 'restored', sequence: 4, at, report: { id: next } },
    ])
    expect(log.entries[0]?.payload).toMatch(
      /^\{"at":"2025-02-10T10:00:00\.000Z","kind":"added","report":\{"as_of":/,
    )
    expect(JSON.stringify(log)).not.toMatch(/alice|bob/)
  })

  it('has hashes that anyone can compute', async () => {
    const { log } = await readChanges()

    let previous = '0'.repeat(64)
    for (const { payload, previous_hash, hash } of log.entries) {
      expect(previous_hash).toBe(previous)
      previous = createHash('sha256')
        .update(previous)
        .update(payload)
        .digest('hex')
      expect(hash).toBe(previous)
    }
    expect(log.head).toEqual({
      sequence: 4,
      hash: previous,
      key_id: null,
      signature: null,
    })
    expect(log.keys).toEqual([])
    await expectSound({ signed: 0 })
  })

  it('gets missing entries in order, even if the clock was set back', async () => {
    // Dates the replacement and each event as if the clock had been set back
    // before it.
    const replacement = insertReport('c', '2025-01-01', "'a'")
    const events =
      insertEvent('a', 1, 'withdrawn', '2025-02-01') +
      insertEvent('a', 2, 'restored', '2025-01-15')
    await runSql(
      insertReport('b', '2025-03-01') +
        insertReport('a', '2025-04-01') +
        replacement +
        events,
    )

    // Adds the log entries, as the server does several times per second.
    await loadReportsState()

    const logged = payloads(await readLog()).map(
      ({ kind, report }) => `${kind} ${report.id}`,
    )
    expect(logged).toEqual([
      'added a',
      'replaced c',
      'withdrawn a',
      'restored a',
      'added b',
    ])
    await expectSound()
  })

  it('counts the entries that are missing', async () => {
    await runSql(
      insertReport('a', '2025-04-01') +
        insertEvent('a', 1, 'withdrawn', '2025-05-01'),
    )

    expect(await verifyLog()).toMatchObject({ pending: 2 })
  })

  it('appends a change that is dated before the last entry', async () => {
    await publishReport({}, new Date('2025-03-01T10:00:00Z'))

    const late = await publishReport(
      { report_date: '2025-02' },
      new Date('2025-02-10T10:00:00Z'),
    )

    expect(payloads(await readLog()).at(-1)).toMatchObject({
      sequence: 2,
      report: { id: late },
    })
    await expectSound()
  })

  it('stays complete if several processes add entries at once', async () => {
    await runSql(
      Array.from({ length: 120 }, (_, index) =>
        insertReport(`both-${index}`, '2025-03-01'),
      ).join(''),
    )
    vi.resetModules()
    const other = await import('@/lib/attestations/log/log-store')
    const errors = [log, (await import('@/lib/log')).log].map((each) =>
      vi.spyOn(each, 'error'),
    )
    await Promise.all([
      appendChanges(),
      other.appendChanges(),
      ...Array.from({ length: 20 }, () => publishReport()),
    ])
    expect(errors.flatMap(({ mock }) => mock.calls)).toEqual([])

    vi.restoreAllMocks()
    expect(await listEntries()).toHaveLength(140)
    await expectSound()
  })

  /** Saves a report while the log cannot be written. */
  async function saveUnlogged() {
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    const id = await withoutTable('AttestationLogEntry', () => publishReport())
    return { id, error }
  }

  it('causes an error in the server’s log if an entry cannot be written', async () => {
    const { error } = await saveUnlogged()

    expect(error).toHaveBeenCalledWith(
      expect.anything(),
      'the report log could not be written',
    )
  })

  it('catches up with the next change after a write error', async () => {
    const { id } = await saveUnlogged()

    await withdrawReport(id, 'alice', null)

    expect(payloads(await readLog()).map(({ kind }) => kind)).toEqual([
      'added',
      'withdrawn',
    ])
  })
})

describe('log verification', () => {
  const february = `Attestation WHERE reportDate = '2025-02'`
  const setEntry = 'UPDATE AttestationLogEntry SET'

  it.each([
    [
      'a changed report',
      `UPDATE Attestation SET title = 'A'`,
      1,
      'report was changed',
    ],
    ['a removed report', `DELETE FROM ${february}`, 2, 'report is no longer'],
    [
      'a changed reason',
      `UPDATE AttestationEvent SET reason = 'A'`,
      3,
      'withdrawal or restoration was changed',
    ],
    [
      'a removed withdrawal',
      'DELETE FROM AttestationEvent',
      3,
      'withdrawal or restoration is no longer',
    ],
    [
      'a changed entry',
      `${setEntry} payload = payload || ' ' WHERE sequence = 1`,
      1,
      'it was changed',
    ],
    [
      'a removed entry',
      'DELETE FROM AttestationLogEntry WHERE sequence = 2',
      2,
      'an entry before it is missing',
    ],
    [
      'another previous hash in an entry',
      `${setEntry} previousHash = '00' WHERE sequence = 2`,
      2,
      'it was changed',
    ],
    [
      'an entry that refers to nothing',
      `${setEntry} changeId = NULL WHERE sequence = 1`,
      1,
      'it refers to no report',
    ],
  ])('finds %s', async (_, tampering, entry, difference) => {
    await publishReport()
    const second = await publishReport({ report_date: '2025-02' })
    await withdrawReport(second, 'alice', 'Wrong month.')
    const before = await verifyLog()

    await runSql(tampering)
    const after = await verifyLog()

    expect(before.difference).toBeUndefined()
    expect(after.difference).toMatch(
      new RegExp(`^Entry ${entry}: .*${difference}`),
    )
  })

  it.each([
    [
      'a changed',
      `UPDATE Attestation SET title = 'Nicer' WHERE reportDate = '2025-02'`,
      { state: 'differs', entry: 2 },
    ],
    ['a removed', `DELETE FROM ${february}`, { state: 'shorter', count: 1 }],
  ])(
    'finds a log rewritten for %s report only with an older copy',
    async (_, tampering, difference) => {
      await publishReport()
      await publishReport({ report_date: '2025-02' })
      const copy = await readLog()

      await runSql(`${tampering}; DELETE FROM AttestationLogEntry`)
      await appendChanges()

      await expectSound()
      expect(await compareLogs(copy, await readLog())).toEqual(difference)
    },
  )

  /**
   * Returns the log of two reports, and the same log with one entry changed.
   */
  async function changedLog() {
    await publishReport()
    await publishReport()
    const log = await readLog()
    const text = JSON.stringify(log).replace('January 2025', 'January 2026')
    return { log, changed: parseLog(text) ?? log }
  }

  it('recognizes a changed copy', async () => {
    const { log, changed } = await changedLog()

    expect(await compareLogs(changed, log)).toEqual({
      state: 'copyBroken',
      entry: 1,
    })
  })

  it('recognizes a log with a changed entry', async () => {
    const { log, changed } = await changedLog()

    const compared = await compareLogs(log, changed)

    expect(compared).toEqual({ state: 'logBroken', entry: 1 })
  })

  it('recognizes a log whose end is missing', async () => {
    const { log } = await changedLog()
    const cut = { ...log, entries: log.entries.slice(0, 1) }

    const compared = await compareLogs(log, cut)

    expect(compared).toEqual({ state: 'logBroken', entry: 2 })
  })

  it('recognizes a file that is not a log', () => {
    const notLogs = [
      '',
      '{}',
      '[]',
      'null',
      '{"head":{"sequence":1},"entries":[1]}',
      '{"head":{},"entries":[]}',
    ]

    expect(notLogs.map(parseLog).filter(Boolean)).toEqual([])
  })
})

// Runs only on SQLite because the commands behave the same on PostgreSQL and
// start slowly.
describe.skipIf(isPostgresql(env.DATABASE_URL))('npm run attestations', () => {
  function expectRun(args: string[], code: number, output: RegExp) {
    const { status, stdout, stderr } = spawnSync('node', [
      '--import',
      'tsx',
      'scripts/attestations.ts',
      ...args,
    ])
    expect(`${stdout}${stderr}`).toMatch(output)
    expect(status).toBe(code)
  }

  /** Saves a report under a key that the commands use, too. */
  async function saveUnderKey() {
    const key = switchToKey('of-command')
    vi.stubEnv('ATTESTATIONS_SIGNING_KEY', key.file)
    await publishReport()
    return key
  }

  it('-- keygen makes a key that the previous key signs', async () => {
    const first = await saveUnderKey()
    const file = join(folder, 'made.pem')

    expectRun(
      ['keygen', file],
      0,
      new RegExp(`signed by the previous key ${first.id}`),
    )

    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await readLog()).keys[1]).toMatchObject({
      id: readSigningKey(file).id,
      vouched_by: first.id,
    })
  })

  it('-- verify confirms that the log continues a copy', async () => {
    await saveUnderKey()
    const copy = join(folder, 'copy.json')
    writeFileSync(copy, JSON.stringify(await readLog()))
    await publishReport()

    expectRun(['verify', copy], 0, /signed: 3\..*since then: 1\./s)
  })

  it('-- verify finds a changed report', async () => {
    await saveUnderKey()
    await runSql(`UPDATE Attestation SET title = 'Nicer'`)

    expectRun(['verify'], 1, /Entry 2: its report was changed/)
  })
})

describe('the log’s signatures', () => {
  /** Saves a report before and after the first key is used. */
  async function signedLog() {
    await publishReport()
    const key = switchToKey('first')
    await publishReport()
    return { key, log: await readLog() }
  }

  /** Returns the log with the given fields of one entry changed. */
  function withEntry(
    log: LogJson,
    sequence: number,
    fields: Partial<LogJson['entries'][0]>,
  ) {
    const entries = log.entries.map((entry) =>
      entry.sequence === sequence ? { ...entry, ...fields } : entry,
    )
    return { ...log, entries }
  }

  it('cover every log entry since the first key, and the head', async () => {
    const { key, log } = await signedLog()

    const { id, public_key } = key
    const kinds = payloads(log).map(({ kind }) => kind)
    expect(kinds).toEqual(['added', 'key', 'added'])
    expect(log.keys).toEqual([{ id, public_key, entry: 2, vouched_by: null }])
    expect(log.entries.map(({ key_id }) => key_id)).toEqual([null, id, id])
    expect(log.head).toMatchObject({ sequence: 3, key_id: id })
    expect(await compareLogs(log, log)).toEqual({
      state: 'unchanged',
      count: 0,
      signed: 2,
    })
  })

  it.each([{ signature: 'x' }, { key_id: 'unknown' }, { key_id: null }])(
    'expose a log entry with %j',
    async (fields) => {
      const { log } = await signedLog()

      const compared = await compareLogs(log, withEntry(log, 3, fields))

      expect(compared).toEqual({ state: 'signatureWrong', entry: 3 })
    },
  )

  it('expose a log entry with the signature of another entry', async () => {
    const { log } = await signedLog()
    const { signature = '' } = log.entries[1] ?? {}

    const compared = await compareLogs(log, withEntry(log, 3, { signature }))

    expect(compared).toEqual({ state: 'signatureWrong', entry: 3 })
  })

  it('expose a log entry that has lost its signature since the copy', async () => {
    const { log } = await signedLog()
    const unsigned = withEntry(log, 3, { signature: null, key_id: null })

    expect(await compareLogs(log, unsigned)).toEqual({
      state: 'signatureWrong',
      entry: 3,
    })
  })

  it('expose a key that is unsigned', async () => {
    const { log } = await signedLog()

    const checked = await checkSignatures(
      withEntry(log, 2, { signature: null }),
    )

    expect(checked).toEqual({ signed: 0, wrong: 2 })
  })

  it('expose a key that is entered twice', async () => {
    const { log } = await signedLog()
    const twice = { ...log, entries: log.entries.concat(log.entries[1] ?? []) }

    const checked = await checkSignatures(twice)

    expect(checked).toEqual({ signed: 2, wrong: 2 })
  })

  it('expose a log head with another signature, in the copy as well', async () => {
    const { log } = await signedLog()
    const signature = log.entries[1]?.signature ?? ''
    const other = { ...log, head: { ...log.head, signature } }

    const wrongLog = await compareLogs(log, other)
    const wrongCopy = await compareLogs(other, log)

    expect(wrongLog).toEqual({ state: 'signatureWrong', entry: 3 })
    expect(wrongCopy).toEqual({ state: 'copyBroken', entry: 3 })
  })

  it('expose a signature that was changed in the database', async () => {
    const { log } = await signedLog()

    await runSql(
      'UPDATE AttestationLogEntry SET signature = ? WHERE sequence = 3',
      log.entries[1]?.signature ?? '',
    )

    const { difference } = await verifyLog()
    expect(difference).toBe('Entry 3: its signature is wrong.')
  })

  it('stay valid after a key change signed by the old key', async () => {
    const first = switchToKey('old')
    await publishReport()
    const second = switchToKey('new')
    for (let again = 0; again < 2; again++)
      await appendKey(second, readSigningKey(first.file))
    await publishReport()
    const log = await readLog()

    expect(log.keys.map(({ id, vouched_by }) => [id, vouched_by])).toEqual([
      [first.id, null],
      [second.id, first.id],
    ])
    expect(log.entries.map(({ key_id }) => key_id)).toEqual([
      first.id,
      first.id,
      first.id,
      second.id,
    ])
    await expectSound({ signed: 4, unvouched: undefined })
  })

  it('are missing from entries added while the key file is missing', async () => {
    const { file, id } = switchToKey('away')
    await publishReport()
    rmSync(file)

    await publishReport()

    const { entries, head } = await readLog()
    expect(entries.map(({ key_id }) => key_id)).toEqual([id, id, null])
    expect(head.signature).toBeNull()
  })

  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
  }).privateKey.export({ type: 'pkcs8', format: 'pem' })

  it('are missing from entries added while the key is of another kind', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    const { file } = switchToKey('rsa')
    await publishReport()
    writeFileSync(file, rsa)

    await publishReport()

    await expectSound({ signed: 2 })
    expect(error).toHaveBeenCalledWith(
      { error: 'it is not an Ed25519 key' },
      expect.any(String),
    )
  })
})

describe('the log check on the reports page', () => {
  const checkText = (text: string, name = 'copy.json') =>
    checkFile(new File([text], name))
  const checkCopy = (copy: object) => checkText(JSON.stringify(copy))

  /** Checks a copy against this server, with its list altered by `change`. */
  function check(copy: object, change?: typeof unchanged) {
    answerRequests(change)
    return checkCopy(copy)
  }

  const unchanged = (reports: ReportJson[]) => reports

  function answerRequests(change = unchanged) {
    vi.stubGlobal('fetch', async (address: string) => {
      const request = siteRequest('GET', address)
      if (address.endsWith('/log')) return GET(request)
      return Response.json(change(await (await list(request)).json()))
    })
  }

  /** Returns a copy of the log before it is extended under a first key. */
  async function extendUnderKey() {
    const id = await publishReport()
    const copy = await readLog()
    switchToKey('checked')
    await withdrawReport(id, 'alice', null)
    return copy
  }

  it('reports an unchanged log', async () => {
    await publishReport()

    expect(await check(await readLog())).toEqual({
      state: 'log.unchanged',
      count: 0,
      note: { key: 'log.unsigned' },
    })
  })

  it('reports that today’s log continues a copy', async () => {
    const copy = await extendUnderKey()

    expect(await check(copy)).toEqual({
      state: 'log.extended',
      count: 2,
      note: { key: 'log.signed', count: 2 },
    })
  })

  it('reports a key that no earlier key vouches for', async () => {
    const copy = await extendUnderKey()
    const other = switchToKey('another')
    await publishReport()

    const checked = await check(copy)

    const note = { key: 'log.unvouched', entry: 4 }
    expect(checked).toEqual({ state: 'log.extended', count: 4, note })
    expect((await readLog()).keys[1]).toMatchObject({
      id: other.id,
      entry: 4,
      vouched_by: null,
    })
    await expectSound({ signed: 4, unvouched: 4 })
  })

  it('reports that a browser cannot verify signatures', async () => {
    const copy = await extendUnderKey()
    vi.stubGlobal('crypto', {})

    expect(await check(copy)).toEqual({
      state: 'log.extended',
      count: 2,
      note: { key: 'log.unverified' },
    })
  })

  it.each(['log', 'attestations-log.json.txt', 'LOG.JSON'])(
    'recognizes a copy of the log that is called %s',
    async (name) => {
      await publishReport()
      const copy = await readLog()
      answerRequests()

      const checked = await checkText(JSON.stringify(copy), name)

      expect(checked).toMatchObject({ state: 'log.unchanged' })
    },
  )

  it('recognizes a copy of the log with a byte order mark and line breaks', async () => {
    await publishReport()
    const copy = await readLog()
    answerRequests()

    const checked = await checkText(
      `\uFEFF\n${JSON.stringify(copy, null, 2)}`,
      'log.json',
    )

    expect(checked).toMatchObject({ state: 'log.unchanged' })
  })

  it('compares JSON that is not a log with the report files', async () => {
    answerRequests()

    expect(await checkText('{"a": 1}')).toMatchObject({ state: 'unknown' })
  })

  it('reports the entry at which the list and the log differ', async () => {
    const id = await publishReport()
    await withdrawReport(id, 'alice', null)
    await publishReport({ report_date: '2025-02' })
    const copy = await readLog()
    expect(await check(copy)).toMatchObject({ state: 'log.unchanged' })

    for (const [entry, change] of [
      [3, (report: ReportJson) => (report.id === id ? [report] : [])],
      [1, (report: ReportJson) => [{ ...report, title: 'Nicer' }]],
      [
        2,
        (report: ReportJson) => [
          { ...report, history: report.history.slice(0, 1) },
        ],
      ],
    ] as const) {
      expect(await check(copy, (reports) => reports.flatMap(change))).toEqual({
        state: 'log.listDiffers',
        entry,
      })
    }
  })

  it('reports that today’s log is unavailable', async () => {
    for (const answer of [
      () => Promise.reject(new Error('down')),
      async () => new Response('', { status: 503 }),
    ]) {
      vi.stubGlobal('fetch', answer)

      expect(await checkCopy(await readLog())).toEqual({
        state: 'log.unavailable',
      })
    }
  })
})
