import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@/lib/durations'
import { officeDay } from '@/lib/i18n/offices'
import { deleteOlderThan } from '@/lib/leads/erase-store'
import {
  deliveriesOf,
  runSql,
  selectColumn,
  storedLeads,
  storedTime,
} from '../support/database'
import {
  forgetLeads,
  storeDelivery,
  storeLead,
  suspected,
} from '../support/delivery'

beforeEach(async () => {
  await forgetLeads()
  await runSql(
    'DELETE FROM ChatMessage; DELETE FROM RateLimit; DELETE FROM FormDraft; DELETE FROM OperatorSession; DELETE FROM OperatorAction; DELETE FROM LeadNotice',
  )
  vi.stubEnv('LEADS_RETENTION_DAYS', '90')
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.now(),
  })
  await trust(0)
})

const ago = (days: number) => storedTime(Date.now() - days * dayMs)

/** Sets the site's trusted time to some days before now. */
const trust = (daysAgo: number) =>
  runSql('UPDATE RetentionClock SET trustedAt = ?, doubtedMs = 0', ago(daysAgo))

/** Loads a fresh copy of the retention code, as a separate process does. */
async function startProcess() {
  vi.resetModules()
  const { deleteExpired, startRetention } = await import(
    '@/lib/retention/expiry-store'
  )
  return { deleteExpired, startRetention }
}

type Site = Awaited<ReturnType<typeof startProcess>>

/**
 * Advances the clock hour by hour, and has every process delete expired rows
 * after each hour.
 */
async function passHours(hours: number, ...processes: Site[]) {
  for (let past = 0; past < hours; past++) {
    vi.advanceTimersByTime(hourMs)
    for (const { deleteExpired } of processes) await deleteExpired()
  }
}

const setClock = (days: number) => vi.setSystemTime(Date.now() + days * dayMs)

type LeadState = {
  status?: 'new' | 'handled'
  remindOn?: string
  admission?: object
}

/** Stores a lead received some days ago, handled unless `state` differs. */
async function saveLeadOf(
  daysAgo: number,
  { status = 'handled', remindOn, admission }: LeadState = {},
): Promise<string> {
  const { id } = await storeLead({}, admission)
  await runSql(
    'UPDATE Lead SET receivedAt = ?, status = ?, remindOn = ? WHERE id = ?',
    ago(daysAgo),
    status,
    remindOn ?? null,
    id,
  )
  return id
}

const keptLeads = async () => (await storedLeads()).map(({ id }) => id)

/** Stores an unexpired row of each kind that is deleted by age. */
async function saveRowsOfAllKinds() {
  const message =
    "INSERT INTO ChatMessage (id, sessionId, role, content, sentAt) VALUES ('new', 's', 'user', 'Hi', ?)"
  await runSql(message, ago(20))
  const draft =
    "INSERT INTO FormDraft (id, client, content, expiresAt) VALUES ('new', 'c', '{}', ?)"
  await runSql(draft, ago(-1))
  await runSql(
    "INSERT INTO RateLimit (key, points, expire) VALUES ('new', 1, ?)",
    ago(-1),
  )
  const session =
    'INSERT INTO OperatorSession (tokenHash, operator, createdAt, lastSeenAt) VALUES (?, ?, ?, ?)'
  await runSql(session, 'new', 'alice', ago(0), ago(0))
  await runSql(
    "INSERT INTO OperatorAction (id, at, operator, action) VALUES ('new', ?, 'alice', 'read')",
    ago(300),
  )
  await runSql(
    "INSERT INTO LeadNotice (id, leadId, channel, kind, at, queuedAt, dueAt) VALUES ('new', 'l', 'webhook', 'erased', ?, ?, ?)",
    ago(20),
    ago(20),
    ago(20),
  )
  return saveLeadOf(60)
}

async function countRows() {
  const tables = [
    'Lead',
    'ChatMessage',
    'FormDraft',
    'RateLimit',
    'OperatorSession',
    'OperatorAction',
    'LeadNotice',
  ]
  const counts = tables.map((table) =>
    selectColumn<number>(`SELECT count(*) FROM ${table}`),
  )
  return (await Promise.all(counts)).flat()
}

