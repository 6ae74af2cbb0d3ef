// Visitors who retry until they get an answer, receivers that sometimes fail,
// and a check that no lead is lost or stored twice.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { validContact } from './contact'
import { runSqlAt, selectColumnAt } from './database'
import { killServer, serverEnvironment, startServer, takePort } from './server'
import {
  deliverySettings,
  readMail,
  startMailSink,
  startWebhookSink,
} from './sinks'

type Acknowledged = { id: string; email: string; message: string }

const visitors = 8
// Must exceed the time that the site waits for a lock.
const answerMs = 7_000
const pauseMs = 20

/**
 * Makes visitors post leads one after another. Each lead is retried with the
 * same key at the next address until it is acknowledged. Any status except 201,
 * 429 and 503 is unexpected.
 */
export function startVisitors(addresses: string[]) {
  const acknowledged: Acknowledged[] = []
  const unexpected: number[] = []
  let refused = 0
  let turn = 0
  let isStopped = false

  async function post(
    key: string,
    lead: object,
  ): Promise<Response | undefined> {
    const address = addresses[turn++ % addresses.length]
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    }
    const signal = AbortSignal.timeout(answerMs)
    const sent = {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...validContact, ...lead }),
      signal,
    }
    return fetch(`${address}/api/contact`, sent).catch(() => undefined)
  }

  async function visit() {
    const key = randomUUID()
    const lead = {
      email: `${key}@banque.example`,
      message: `${validContact.message} ${key}`,
    }
    for (;;) {
      const answer = await post(key, lead)
      const { id } =
        answer?.status === 201
          ? await answer.json().catch(() => ({}))
          : { id: undefined }
      if (id) return acknowledged.push({ id, ...lead })
      if (answer && ![201, 429, 503].includes(answer.status))
        unexpected.push(answer.status)
      refused++
      await pause(pauseMs)
    }
  }

  const all = Array.from({ length: visitors }, async () => {
    while (!isStopped) await visit()
  })
  return {
    acknowledged,
    unexpected,
    /** Waits until this many more leads are acknowledged. */
    async more(leads: number) {
      const wanted = acknowledged.length + leads
      await expect
        .poll(() => acknowledged.length, { intervals: [10], timeout: 90_000 })
        .toBeGreaterThanOrEqual(wanted)
    },
    /**
     * Waits until a visitor is refused or gets no answer, which shows that the
     * fault has an effect.
     */
    async refusal() {
      const before = refused
      await expect
        .poll(() => refused, { intervals: [10], timeout: 90_000 })
        .toBeGreaterThan(before)
    },
    /** Lets every visitor finish. */
    async stop() {
      isStopped = true
      await Promise.all(all)
    },
  }
}

export type Visitors = ReturnType<typeof startVisitors>

type Server = Awaited<ReturnType<typeof startServer>>

const unlimited = '1000000'

/**
 * Starts several processes of the site on one database, with a mail server and
 * a webhook receiver.
 */
export async function startSites(
  databaseUrl: string | undefined,
  count: number,
) {
  const [mail, webhook] = [await startMailSink(), await startWebhookSink()]
  const environment = {
    ...serverEnvironment(),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...deliverySettings(mail, webhook),
    LIMIT_CONTACT_PER_CLIENT: unlimited,
    LIMIT_CONTACT_PER_EMAIL: unlimited,
    LIMIT_CONTACT_GLOBAL: unlimited,
    LOG_LEVEL: 'error',
  }
  const ports = Array.from({ length: count }, () => String(takePort()))
  const start = (index: number) =>
    startServer({ ...environment, PORT: ports[index] })
  const servers: Server[] = []
  for (const index of ports.keys()) servers.push(await start(index))
  return {
    url: environment.DATABASE_URL,
    environment,
    mail,
    webhook,
    addresses: servers.map(({ address }) => address),
    serverAt: (index: number) => servers[index]?.server,
    /** Kills a process as a power cut would, and starts it again. */
    async crash(index: number) {
      const { server } = servers[index] ?? {}
      if (server) await killServer(server)
      servers[index] = await start(index)
    },
    /**
     * Ends all processes, lets a new one deliver what is due, and ends it too.
     */
    async deliverAll() {
      await Promise.all(
        servers.map(({ server }) => killServer(server, 'SIGTERM')),
      )
      Object.assign(mail, { mood: 'take' })
      Object.assign(webhook, { mood: 'take' })
      // Ends the leases and back-offs at once.
      await runSqlAt(
        environment.DATABASE_URL,
        'UPDATE Delivery SET dueAt = queuedAt WHERE dueAt IS NOT NULL',
      )
      const last = await start(0)
      const due = () =>
        selectColumnAt(
          environment.DATABASE_URL,
          'SELECT count(*) FROM Delivery WHERE dueAt IS NOT NULL',
        )
      await expect.poll(due, { timeout: 120_000 }).toEqual([0])
      await killServer(last.server, 'SIGTERM')
      await Promise.all([mail.close(), webhook.close()])
    },
  }
}

export type Sites = Awaited<ReturnType<typeof startSites>>

/**
 * Makes the receivers refuse, hang up and accept in turn until the returned
 * function is called.
 */
export function disturbReceivers({ mail, webhook }: Sites) {
  const moods = ['take', 'refuse', 'take', 'hang-up'] as const
  let turn = 0
  const timer = setInterval(() => {
    mail.mood = moods[turn % moods.length] ?? 'take'
    webhook.mood = moods[(turn + 2) % moods.length] ?? 'take'
    turn++
  }, 700)
  return () => clearInterval(timer)
}

/**
 * Expects the table to have every acknowledged lead once with its content and
 * no other lead, and both receivers to have every lead. A receiver may get a
 * lead again, under the same id, if its delivery could not be recorded.
 */
export async function expectNothingLost(
  { acknowledged, unexpected }: Visitors,
  { url, mail, webhook }: Sites,
) {
  const stored = await runSqlAt<Acknowledged>(
    url,
    'SELECT id, email, message FROM Lead',
  )
  const ids = acknowledged.map(({ id }) => id).sort()
  const byId = new Map(stored.map((lead) => [lead.id, lead]))
  const posted = new Set(
    webhook.deliveries.map(({ headers }) => String(headers['webhook-id'])),
  )
  const mailed = new Set(
    mail.mails.map((each) => leadOf(readMail(each).headers.get('message-id'))),
  )

  expect(unexpected).toEqual([])
  expect(
    acknowledged.filter(({ id, ...lead }) => !isSame(byId.get(id), lead)),
  ).toEqual([])
  expect(stored.map(({ id }) => id).sort()).toEqual(ids)
  expect(new Set(stored.map(({ email }) => email)).size).toBe(stored.length)
  expect([...posted].sort()).toEqual(ids)
  expect([...mailed].sort()).toEqual(ids)
}

function isSame(
  stored: Acknowledged | undefined,
  { email, message }: Omit<Acknowledged, 'id'>,
): boolean {
  return stored?.email === email && stored.message === message
}

function leadOf(messageId = ''): string {
  return messageId.match(/^<lead-(.*)@/)?.[1] ?? messageId
}
