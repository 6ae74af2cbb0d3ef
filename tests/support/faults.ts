// Receivers that sometimes fail, and a check that no lead is lost or stored
// twice.
import { expect } from '@playwright/test'
import { runSqlAt, selectColumnAt } from './database'
import { killServer, serverEnvironment, startServer, takePort } from './server'
import {
  deliverySettings,
  readMail,
  startMailSink,
  startWebhookSink,
} from './sinks'
import type { Acknowledged, Visitors } from './visitors'

type Server = Awaited<ReturnType<typeof startServer>>

const unlimited = '1000000'

/**
 * Starts several processes of the site on one database, with a mail server and
 * a webhook receiver.
 */
export async function startProcesses(
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
    LIMIT_CHAT_PER_CLIENT: unlimited,
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

export type Processes = Awaited<ReturnType<typeof startProcesses>>

/**
 * Makes the receivers refuse, hang up and accept in turn until the returned
 * function is called.
 */
export function disturbReceivers({ mail, webhook }: Processes) {
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
 * Expects the table to have every acknowledged lead once with its last content
 * and no other lead, and both receivers to have every lead with that content. A
 * receiver may get a lead again, under the same id, if its delivery could not
 * be recorded.
 */
export async function expectNothingLost(
  { acknowledged, unexpected }: Visitors,
  { url, mail, webhook }: Processes,
) {
  const stored = await runSqlAt<Stored>(
    url,
    'SELECT id, email, message FROM Lead',
  )
  const ids = acknowledged.map(({ id }) => id).sort()
  const byId = new Map(stored.map((lead) => [lead.id, lead]))
  const posted = webhook.deliveries.map(({ headers, body }) => ({
    event: String(headers['webhook-id']),
    lead: JSON.parse(body).data as Stored,
  }))
  const mailed = new Set(
    mail.mails.map((each) => leadOf(readMail(each).headers.get('message-id'))),
  )
  const postsById = Map.groupBy(posted, ({ lead }) => lead.id)

  expect(unexpected).toEqual([])
  expect(
    acknowledged.filter((lead) => !isSame(byId.get(lead.id), lead)),
  ).toEqual([])
  expect(stored.map(({ id }) => id).sort()).toEqual(ids)
  expect(new Set(stored.map(({ email }) => email)).size).toBe(stored.length)
  expect([...postsById.keys()].sort()).toEqual(ids)
  expect([...mailed].sort()).toEqual(ids)
  expect(
    acknowledged.filter((lead) => {
      const posts = postsById.get(lead.id) ?? []
      const events = new Set(posts.map(({ event }) => event))
      const isComplete = posts.some((each) => isSame(each.lead, lead))
      return !isComplete || events.size > lead.versions
    }),
  ).toEqual([])
}

type Stored = Pick<Acknowledged, 'id' | 'email' | 'message'>

function isSame(
  stored: Stored | undefined,
  { email, message }: Acknowledged,
): boolean {
  return stored?.email === email && stored.message === message
}

/**
 * Returns the id of the lead in the Message-ID of a mail about a new or changed
 * lead.
 */
function leadOf(messageId = ''): string {
  return messageId.match(/^<lead-([\da-f-]{36})[@-]/)?.[1] ?? messageId
}
