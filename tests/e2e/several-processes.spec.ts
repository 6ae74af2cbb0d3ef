import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { validReport } from '../support/attestations'
import { validContact } from '../support/contact'
import { runSqlAt, selectColumnAt } from '../support/database'
import { postLead } from '../support/leads'
import { type Cluster, startCluster } from '../support/postgresql-cluster'
import { locatePostgresql } from '../support/programs'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
  takePort,
} from '../support/server'
import {
  deliverySettings,
  readMail,
  startMailSink,
  startWebhookSink,
} from '../support/sinks'

// Runs three servers on one database. Each has its own webhook, which shows who
// delivered a lead.
for (const engine of ['SQLite', 'PostgreSQL'] as const)
  test.describe(`on ${engine}`, () => testProcesses(engine))

function testProcesses(engine: 'SQLite' | 'PostgreSQL') {
  test.describe.configure({ mode: 'default' })
  test.skip(
    engine === 'PostgreSQL' && !locatePostgresql(),
    'PostgreSQL is not on this machine',
  )

  const revokedKey = 'revoked-key-0123456789-0123456789-0123456'
  const wrongKeysAllowed = 5
  const environment = {
    ...serverEnvironment(),
    OPERATOR_KEYS: `tester:${operatorKey},leaver:${revokedKey}`,
    LIMIT_OPERATOR_PER_CLIENT: String(wrongKeysAllowed),
    LEADS_ACKNOWLEDGE: 'true',
  }

  type Site = Awaited<ReturnType<typeof startServer>> & {
    webhook: Awaited<ReturnType<typeof startWebhookSink>>
  }
  let cluster: Cluster | undefined
  let mail: Awaited<ReturnType<typeof startMailSink>>
  const sites: Site[] = []

  test.beforeAll(async () => {
    if (engine === 'PostgreSQL') {
      cluster = await startCluster()
      await cluster.query('CREATE DATABASE shared')
      environment.DATABASE_URL = cluster.addressOf('shared')
    }
    mail = await startMailSink()
    await Promise.all([startSite(), startSite(), startSite()])
  })

  async function startSite(): Promise<Site> {
    const webhook = await startWebhookSink()
    const settings = {
      ...environment,
      ...deliverySettings(mail, webhook),
      PORT: String(takePort()),
    }
    const site = { ...(await startServer(settings)), webhook }
    sites.push(site)
    return site
  }

  test.afterAll(async () => {
    await Promise.all(sites.map(({ server }) => killServer(server)))
    await Promise.all(
      [mail, ...sites.map(({ webhook }) => webhook)].map((sink) =>
        sink.close(),
      ),
    )
    await cluster?.remove()
  })

  function siteAt(index: number): Site {
    return sites[index % sites.length] as Site
  }

  function ask(
    index: number,
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ) {
    const sent = { 'Content-Type': 'application/json', ...headers }
    const more = body && { method: 'POST', body: JSON.stringify(body) }
    return fetch(siteAt(index).address + path, {
      headers: sent,
      redirect: 'manual',
      ...more,
    })
  }

  function bearer(key: string) {
    return { Authorization: `Bearer ${key}` }
  }

  test('a rate limit counts requests across all processes', async () => {
    const guess = (index: number) =>
      ask(index, '/api/operator/session', {}, { key: `wrong-key-${index}` })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(index)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(
      wrongKeysAllowed,
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(
      30 - wrongKeysAllowed,
    )
  })

  test('sessions, sign-outs and revoked keys apply to every process', async () => {
    const everywhere = (read: (index: number) => Promise<unknown>) =>
      Promise.all([0, 1, 2].map(read))
    const signedIn = await ask(
      0,
      '/api/operator/session',
      {},
      { key: operatorKey },
    )
    const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const operatorAt = async (index: number) =>
      (await (await ask(index, '/api/operator/session', { Cookie })).json())
        .operator
    expect(await everywhere(operatorAt)).toEqual(['tester', 'tester', 'tester'])
    const headers = { Cookie, 'Content-Type': 'application/json' }
    await fetch(`${siteAt(1).address}/api/operator/session`, {
      method: 'DELETE',
      headers,
    })
    expect(await everywhere(operatorAt)).toEqual([null, null, null])

    const isTaken = async (index: number) =>
      (await ask(index, '/api/contact', bearer(revokedKey))).ok
    expect(await everywhere(isTaken)).toEqual([true, true, true])
    const hash = createHash('sha256').update(revokedKey).digest('hex')
    const values = [hash, 'leaver', '2026-11-22T12:00:00.000+00:00']
    await runSqlAt(
      environment.DATABASE_URL,
      'INSERT INTO RevokedKey (keyHash, operator, revokedAt) VALUES (?, ?, ?)',
      values,
    )
    expect(await everywhere(isTaken)).toEqual([false, false, false])
  })

  test('a report published on one process appears on every other', async () => {
    const paths = ['/attestations', '/fr/attestations', '/api/attestations']
    const textAt = async (index: number, path: string) =>
      (await ask(index, path)).text()
    for (const path of paths)
      for (const index of [0, 1, 2]) await textAt(index, path)
    const headers = { ...bearer(operatorKey), 'Idempotency-Key': randomUUID() }
    const published = await ask(0, '/api/attestations', headers, {
      ...validReport,
      title: 'Told to one of them',
    })
    expect(published.status).toBe(201)
    for (const path of paths) {
      expect(await textAt(0, path)).toContain('Told to one of them')
      // Takes at most a second, `maxAgeMs` in lib/server/follow-reports.ts.
      for (const index of [1, 2])
        await expect
          .poll(() => textAt(index, path))
          .toContain('Told to one of them')
    }
  })

  test('any process can return the input of a visitor without JavaScript', async () => {
    const body = new URLSearchParams({
      ...validContact,
      name: 'Typed at the first',
      email: 'no address',
    })
    const answer = await fetch(`${siteAt(0).address}/api/contact`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    for (const index of [0, 1, 2]) {
      expect(
        await (await ask(index, answer.headers.get('location') ?? '')).text(),
      ).toContain('Typed at the first')
    }
  })

  const newText = () => ({ message: `${validContact.message} ${randomUUID()}` })

  test('a message sent to every process at once becomes one lead', async () => {
    for (let round = 0; round < 5; round++) {
      const [key, text] = [randomUUID(), newText()]
      const answers = await Promise.all(
        [0, 1, 2].map((index) => postLead(siteAt(index).address, text, key)),
      )
      expect(answers.map((answer) => answer?.status)).toEqual([201, 201, 201])
      expect(new Set(answers.map((answer) => answer?.body.id)).size).toBe(1)
    }
  })

  test('a mailbox that writes to every process at once gets one acknowledgment', async () => {
    const email = `${randomUUID()}@banque.example`
    const send = (index: number) =>
      postLead(siteAt(index).address, { email, ...newText() })
    const answers = await Promise.all([0, 1, 2].map(send))
    expect(answers.map((answer) => answer?.status)).toEqual([201, 201, 201])
    const mails = () =>
      mail.mails.filter((each) => readMail(each).headers.get('to') === email)
        .length
    await expect.poll(mails).toBe(1)
    const acknowledged = `SELECT leadId FROM Delivery WHERE channel = 'ack' AND dueAt IS NOT NULL`
    const due = () => selectColumnAt(environment.DATABASE_URL, acknowledged)
    await expect.poll(due).toEqual([])
    expect(mails()).toBe(1)
  })

  type Lead = { id: string; email: string }

  function repeated(ids: string[]): string[] {
    return ids.filter((id, index) => ids.indexOf(id) !== index)
  }

  /**
   * Has six visitors send one message after another until `stop`. Each retries
   * at the next server if one does not answer.
   */
  function startWriters() {
    const answered: Lead[] = []
    let stopped = false
    const writers = [0, 1, 2, 3, 4, 5].map(async (first) => {
      for (let turn = first; !stopped; ) {
        const [key, text] = [randomUUID(), newText()]
        let answer = await postLead(siteAt(turn).address, text, key)
        while (!answer)
          answer = await postLead(siteAt(++turn).address, text, key)
        expect(answer.status).toBe(201)
        answered.push({ id: answer.body.id, email: `${key}@banque.example` })
      }
    })
    const stop = () => {
      stopped = true
      return Promise.all(writers)
    }
    return { answered, stop }
  }

  const often = { intervals: [20] }

  test('stores and delivers every confirmed lead when a process is killed under load', async () => {
    const [doomed, ...others] = sites as [Site, ...Site[]]
    const requestsBefore = doomed.webhook.requests
    // Never answers this server's webhook requests, so that it is killed during
    // a delivery.
    doomed.webhook.answers = new Promise(() => {})
    const { answered, stop } = startWriters()
    await expect
      .poll(
        () => answered.length >= 20 && doomed.webhook.requests > requestsBefore,
        often,
      )
      .toBe(true)
    await killServer(doomed.server)
    const before = answered.length
    await expect.poll(() => answered.length, often).toBeGreaterThan(before + 10)
    await stop()
    // The others finish their deliveries on SIGTERM, so only those of the
    // killed server are still in progress.
    await Promise.all(others.map(({ server }) => killServer(server, 'SIGTERM')))
    expect(others.map(({ server }) => server.exitCode)).toEqual([0, 0])

    const due =
      'SELECT leadId FROM Delivery WHERE channel = ? AND dueAt IS NOT NULL'
    const underWay = (channel: string) =>
      selectColumnAt(environment.DATABASE_URL, due, [channel])
    const mailUnderWay = await underWay('mail')
    expect((await underWay('webhook')).length).toBeGreaterThan(0)
    // Ends the killed server's leases, which would last two and a half minutes.
    await runSqlAt(
      environment.DATABASE_URL,
      'UPDATE Delivery SET dueAt = queuedAt WHERE dueAt IS NOT NULL',
    )
    await startSite()
    for (const channel of ['mail', 'webhook'])
      await expect.poll(() => underWay(channel)).toEqual([])

    const stored = await runSqlAt<Lead>(
      environment.DATABASE_URL,
      'SELECT id, email FROM Lead',
    )
    const storedIds = stored.map(({ id }) => id)
    const emails = stored.map(({ email }) => email)
    expect(
      answered.filter(({ email }) => repeated(emails).includes(email)),
    ).toEqual([])
    expect(stored).toEqual(expect.arrayContaining(answered))
    const posted = sites.flatMap(({ webhook }) =>
      webhook.deliveries.map(({ headers }) => String(headers['webhook-id'])),
    )
    expect(posted.sort()).toEqual(storedIds.sort())
    const messageIds = mail.mails.map((each) =>
      String(readMail(each).headers.get('message-id')),
    )
    const mailed = messageIds.flatMap(
      (messageId) => messageId.match(/^<lead-(.*)@/)?.[1] ?? [],
    )
    expect([...new Set(mailed)].sort()).toEqual(storedIds)
    // A mail is sent twice only if the mail server accepted it just as its
    // sender was killed.
    expect(mailUnderWay).toEqual(expect.arrayContaining(repeated(mailed)))
  })
}
