import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { validReport } from '../support/attestations'
import { postLead, validContact } from '../support/contact'
import { runSqlAt } from '../support/database'
import { locatePostgresql } from '../support/programs'
import { killServer, operatorKey } from '../support/server'
import {
  bearer,
  newText,
  type Site,
  type Sites,
  signIn,
  startSites,
  startWriters,
  type WrittenLead,
} from '../support/several-sites'
import { readMail } from '../support/sinks'

const revokedKey = 'revoked-key-0123456789-0123456789-0123456'
const wrongKeysAllowed = 5
const everySite = [0, 1, 2]

for (const engine of ['SQLite', 'PostgreSQL'] as const)
  test.describe(`on ${engine}`, () => {
    let sites: Sites
    test.describe.configure({ mode: 'default' })
    test.skip(
      engine === 'PostgreSQL' && !locatePostgresql(),
      'PostgreSQL is not on this machine',
    )
    test.beforeAll(async () => {
      sites = await startSites(engine, {
        OPERATOR_KEYS: `tester:${operatorKey},leaver:${revokedKey}`,
        LIMIT_OPERATOR_PER_CLIENT: String(wrongKeysAllowed),
        LEADS_ACKNOWLEDGE: 'true',
      })
    })
    test.afterAll(() => sites.stop())

    test('a rate limit counts requests across all processes', async () => {
      const guess = (index: number) =>
        sites.request(
          index,
          '/api/operator/session',
          {},
          { key: `wrong-key-${index}` },
        )

      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => guess(index)),
      )

      const statuses = Map.groupBy(answers, ({ status }) => status)
      expect(statuses.get(401)).toHaveLength(wrongKeysAllowed)
      expect(statuses.get(429)).toHaveLength(30 - wrongKeysAllowed)
    })

    test('sessions and sign-outs apply to every process', async () => {
      const path = '/api/operator/session'
      const { headers } = await signIn(sites, 0)
      const Cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
      const operators = () =>
        Promise.all(
          everySite.map(async (index) => {
            const answer = await sites.request(index, path, { Cookie })
            return (await answer.json()).operator
          }),
        )
      expect(await operators()).toEqual(['tester', 'tester', 'tester'])

      await fetch(sites.siteAt(1).address + path, {
        method: 'DELETE',
        headers: { Cookie, 'Content-Type': 'application/json' },
      })

      expect(await operators()).toEqual([null, null, null])
    })

    test('a revoked key is refused by every process', async () => {
      const isTaken = async (index: number) =>
        (await sites.request(index, '/api/contact', bearer(revokedKey))).ok
      expect(await Promise.all(everySite.map(isTaken))).toEqual([
        true,
        true,
        true,
      ])

      const hash = createHash('sha256').update(revokedKey).digest('hex')
      await runSqlAt(
        sites.url,
        'INSERT INTO RevokedKey (keyHash, operator, revokedAt) VALUES (?, ?, ?)',
        [hash, 'leaver', '2026-11-22T12:00:00.000+00:00'],
      )

      expect(await Promise.all(everySite.map(isTaken))).toEqual([
        false,
        false,
        false,
      ])
    })

    test('a report published on one process appears on every other', async () => {
      const title = 'Told to one of them'
      const paths = ['/attestations', '/fr/attestations', '/api/attestations']
      const textAt = async (index: number, path: string) =>
        (await sites.request(index, path)).text()
      for (const path of paths)
        for (const index of everySite) await textAt(index, path)

      const headers = {
        ...bearer(operatorKey),
        'Idempotency-Key': randomUUID(),
      }
      const report = { ...validReport, title }
      const published = await sites.request(
        0,
        '/api/attestations',
        headers,
        report,
      )

      expect(published.status).toBe(201)
      for (const path of paths) {
        expect(await textAt(0, path), path).toContain(title)
        // Waits for at most a second, `maxAgeMs` in lib/server/follow-reports.ts.
        for (const index of [1, 2])
          await expect
            .poll(() => textAt(index, path), {
              message: `${path} at site ${index}`,
            })
            .toContain(title)
      }
    })

    test('every process can show the input of a form that another refused', async () => {
      const name = 'Typed at the first'
      const fields = { ...validContact, name, email: 'no address' }

      const answer = await fetch(`${sites.siteAt(0).address}/api/contact`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })

      expect(answer.status).toBe(303)
      const page = answer.headers.get('location') ?? ''
      for (const index of everySite) {
        const response = await sites.request(index, page)
        expect(await response.text(), `at site ${index}`).toContain(name)
      }
    })

    test('a message sent to every process at once becomes one lead', async () => {
      for (let round = 0; round < 5; round++) {
        const [key, text] = [randomUUID(), newText()]

        const answers = await Promise.all(
          everySite.map((index) =>
            postLead(sites.siteAt(index).address, text, key),
          ),
        )

        expect(answers.map((answer) => answer?.status)).toEqual([201, 201, 201])
        expect(new Set(answers.map((answer) => answer?.body.id)).size).toBe(1)
      }
    })

    test('a mailbox that writes to every process at once gets one acknowledgment', async () => {
      const email = `${randomUUID()}@banque.example`
      const postTo = (index: number) =>
        postLead(sites.siteAt(index).address, { email, ...newText() })

      const answers = await Promise.all(everySite.map(postTo))

      expect(answers.map((answer) => answer?.status)).toEqual([201, 201, 201])
      const mails = () =>
        sites.mail.mails.filter(
          (each) => readMail(each).headers.get('to') === email,
        ).length
      await expect.poll(mails).toBe(1)
      await expect.poll(() => sites.waitingOn('ack')).toEqual([])
      expect(mails()).toBe(1)
    })

    test('every confirmed lead is stored and delivered if a process is killed under load', async () => {
      const answered = await killUnderLoad(sites)
      const mailUnderWay = await sites.waitingOn('mail')
      expect((await sites.waitingOn('webhook')).length).toBeGreaterThan(0)

      await sites.endLeases()
      await sites.startSite()
      for (const channel of ['mail', 'webhook'])
        await expect
          .poll(() => sites.waitingOn(channel), { message: channel })
          .toEqual([])

      const stored = await runSqlAt<WrittenLead>(
        sites.url,
        'SELECT id, email FROM Lead',
      )
      const ids = stored.map(({ id }) => id).sort()
      const twice = repeated(stored.map(({ email }) => email))
      expect(answered.filter(({ email }) => twice.includes(email))).toEqual([])
      expect(stored).toEqual(expect.arrayContaining(answered))
      const { posted, mailed } = sites.deliveredLeads()
      expect(posted.sort()).toEqual(ids)
      expect([...new Set(mailed)].sort()).toEqual(ids)
      // Allows a mail twice only if the mail server accepted it just as its sender
      // was killed.
      expect(mailUnderWay).toEqual(expect.arrayContaining(repeated(mailed)))
    })
  })

const often = { intervals: [20] }

/**
 * Kills the first site during a delivery, and ends the others once the visitors
 * have sent more messages. Returns the leads that were confirmed.
 */
async function killUnderLoad(sites: Sites): Promise<WrittenLead[]> {
  const [doomed, ...others] = sites.sites as [Site, ...Site[]]
  const { webhook } = doomed
  const requestsBefore = webhook.requests
  // Never answers this site's webhook requests, so that it is killed during a
  // delivery.
  webhook.answers = new Promise(() => {})
  const { answered, stop } = startWriters(sites)
  const isUnderLoad = () =>
    answered.length >= 20 && webhook.requests > requestsBefore
  await expect.poll(isUnderLoad, often).toBe(true)
  await killServer(doomed.server)
  const before = answered.length
  await expect.poll(() => answered.length, often).toBeGreaterThan(before + 10)
  await stop()
  // Ends the other sites with SIGTERM, which lets them finish their deliveries,
  // so that only those of the killed site are still in progress.
  await Promise.all(others.map(({ server }) => killServer(server, 'SIGTERM')))
  expect(others.map(({ server }) => server.exitCode)).toEqual([0, 0])
  return answered
}

function repeated(ids: string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index)
}
