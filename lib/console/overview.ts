import { headers } from 'next/headers'
import { missingTopics } from '@/lib/brand/disclosures'
import { countUnansweredQuestions } from '@/lib/chatbot/store'
import { env } from '@/lib/env'
import { recentChecks } from '@/lib/health/checks'
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
  newestLead,
  oldestUndelivered,
  pageOfLeads,
} from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { metrics } from '@/lib/metrics/metrics'
import { sessionsOf } from '@/lib/operator/session'
import { site } from '@/lib/site'

export type Overview = Awaited<ReturnType<typeof loadOverview>>

export async function loadOverview(operator: string) {
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

const deliveriesShown = 10
const dayMs = 24 * 60 * 60 * 1000
const minQuarantined = 5
const salesSettings = ['SMTP_URL', 'LEADS_TO', 'LEADS_FROM', 'LEADS_WEBHOOK_URL']

export async function loadHealth() {
  const [checks, { leads: deliveries }, queues, oldest, newest, quarantine] = await Promise.all([
    recentChecks(),
    pageOfLeads(leadQuerySchema.parse({ state: 'accepted', limit: deliveriesShown }), 'forward'),
    countDeliveries(),
    oldestUndelivered(),
    newestLead(),
    quarantineShare(),
  ])
  return { checks, deliveries, queues, oldest, limits: await limitsHit(), findings: findings(newest, quarantine) }
}

async function quarantineShare(): Promise<string | undefined> {
  const since = new Date(Date.now() - dayMs)
  const [all, quarantined] = await Promise.all([countLeads({ since }), countLeads({ since, state: 'quarantined' })])
  return quarantined >= minQuarantined && quarantined * 2 > all ? `${quarantined} / ${all}` : undefined
}

async function limitsHit() {
  const { values } = await metrics.limitsHit.get()
  const hits = values.map(({ labels, value }) => ({ limit: String(labels.limit), count: value }))
  return hits.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

/** What is wrong with the installation, by name; `what` are the settings, operators or parts concerned. */
function findings(newest: Date | undefined, quarantine: string | undefined) {
  const secrets = guessableSecrets(env).map(({ setting, operator = '' }) => setting ?? operator)
  const missing = missingTopics(site.disclosures)
  const all = [
    { name: 'clock', isFound: isYetToCome(newest), what: [] },
    { name: 'quarantine', isFound: quarantine !== undefined, what: [quarantine ?? ''] },
    { name: 'onlyStored', isFound: areLeadsOnlyStored(env), what: salesSettings },
    { name: 'secrets', isFound: secrets.length > 0, what: secrets },
    { name: 'reportsOpen', isFound: env.ATTESTATIONS_OPEN, what: [] },
    { name: 'proxy', isFound: isProxyEvaded(env), what: ['HOST'] },
    { name: 'facts', isFound: !hasOwnBrand(env), what: ['BRAND'] },
    { name: 'disclosures', isFound: missing.length > 0, what: missing },
  ] as const
  return all.filter(({ isFound }) => isFound).map(({ name, what }) => ({ name, what: what as readonly string[] }))
}
