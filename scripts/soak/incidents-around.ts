import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { validContact } from '../../tests/support/contact'
import { operatorKey } from './folder'
import { type Day, databaseAway, type Incident, nothing, untilDelivered, untilLeadsAreTaken } from './incidents'
import { codeOf } from './world'
import { flood } from './writers'

const hourMs = 60 * 60 * 1000
const maxFillingLeads = 2_000

/** What happens around a process that goes on. */
export const incidentsAround: Incident[] = [
  { name: 'settings reloaded', hour: 8, allows: nothing, run: reload },
  { name: 'mail server refuses', hour: 9, allows: nothing, run: refuseMail },
  { name: 'mail server is a tar pit', hour: 10, allows: nothing, run: tarPit },
  { name: 'a client floods', hour: 11, allows: nothing, run: (day) => flood(day, day.traffic.reserve(100)) },
  { name: 'webhook fails', hour: 12, allows: nothing, run: failWebhook },
  { name: 'clock back by an hour', hour: 15, allows: nothing, run: (day) => stepClock(day, -hourMs) },
  { name: 'clock ahead by an hour', hour: 16, allows: nothing, run: (day) => stepClock(day, hourMs) },
]

/** What happens to a database that is a file. */
export const fileIncidents: Incident[] = [
  { name: 'database locked', hour: 6, allows: databaseAway, run: lockDatabase },
  { name: 'disk full', hour: 13, allows: databaseAway, run: fillDisk, cannot: needsDisk },
]

async function reload({ folder, site, client, stop }: Day) {
  const newKey = `another-${operatorKey}`
  folder.write({ OPERATOR_KEYS: `soak:${operatorKey},another:${newKey}` })
  site.signal('SIGHUP')
  const headers = { authorization: `Bearer ${newKey}` }
  await stop.until('the new key holds', async () => {
    const answer = await client.send('list', '/api/contact?limit=1', { headers, expected: [200, 401, 429] })
    return answer?.status === 200
  })
}

async function refuseMail(day: Day) {
  const { door, mail } = day.receivers
  door.become('away')
  await untilOneFails(day, 'mail')
  mail.mood = 'refuse'
  door.become('open')
  await untilOneFails(day, 'mail')
  mail.mood = 'take'
  await untilDelivered(day, 'the mail server', () => mail.mails.length)
}

async function tarPit(day: Day) {
  const { door, mail } = day.receivers
  door.become('tar pit')
  await day.stop.until('a mail is stuck', () => door.connections() > 0)
  await untilLeadsAreTaken(day)
  door.become('open')
  await untilDelivered(day, 'the mail server', () => mail.mails.length)
}

async function failWebhook(day: Day) {
  const { webhook } = day.receivers
  for (const mood of ['refuse', 'hang-up', 'redirect'] as const) {
    const before = webhook.requests
    webhook.mood = mood
    await day.stop.until('a webhook fails', () => webhook.requests > before + 1)
  }
  webhook.mood = 'take'
  await untilDelivered(day, 'the webhook', () => webhook.deliveries.length)
}

// The list of those that wait has the reason of each.
async function untilOneFails(day: Day, channel: 'mail' | 'webhook') {
  await untilLeadsAreTaken(day)
  const headers = { authorization: `Bearer ${operatorKey}` }
  await day.stop.until(`a lead waits for ${channel}`, async () => {
    const answer = await day.client.send('list', '/api/contact?state=undelivered&limit=500', { headers })
    const { leads } = JSON.parse(answer?.text ?? '{"leads":[]}')
    return leads.some((lead: Record<string, { last_error: string | null }>) => lead[channel]?.last_error)
  })
}

async function stepClock(day: Day, ms: number) {
  const { site, receivers } = day
  for (const offset of [ms, 0]) {
    await site.setClock(offset)
    await untilDelivered(day, 'the mail server', () => receivers.mail.mails.length)
    await untilDelivered(day, 'the webhook', () => receivers.webhook.deliveries.length)
  }
}

async function lockDatabase(day: Day) {
  const { ledger, stop } = day
  const since = ledger.leads.length
  const other = new Sqlite(day.folder.database)
  other.exec('BEGIN IMMEDIATE')
  try {
    await stop.until('a lead is refused', () => ledger.leads.slice(since).some(({ fate }) => fate === 'refused'))
  } finally {
    other.exec('ROLLBACK')
    other.close()
  }
}

function needsDisk({ folder }: Day): string | undefined {
  return folder.hasOwnDisk ? undefined : 'a small disk of its own needs the right to mount one'
}

// The write-ahead log has room of its own, which leads use up first.
async function fillDisk(day: Day) {
  const { folder, client, ledger, traffic } = day
  const ballast = join(folder.data, 'ballast')
  fill(ballast)
  try {
    for (let sent = 0; sent < maxFillingLeads; sent++) {
      const visitor = traffic.reserve(1)
      const lead = ledger.addLead({ code: codeOf(visitor), way: 'json' })
      const message = `A long question, reference ${codeOf(visitor)}. ${'x'.repeat(4800)}`
      const body = { ...validContact, email: `filling-${visitor}@banque.example`, message }
      const from = `198.18.${Math.floor(visitor / 250) % 250}.${visitor % 250}`
      const answer = await client.send('lead', '/api/contact', { method: 'POST', body, from, expected: [201] })
      if (answer?.status === 201) Object.assign(lead, { fate: 'acknowledged', id: JSON.parse(answer.text).id })
      else if (answer) lead.fate = 'refused'
      if (answer?.status === 503) return
    }
    throw new Error('The disk is full, and leads are still taken.')
  } finally {
    rmSync(ballast, { force: true })
  }
}

function fill(file: string) {
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' })
  } catch {
    // the disk is full, as intended
  }
}