describe('leads are deleted after LEADS_RETENTION_DAYS', () => {
  it('at the start', async () => {
    const old = await saveLeadOf(91)
    const recent = await saveLeadOf(1)
    const { startRetention } = await startProcess()

    startRetention()

    await expect.poll(keptLeads).not.toContain(old)
    expect(await keptLeads()).toContain(recent)
  })

  it('every 5 minutes', async () => {
    const first = await saveLeadOf(91)
    const { startRetention } = await startProcess()
    startRetention()
    await expect.poll(keptLeads).not.toContain(first)
    const old = await saveLeadOf(91)
    const recent = await saveLeadOf(1)

    await vi.advanceTimersByTimeAsync(5 * minuteMs)

    await expect.poll(keptLeads).not.toContain(old)
    expect(await keptLeads()).toContain(recent)
  })
})

it('notices that no receiver has accepted within 30 days are deleted', async () => {
  await runSql(
    "INSERT INTO LeadNotice (id, leadId, channel, kind, at, queuedAt, dueAt) VALUES ('old', 'l', 'webhook', 'erased', ?, ?, ?)",
    ago(31),
    ago(31),
    ago(31),
  )
  const { deleteExpired } = await startProcess()

  await deleteExpired()

  expect(await selectColumn('SELECT id FROM LeadNotice')).toEqual([])
})

it('no lead is deleted without LEADS_RETENTION_DAYS', async () => {
  vi.stubEnv('LEADS_RETENTION_DAYS', '')
  const old = await saveLeadOf(4000)
  const { deleteExpired } = await startProcess()

  await deleteExpired()

  expect(await keptLeads()).toEqual([old])
})

it('only expired rows are deleted, in batches of 500', async () => {
  const values = Array.from(
    { length: 1_200 },
    (_, index) => `('${index}', 1, '${ago(1)}')`,
  )
  await runSql(
    `INSERT INTO RateLimit (key, points, expire) VALUES ${values.join()}, ('over later', 1, '${ago(-1)}')`,
  )
  const { deleteExpired } = await startProcess()
  const { getDatabase } = await import('@/lib/database/client')
  const deletions = vi.spyOn(await getDatabase(), '$executeRaw')

  await deleteExpired()

  const deleted = (
    await Promise.all(deletions.mock.results.map(({ value }) => value))
  ).slice(0, 3)
  expect(deleted).toEqual([500, 500, 200])
  expect(await selectColumn('SELECT key FROM RateLimit')).toEqual([
    'over later',
  ])
})

