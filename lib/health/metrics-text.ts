import { type Gauge, register } from 'prom-client'
import { countDeliveries } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { recentChecks, recentLeadCounts, shareResult } from './checks'
import type { Check } from './response-schema'

/** All metrics in the text format of Prometheus. Counts of leads are missing while the database is away. */
export async function metricsText(): Promise<string> {
  await updateGauges()
  return register.metrics()
}

export const metricsType = register.contentType

// A scrape costs the database no more than one every 5 seconds.
const updateGauges = shareResult(async () => {
  const checks = await recentChecks()
  for (const { name, ok } of checks) metrics.checks.set({ check: name }, ok ? 1 : 0)
  const measured = (wanted: Check['name']) => checks.find(({ name }) => name === wanted)?.value
  setOrRemove(metrics.diskFree, measured('disk_space'))
  setOrRemove(metrics.oldestUndelivered, measured('oldest_undelivered_lead'))
  try {
    await updateLeads()
  } catch (error) {
    // Counts of another moment would be taken for those of now.
    metrics.leads.remove()
    metrics.leadsByState.reset()
    metrics.deliveries.reset()
    log.warn({ error: (error as Error).name }, 'leads could not be counted for the metrics')
  }
})

function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}

async function updateLeads(): Promise<void> {
  for (const [state, count] of Object.entries(await recentLeadCounts())) metrics.leadsByState.set({ state }, count)
  const { leads, waiting, abandoned } = await countDeliveries()
  metrics.leads.set(leads)
  for (const [state, counts] of Object.entries({ waiting, abandoned })) {
    for (const [channel, count] of Object.entries(counts)) metrics.deliveries.set({ channel, state }, count)
  }
}
