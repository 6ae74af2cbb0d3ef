import { type Day, type Incident, untilLeadsAreTaken } from './incidents'
import { measureQuiet, warmUp } from './memory'
import { readLeads } from './operators'

const settleMs = 3 * 60 * 60 * 1000
const hours = 24
const nightly = 3
const byDay = 9
const sunrise = 5
const sunset = 20
const steadyFrom = 5

type Plan = {
  incidents: Incident[]
  /** How long an hour takes at least: longer where what happens in it does. */
  hourMs: number
}

/** A day of visitors in 24 hours, with all incidents. Resolves to what its process took after its warm-up and at the end. */
export async function liveDay(day: Day, plan: Plan) {
  let first: Awaited<ReturnType<typeof warmUp>> | undefined
  let firstSample = 0
  for (let hour = 0; hour < hours; hour++) {
    const over = performance.now() + plan.hourMs
    await beginHour(day, hour)
    if (hour === steadyFrom) {
      first = await warmUp(day)
      firstSample = day.ledger.current().memory.length
    }
    day.traffic.setRate(visitorsAt(hour))
    for (const incident of plan.incidents.filter((each) => each.hour === hour)) await happen(day, incident)
    while (performance.now() < over) await day.stop.pause(Math.min(1_000, over - performance.now()))
  }
  await settle(day)
  const last = await measureQuiet(day)
  const steady = day.ledger.hours.filter(({ hour }) => hour >= steadyFrom).flatMap(({ memory }) => memory)
  return { first, last, resident: steady.slice(firstSample) }
}

/** The same incidents, each as soon as the one before is over. */
export async function liveIncidents(day: Day, incidents: Incident[]) {
  for (const incident of incidents.toSorted((one, other) => one.hour - other.hour)) {
    await beginHour(day, incident.hour)
    day.traffic.setRate(byDay)
    await happen(day, incident)
  }
  await settle(day)
}

async function beginHour({ ledger, traffic }: Day, hour: number) {
  traffic.throwFailure()
  ledger.begin(hour)
}

// Few by night, most at noon.
function visitorsAt(hour: number): number {
  const height = Math.sin(((hour - sunrise) / (sunset - sunrise)) * Math.PI)
  return nightly + (byDay - nightly) * (hour > sunrise && hour < sunset ? height : 0)
}

async function happen(day: Day, { name, allows, run, cannot }: Incident) {
  const { ledger, client, stop } = day
  const reason = cannot?.(day)
  if (reason) {
    ledger.current().incidents.push(`no ${name}: ${reason}`)
    return
  }
  const begun = performance.now()
  const close = ledger.openWindow(name, allows)
  try {
    await run(day)
    await untilLeadsAreTaken(day)
    await stop.until('the site is ready', async () => (await client.send('list', '/readyz'))?.status === 200)
  } finally {
    close()
  }
  console.log(`hour ${ledger.hour}: ${name}, ${Math.round((performance.now() - begun) / 100) / 10} s`)
}

// What failed is due again within the hour, or an hour later where the clock was ahead then: it goes ahead until nothing
// waits.
async function settle(day: Day) {
  const { site, traffic, stop } = day
  traffic.setRate(0)
  await traffic.waitUntilEmpty()
  await site.setClock(settleMs)
  await stop.until('nothing waits', async () => (await readLeads(day, '&state=undelivered')).length === 0)
  await site.setClock(0)
}
