import type { Gauge } from 'prom-client'
import { countDeliveries } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { recentChecks } from './checks'
import { recentLeadCounts } from './readiness'
import { shareResult } from './share-result'

/** All metrics in the text format of Prometheus. Counts of leads are missing while the database is away. */
export async function metricsText(): Promise<string> {
  await updateGauges()
  return metrics.registry.metrics()
}

export const metricsType = metrics.registry.contentType

// A scrape costs the database no more than one every 5 seconds.
const updateGauges = shareResult(async () => {
  for (const { name, ok, value } of await recentChecks()) {
    metrics.checks.set({ check: name }, ok ? 1 : 0)
    if (name === 'disk_space') setOrRemove(metrics.diskFree, value)
    if (name === 'oldest_undelivered_lead') setOrRemove(metrics.oldestUndelivered, value)
  }
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
