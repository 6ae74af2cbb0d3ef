import type { Allows } from './ledger'
import type { Traffic } from './traffic'
import type { World } from './world'

export type Day = World & { traffic: Traffic }

export type Incident = {
  name: string
  /** At which hour of the day it happens. */
  hour: number
  /** The answers, besides the right ones, that visitors may get from its begin until leads are taken again. */
  allows: Allows
  /** Begins it, sees that it has its effect, and ends it. */
  run: (day: Day) => Promise<void>
  /** Why it cannot happen here. */
  cannot?: (day: Day) => string | undefined
}

export const nothing: Allows = () => false

/** Leads, reports and the end of a conversation need the database; pages, files and the assistant's answers do not. */
export const databaseAway: Allows = (kind, outcome) =>
  (outcome === 503 && ['lead', 'end', 'reports', 'upload', 'list'].includes(kind)) ||
  (kind === 'form' && outcome === 200)

/** The port refuses, or a connection breaks. */
export const processGone: Allows = (kind, outcome) => typeof outcome === 'string' || databaseAway(kind, outcome)

/** Waits until the site takes leads, as a visitor sees it. */
export async function untilLeadsAreTaken({ ledger, stop }: World) {
  const since = ledger.leads.length
  const isTaken = () => ledger.leads.slice(since).some(({ fate }) => fate === 'acknowledged')
  await stop.until('a lead is acknowledged', isTaken)
}

/** Waits until a lead that is sent from now on has arrived at a receiver, as told by its list of ids. */
export async function untilDelivered(world: World, what: string, arrivals: () => number) {
  const before = arrivals()
  await untilLeadsAreTaken(world)
  await world.stop.until(`${what} gets a lead`, () => arrivals() > before)
}
