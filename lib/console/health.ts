import { env } from '@/lib/env'
import { recentChecks } from '@/lib/health/checks'
import type { Check } from '@/lib/health/response-schema'
import {
  areLeadsOnlyStored,
  guessableSecrets,
  hasOwnBrand,
  isProxyEvaded,
  isYetToCome,
  missingDisclosures,
} from '@/lib/health/settings-checks'
import { countDeliveries, countLeads, listDeliveries, newestLead, oldestUndelivered } from '@/lib/leads/list-store'
import { metrics } from '@/lib/metrics/metrics'
import { site } from '@/lib/site'

/** What is wrong with the installation, by name; `what` says which settings, operators or parts. */
export type Finding = {
  name: 'facts' | 'secrets' | 'reportsOpen' | 'proxy' | 'clock' | 'disclosures' | 'onlyStored' | 'quarantine'
  what: string[]
}

export type LimitHit = { limit: string; count: number }

const deliveriesShown = 10
const dayMs = 24 * 60 * 60 * 1000
const minQuarantined = 5

/** How the site is. Rejects when the database is away. */
export async function loadHealth() {
  const checks: Check[] = await recentChecks()
  const [deliveries, queues, oldest, newest, quarantine] = await Promise.all([
    listDeliveries(deliveriesShown),
    countDeliveries(),
    oldestUndelivered(),
    newestLead(),
    quarantineShare(),
  ])
  return { checks, deliveries, queues, oldest, limits: await limitsHit(), findings: findings(newest, quarantine) }
}

/** How many of the leads of the last 24 hours are in quarantine; undefined unless they are several, and most. */
async function quarantineShare(): Promise<string | undefined> {
  const since = new Date(Date.now() - dayMs)
  const [all, quarantined] = await Promise.all([countLeads({ since }), countLeads({ since, state: 'quarantined' })])
  return quarantined >= minQuarantined && quarantined * 2 > all ? `${quarantined} / ${all}` : undefined
}

/** What limits refused since this process started, the most often hit first. */
async function limitsHit(): Promise<LimitHit[]> {
  const { values } = await metrics.limitsHit.get()
  const hits = values.map(({ labels, value }) => ({ limit: String(labels.limit), count: value }))
  return hits.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

// Of the doctor's findings those that the process itself can tell: it asks no other server, and reads no file.
function findings(newest: Date | undefined, quarantine: string | undefined): Finding[] {
  const secrets = guessableSecrets(env).map(({ setting, operator = '' }) => setting ?? operator)
  const all: [Finding['name'], boolean, string[]][] = [
    ['clock', isYetToCome(newest), []],
    ['quarantine', quarantine !== undefined, [quarantine ?? '']],
    ['onlyStored', areLeadsOnlyStored(env), ['SMTP_URL', 'LEADS_TO', 'LEADS_FROM', 'LEADS_WEBHOOK_URL']],
    ['secrets', secrets.length > 0, secrets],
    ['reportsOpen', env.ATTESTATIONS_OPEN, []],
    ['proxy', isProxyEvaded(env), ['HOST']],
    ['facts', !hasOwnBrand(env), ['BRAND']],
    ['disclosures', missingDisclosures(site.disclosures).length > 0, missingDisclosures(site.disclosures)],
  ]
  return all.filter(([, isFound]) => isFound).map(([name, , what]) => ({ name, what }))
}