describe('a clock that jumps ahead', () => {
  it('deletes nothing, even while visitors write rows', async () => {
    const { site, lead } = await startWithRowsOfAllKinds()
    setClock(60)
    await storeLead()

    await passHours(6, site)

    expect(await keptLeads()).toContain(lead)
    expect(await countRows()).toEqual([2, 1, 1, 1, 1, 1, 1])
  })

  it('deletes nothing after it is corrected', async () => {
    const { site, lead } = await startWithRowsOfAllKinds()
    setClock(60)
    await passHours(6, site)
    setClock(-60)

    await passHours(1, site)

    expect(await keptLeads()).toEqual([lead])
    expect(await countRows()).toEqual([1, 1, 1, 1, 1, 1, 1])
  })

  async function startWithRowsOfAllKinds() {
    const site = await startProcess()
    await site.deleteExpired()
    return { site, lead: await saveRowsOfAllKinds() }
  }

  it('is trusted after the site has run with it for two days', async () => {
    const lead = await saveLeadOf(60)
    const site = await startProcess()
    await site.deleteExpired()
    setClock(60)

    await passHours(48, site)
    const kept = await keptLeads()
    await passHours(2, site)

    expect(kept).toEqual([lead])
    expect(await keptLeads()).toEqual([])
  })

  it('is trusted after two days in total, despite restarts', async () => {
    await trust(60)
    const lead = await saveLeadOf(91)
    const runTwoHours = async () => {
      const site = await startProcess()
      await site.deleteExpired()
      await passHours(2, site)
    }
    for (let restarts = 0; restarts < 23; restarts++) await runTwoHours()
    const kept = await keptLeads()

    for (let restarts = 0; restarts < 2; restarts++) await runTwoHours()

    expect(kept).toEqual([lead])
    expect(await keptLeads()).toEqual([])
  })

  it('is not trusted any sooner if several processes run', async () => {
    const lead = await saveLeadOf(60)
    const [first, second] = [await startProcess(), await startProcess()]
    await first.deleteExpired()
    await second.deleteExpired()
    setClock(60)

    await passHours(47, first, second)
    const kept = await keptLeads()
    await passHours(6, first, second)

    expect(kept).toEqual([lead])
    expect(await keptLeads()).toEqual([])
  })

  it('must match the measured time for two more days once corrected', async () => {
    const lead = await saveLeadOf(60)
    const site = await startProcess()
    await site.deleteExpired()

    for (const jump of [60, -60, 60]) {
      setClock(jump)
      await passHours(40, site)
    }

    expect(await keptLeads()).toEqual([lead])
  })

  it('is logged once, and leads expire by the measured time', async () => {
    vi.stubEnv('LEADS_RETENTION_DAYS', '60')
    await saveLeadOf(59.5)
    const recent = await saveLeadOf(50)
    const site = await startProcess()
    const { log } = await import('@/lib/log')
    const warn = vi.spyOn(log, 'warn')
    await site.deleteExpired()

    setClock(60)
    await passHours(24, site)

    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn).toHaveBeenCalledWith(
      expect.anything(),
      expect.stringContaining('the clock'),
    )
    expect(await keptLeads()).toEqual([recent])
  })
})

it('the clock is trusted at once after the machine was off overnight', async () => {
  await trust(0.9)
  const old = await saveLeadOf(91)
  const { deleteExpired } = await startProcess()

  await deleteExpired()

  expect(await keptLeads()).not.toContain(old)
})

it('deletion is delayed while the clock is set back', async () => {
  const site = await startProcess()
  await site.deleteExpired()
  const lead = await saveLeadOf(91)

  setClock(-20_000)
  await site.deleteExpired()
  const kept = await keptLeads()
  setClock(20_000)
  await site.deleteExpired()

  expect(kept).toEqual([lead])
  expect(await keptLeads()).toEqual([])
})

describe('the deletion of old leads', () => {
  const deleteOlder = (days: number) =>
    deleteOlderThan(new Date(Date.now() - days * dayMs), new Date())

  it('removes leads that are handled or in quarantine', async () => {
    await saveLeadOf(30)
    await saveLeadOf(30, { status: 'new', admission: suspected })

    const deleted = await deleteOlder(29)

    expect(deleted).toBe(2)
    expect(await keptLeads()).toEqual([])
  })

  it('removes a lead’s finished deliveries', async () => {
    const id = await saveLeadOf(30)
    await storeDelivery(id, { deliveredAt: new Date() })

    await deleteOlder(29)

    expect(await deliveriesOf()).toEqual({})
  })

  it('keeps leads that are not old enough', async () => {
    const id = await saveLeadOf(30)

    const deleted = await deleteOlder(31)

    expect(deleted).toBe(0)
    expect(await keptLeads()).toEqual([id])
  })

  it('keeps a delivered lead that is not handled', async () => {
    const id = await saveLeadOf(30, { status: 'new' })
    await storeDelivery(id, { deliveredAt: new Date() })

    await deleteOlder(29)

    expect(await keptLeads()).toEqual([id])
  })

  it('keeps a handled lead until the day of its reminder is over', async () => {
    const today = await saveLeadOf(30, { remindOn: officeDay() })
    const yesterday = officeDay(new Date(Date.now() - dayMs))
    await saveLeadOf(30, { remindOn: yesterday })

    await deleteOlder(29)

    expect(await keptLeads()).toEqual([today])
  })

  it('keeps a handled lead with a pending delivery', async () => {
    const id = await saveLeadOf(30)
    await storeDelivery(id, { dueAt: new Date(Date.now() + dayMs) })

    await deleteOlder(29)

    expect(await keptLeads()).toEqual([id])
  })
})
