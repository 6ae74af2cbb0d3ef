import { headers } from 'next/headers'
import { missingTopics } from '@/lib/brand/disclosures'
import { countUnansweredQuestions } from '@/lib/chatbot/review-store'
import { env } from '@/lib/env'
import { recentChecks } from '@/lib/health/checks'
import type { Check } from '@/lib/health/response-schema'
import {
  areLeadsOnlyStored,
  guessableSecrets,
  hasOwnBrand,
  isProxyEvaded,
  isYetToCome,
} from '@/lib/health/settings-checks'
import {
  countDeliveries,
  countLeads,
  countWaiting,
  listDeliveries,
  newestLead,
  oldestUndelivered,
} from '@/lib/leads/list-store'
import { metrics } from '@/lib/metrics/metrics'
import { type ListedSession, sessionsOf } from '@/lib/operator/session'
import { site } from '@/lib/site'

export type Overview = {
  counts: Record<'new' | 'reminders' | 'quarantined' | 'undelivered' | 'abandoned' | 'unanswered', number>
  sessions: ListedSession[]
}

/** What waits for operators, and the sessions of this one. Rejects when the database is away. */
export async function loadOverview(operator: string): Promise<Overview> {
  // By the filters of the lists that the page links to.
  const [fresh, reminders, states, unanswered] = await Promise.all([
    countLeads({ status: 'new', state: 'accepted' }),
    countLeads({ reminder: 'due' }),
    countWaiting(),
    countUnansweredQuestions(),
  ])
  return {
    counts: { new: fresh, reminders, ...states, unanswered },
    sessions: await sessionsOf(operator, await headers()),
  }
}

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
    ['disclosures', missingTopics(site.disclosures).length > 0, missingTopics(site.disclosures)],
  ]
  return all.filter(([, isFound]) => isFound).map(([name, , what]) => ({ name, what }))
}
