import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Sqlite from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { validContact } from '../support/contact'

const user = 'site'
const password = 'only-for-tests'

/** A mail server that asks for a password, and keeps what it is told. */
async function startMailServer(disabledCommands: string[]) {
  const passwords: unknown[] = []
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands,
    // As a careless server does: the client is what must not send a password in clear.
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      passwords.push(password)
      done(null, { user: username })
    },
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { port, passwords, mails, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

const plain = await startMailServer(['STARTTLS'])
const encrypted = await startMailServer([])
// smtp-server says that the certificate it brings along is known to everybody: just what is needed here.
vi.mocked(console.error).mockClear()

afterAll(() => Promise.all([plain.close(), encrypted.close()]))

beforeEach(() => {
  vi.resetModules()
})

/** What a lead's row says of its mail after an attempt with these settings. */
async function deliverWith(port: number, settings: Record<string, string> = {}) {
  const mail = { LEADS_TO: 'sales@halcrest.example', LEADS_FROM: 'site@halcrest.example', SMTP_ALLOW_PLAINTEXT: '' }
  Object.assign(process.env, { SMTP_URL: `smtp://${user}:${password}@127.0.0.1:${port}`, ...mail, ...settings })
  const { env } = await import('@/lib/env')
  const { saveLead } = await import('@/lib/leads/store')
  const { deliverDue } = await import('@/lib/leads/delivery/deliver')
  const database = new Sqlite(env.DATABASE_URL.replace('file:', ''))
  database.exec('DELETE FROM Lead')
  const saved = await saveLead({ ...validContact, email: `${randomUUID()}@banque.example` }, randomUUID())
  await deliverDue()
  const row = database.prepare('SELECT * FROM Lead WHERE id = ?').get((saved as { id: string }).id)
  database.close()
  return row as { mailDeliveredAt: string | null; mailLastError: string | null }
}

describe('an smtp:// address', () => {
  it('whose server has no STARTTLS gets neither password nor mail', async () => {
    const row = await deliverWith(plain.port)
    expect(row).toMatchObject({ mailDeliveredAt: null, mailLastError: expect.stringContaining('ETLS') })
    expect(plain).toMatchObject({ passwords: [], mails: [] })
  })

  it('gets neither before its certificate was verified', async () => {
    const row = await deliverWith(encrypted.port)
    expect(row).toMatchObject({ mailDeliveredAt: null, mailLastError: expect.stringMatching(/CERT|ESOCKET|ETLS/) })
    expect(encrypted).toMatchObject({ passwords: [], mails: [] })
  })

  it('gets both in clear where SMTP_ALLOW_PLAINTEXT says so', async () => {
    const row = await deliverWith(plain.port, { SMTP_ALLOW_PLAINTEXT: 'true' })
    expect(row.mailDeliveredAt).not.toBeNull()
    expect(plain.passwords).toEqual([password])
    expect(plain.mails).toHaveLength(1)
  })
})
