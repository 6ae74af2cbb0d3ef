import { register } from 'prom-client'
import { metals } from '@/lib/attestations/archive'
import { cacheResult } from '@/lib/cache-result'
import { loadReserves } from '@/lib/chain/reserves'
import { describeError } from '@/lib/database/errors'
import { countDeliveries, countWaiting } from '@/lib/leads/count-store'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { freshMs, readChecks } from './checks'

/**
 * Writes all metrics in the Prometheus text format. Leaves out lead counts
 * while the database is unavailable.
 */
export async function metricsText(): Promise<string> {
  await updateGauges()
  return register.metrics()
}

export const metricsType = register.contentType

const updateGauges = cacheResult(freshMs, async () => {
  // Removes old counts, because they would be mistaken for current ones if the
  // new ones cannot be read.
  for (const gauge of [
    metrics.diskFree,
    metrics.chainReadingAge,
    metrics.oldestUndelivered,
    metrics.leads,
  ])
    gauge.remove()
  for (const gauge of [
    metrics.leadsByState,
    metrics.deliveries,
    metrics.tokens,
    metrics.tokensAboveAttested,
  ])
    gauge.reset()
  for (const { name, ok, value } of await readChecks()) {
    metrics.checks.set({ check: name }, ok ? 1 : 0)
    if (name === 'disk_space' && value !== undefined)
      metrics.diskFree.set(value)
    if (name === 'oldest_undelivered_lead' && value !== undefined)
      metrics.oldestUndelivered.set(value)
  }
  await updateSupply()
  await updateLeads().catch((error: Error) => {
    log.warn(describeError(error), 'could not count leads for the metrics')
  })
})

/**
 * Asks for a reading as a visitor does, so that alerts work without visitors.
 */
async function updateSupply() {
  const reserves = await loadReserves()
  if (!reserves) return
  metrics.chainReadingAge.set(reserves.age_seconds ?? process.uptime())
  for (const metal of metals) {
    const { tokens, tokens_above_attested: excess } = reserves[metal] ?? {}
    if (tokens) metrics.tokens.set({ metal }, Number(tokens))
    if (excess) metrics.tokensAboveAttested.set({ metal }, Number(excess))
  }
}

async function updateLeads() {
  const [byState, { leads, waiting, abandoned }] = await Promise.all([
    countWaiting(),
    countDeliveries(),
  ])
  for (const [state, count] of Object.entries(byState))
    metrics.leadsByState.set({ state }, count)
  metrics.leads.set(leads)
  for (const [state, counts] of Object.entries({ waiting, abandoned })) {
    for (const [channel, count] of Object.entries(counts))
      metrics.deliveries.set({ channel, state }, count)
  }
}
