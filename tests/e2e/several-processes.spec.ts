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

// Three servers on one database; each posts to a webhook of its own, which tells who delivered.
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

  test('a rate limit allows as many requests across all processes as on one', async () => {
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

  test('a report that one of them took is on the pages and in the API of the others', async () => {
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
      // A second at most: lib/server/kept-pages.ts.
      for (const index of [1, 2])
        await expect
          .poll(() => textAt(index, path))
          .toContain('Told to one of them')
    }
  })

  test('a visitor without JavaScript gets their input back from whichever process renders the form', async () => {
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

  test('a message that is sent to two of them at once is one lead', async () => {
    for (let round = 0; round < 5; round++) {
      const [key, text] = [randomUUID(), newText()]
      const answers = await Promise.all(
        [0, 1, 2].map((index) => postLead(siteAt(index).address, text, key)),
      )
      expect(answers.map((answer) => answer?.status)).toEqual([201, 201, 201])
      expect(new Set(answers.map((answer) => answer?.body.id)).size).toBe(1)
    }
  })

  test('a mailbox that writes to every process at once gets one acknowledgement', async () => {
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

  /** Has six visitors send one message after another until `stop`, each again at another server when nobody answers. */
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

  test('with one of them killed under load, every lead that was answered is stored once, and none is left unsent', async () => {
    const [doomed, ...others] = sites as [Site, ...Site[]]
    const requestsBefore = doomed.webhook.requests
    // What it sends is not answered: it is in the middle of a delivery when it is killed.
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
    // They finish the deliveries that they have begun. What is on its way then is what the killed one had begun.
    await Promise.all(others.map(({ server }) => killServer(server, 'SIGTERM')))
    expect(others.map(({ server }) => server.exitCode)).toEqual([0, 0])

    const due =
      'SELECT leadId FROM Delivery WHERE channel = ? AND dueAt IS NOT NULL'
    const underWay = (channel: string) =>
      selectColumnAt(environment.DATABASE_URL, due, [channel])
    const mailUnderWay = await underWay('mail')
    expect((await underWay('webhook')).length).toBeGreaterThan(0)
    // As if a minute had passed, after which its leases are over.
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
    // One that the mail server took as its sender was killed is sent again.
    expect(mailUnderWay).toEqual(expect.arrayContaining(repeated(mailed)))
  })
}
