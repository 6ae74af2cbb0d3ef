// `npm run soak:day`: a day of the site in half an hour, with what goes wrong in one; docs/testing.md says what it checks.
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { deliverySettings } from '../tests/support/sinks'
import { type Accounts, settleAccounts } from './soak/accounts'
import { createClient } from './soak/client'
import { liveDay, liveIncidents } from './soak/day'
import { buildForSoak, type Folder, forgetBuilds, makeFolder } from './soak/folder'
import type { Day, Incident } from './soak/incidents'
import { fileIncidents, incidentsAround } from './soak/incidents-around'
import { createLedger } from './soak/ledger'
import { judgeGrowth, startSampling } from './soak/memory'
import { readLeads, readReports } from './soak/operators'
import { rowsOf, tableOf } from './soak/print'
import { databaseRestart, processIncidents, restoring } from './soak/process-incidents'
import { findPages } from './soak/readers'
import { startReceivers } from './soak/receivers'
import { createSite } from './soak/site'
import { createStop } from './soak/stop'
import { startTraffic } from './soak/traffic'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    /** Every incident once, as fast as they are over, and nothing between them. */
    short: { type: 'boolean', default: false },
    port: { type: 'string', default: '3990' },
    /** An empty PostgreSQL database, and the command that restarts its server. */
    database: { type: 'string' },
    'restart-database': { type: 'string', default: 'false' },
  },
})
const minutes = Number(values.minutes)
const port = Number(values.port)
const spareMinutes = 10
// The rest is for incidents that last longer than an hour, for the warm-up, and for what is still to be delivered.
const visitedShare = 0.75

const stop = createStop(minutes + spareMinutes)
const ledger = createLedger()
const receivers = await startReceivers()
let folder: Folder | undefined
let site: ReturnType<typeof createSite> | undefined
try {
  buildForSoak()
  const ofReceivers = deliverySettings(receivers.door, receivers.webhook)
  folder = makeFolder({ ...ofReceivers, PORT: values.port, ...databaseSettings() }, 64 + 8 * minutes)
  site = createSite(folder.path, port, stop)
  await site.start()
  const client = createClient(site.address, ledger)
  const world = { site, folder, receivers, client, ledger, stop, pages: await findPages({ client }) }
  const problems = await watch({ ...world, traffic: startTraffic(world) })
  console.log(problems.length === 0 ? 'All accounts balance.' : problems.join('\n'))
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  if (site && existsSync(site.log)) console.error(readFileSync(site.log, 'utf8').slice(-4_000))
  process.exitCode = 1
} finally {
  await site?.end()
  forgetBuilds(port)
  folder?.remove()
  await receivers.close()
}
// What the signal ended may still hold a socket or two.
process.exit()

function databaseSettings(): Record<string, string> {
  return values.database ? { DATABASE_URL: values.database } : {}
}

function incidents(): Incident[] {
  const ofDatabase = values.database ? [databaseRestart(values['restart-database'])] : [restoring, ...fileIncidents]
  return [...processIncidents, ...ofDatabase, ...incidentsAround]
}

async function watch(day: Day): Promise<string[]> {
  const sampling = startSampling(day)
  const growth: string[] = []
  try {
    if (values.short) await liveIncidents(day, incidents())
    else {
      const { first, last, resident } = await liveDay(day, {
        incidents: incidents(),
        hourMs: (minutes * visitedShare * 60_000) / 24,
      })
      console.log('quiet after the warm-up, and at the end:', first, last)
      if (first) growth.push(...judgeGrowth(first, last, resident))
    }
  } finally {
    sampling.stop()
  }
  await day.traffic.close()
  const kept = { leads: await readLeads(day, ''), reports: await readReports(day) }
  const accounts = settleAccounts(ledger, kept, { mails: receivers.mail.mails, posts: receivers.webhook.deliveries })
  console.log(tableOf(rowsOf(ledger.hours, ledger.leads, accounts)))
  console.log(`${accounts.repeated} leads were delivered more than once.`, ...accounts.waiting)
  const code = await day.site.end()
  return [
    ...accounts.problems,
    ...ledger.problems,
    ...growth,
    ...(code === 0 ? [] : [`the site ended with ${code}`]),
    ...problemsOfFile(day, accounts),
    ...loggedProblems(day),
  ]
}

function problemsOfFile({ folder: { database } }: Day, { stored }: Accounts): string[] {
  if (values.database) return []
  const file = new Sqlite(database, { readonly: true })
  const integrity = file.pragma('integrity_check', { simple: true })
  const count = Number(file.prepare('SELECT count(*) FROM Lead').pluck().get())
  file.close()
  return [
    integrity !== 'ok' && `the database is damaged: ${integrity}`,
    count !== stored.size && `the database has ${count} leads, and ${stored.size} of those that were sent`,
  ].filter((sentence) => sentence !== false)
}

// What the site has no name for is a defect of its own, whatever went wrong around it.
function loggedProblems({ site: { log } }: Day): string[] {
  const lines = readFileSync(log, 'utf8').split('\n')
  return lines.filter((line) => line.includes('"unexpected error"')).map((line) => `the site logged ${line}`)
}
