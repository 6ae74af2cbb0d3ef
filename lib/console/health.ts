import { env } from '@/lib/env'
import type { Check } from '@/lib/health/check-names'
import { recentChecks } from '@/lib/health/checks'
import {
  areLeadsOnlyStored,
  guessableSecrets,
  hasOwnBrand,
  isProxyEvaded,
  isYetToCome,
  missingDisclosures,
} from '@/lib/health/settings-checks'
import { countDeliveries, listDeliveries, newestLead, oldestUndelivered } from '@/lib/leads/list-store'
import { metrics } from '@/lib/metrics/metrics'
import { site } from '@/lib/site'

/** What is wrong with the installation, by name; `what` says which settings, operators or parts. */
export type Finding = {
  name: 'facts' | 'secrets' | 'reportsOpen' | 'proxy' | 'clock' | 'disclosures' | 'onlyStored'
  what: string[]
}

export type LimitHit = { limit: string; count: number }

const deliveriesShown = 10

/** How the site is. Rejects when the database is away. */
export async function loadHealth() {
  const checks: Check[] = await recentChecks()
  const [deliveries, queues, oldest, newest] = await Promise.all([
    listDeliveries(deliveriesShown),
    countDeliveries(),
    oldestUndelivered(),
    newestLead(),
  ])
  return { checks, deliveries, queues, oldest, limits: await limitsHit(), findings: findings(newest) }
}

/** What limits refused since this process started, the most often hit first. */
async function limitsHit(): Promise<LimitHit[]> {
  const { values } = await metrics.limitsHit.get()
  const hits = values.map(({ labels, value }) => ({ limit: String(labels.limit), count: value }))
  return hits.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

// Of the doctor's findings those that the process itself can tell: it asks no other server, and reads no file.
function findings(newest: Date | undefined): Finding[] {
  const secrets = guessableSecrets(env).map(({ setting, operator = '' }) => setting ?? operator)
  const all: [Finding['name'], boolean, string[]][] = [
    ['clock', isYetToCome(newest), []],
    ['onlyStored', areLeadsOnlyStored(env), ['SMTP_URL', 'LEADS_TO', 'LEADS_FROM', 'LEADS_WEBHOOK_URL']],
    ['secrets', secrets.length > 0, secrets],
    ['reportsOpen', env.ATTESTATIONS_OPEN, []],
    ['proxy', isProxyEvaded(env), ['HOST']],
    ['facts', !hasOwnBrand(env), ['BRAND']],
    ['disclosures', missingDisclosures(site.disclosures).length > 0, missingDisclosures(site.disclosures)],
  ]
  return all.filter(([, isFound]) => isFound).map(([name, , what]) => ({ name, what }))
}
