import { headers } from 'next/headers'
import { missingTopics } from '@/lib/brand/disclosures'
import { countUnansweredQuestions } from '@/lib/chatbot/conversation-store'
import { dayMs, minuteMs } from '@/lib/durations'
import { env } from '@/lib/env'
import { readChecks } from '@/lib/health/checks'
import {
  guessableSecrets,
  isInFuture,
  settingsChecks,
} from '@/lib/health/settings-checks'
import {
  countDeliveries,
  countLeads,
  countWaiting,
  newestLead,
  oldestUndelivered,
} from '@/lib/leads/count-store'
import { metrics } from '@/lib/metrics/metrics'
import { consolePaths } from '@/lib/operator/console-paths'
import { listPasskeys } from '@/lib/operator/passkey-store'
import { hasRole } from '@/lib/operator/roles'
import { sessionsOf } from '@/lib/operator/session'
import { proxyMismatch } from '@/lib/process-state'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import { stageView } from './leads/list-query'
import { listDrafts } from './reports/draft-store'

// The lists that the page links to, and whose leads it counts.
const lists = {
  new: stageView('new'),
  reminders: { reminder: 'due' },
  quarantined: { state: 'quarantined' },
  undelivered: { state: 'undelivered' },
  abandoned: { state: 'abandoned' },
} as const

export async function loadOverview(operator: string) {
  const [sales, reports] = await Promise.all([
    hasRole(operator, 'sales') ? countSales() : [],
    hasRole(operator, 'compliance') ? countWaitingReports() : [],
  ])
  return {
    counts: [...sales, ...reports],
    sessions: await sessionsOf(operator, await headers()),
    passkeys: await listPasskeys(operator),
  }
}

async function countSales() {
  const { leads: path } = consolePaths
  const counted = {
    new: await countLeads(lists.new),
    reminders: await countLeads(lists.reminders),
    ...(await countWaiting()),
  }
  const leads = keysOf(lists).map((name) => {
    return { name, path, query: lists[name], count: counted[name] }
  })
  const unanswered = {
    name: 'unanswered',
    path: consolePaths.questions,
    query: {},
    count: await countUnansweredQuestions(),
  } as const
  return [...leads, unanswered]
}

async function countWaitingReports() {
  const drafts = await listDrafts()
  const count = drafts.filter(({ submittedBy }) => submittedBy !== null).length
  const { reports: path } = consolePaths
  return [{ name: 'waitingReports', path, query: {}, count }] as const
}

const minQuarantined = 5
const salesSettings = [
  'SMTP_URL',
  'LEADS_TO',
  'LEADS_FROM',
  'LEADS_WEBHOOK_URL',
]

export async function loadHealth() {
  const [checks, queues, oldest, newest, quarantine] = await Promise.all([
    readChecks(),
    countDeliveries(),
    oldestUndelivered(),
    newestLead(),
    quarantineShare(),
  ])
  return {
    checks,
    queues,
    oldest,
    limits: await limitsHit(),
    findings: findings(newest, quarantine),
  }
}

async function quarantineShare(): Promise<string | undefined> {
  const since = new Date(Date.now() - dayMs)
  const [all, quarantined] = await Promise.all([
    countLeads({ since }),
    countLeads({ since, state: 'quarantined' }),
  ])
  return quarantined >= minQuarantined && quarantined * 2 > all
    ? `${quarantined} / ${all}`
    : undefined
}

async function limitsHit() {
  const { values } = await metrics.limitsHit.get()
  const hits = values.map(({ labels, value }) => ({
    limit: String(labels.limit),
    count: value,
  }))
  return hits.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

const mismatchShownMs = 10 * minuteMs

/**
 * Finds problems with the installation. `what` names the settings, operators or
 * topics concerned.
 */
function findings(newest: Date | undefined, quarantine: string | undefined) {
  const secrets = guessableSecrets(env).map(
    ({ setting, operator = '' }) => setting ?? operator,
  )
  const missing = missingTopics(site.disclosures, site.metals)
  const isMismatched = performance.now() - proxyMismatch.at < mismatchShownMs
  const all = {
    clock: isInFuture(newest) && [],
    quarantine: quarantine !== undefined && [quarantine],
    deliveriesOff: settingsChecks.deliveriesOff(env) && ['DELIVERIES'],
    onlyStored: settingsChecks.onlyStored(env) && salesSettings,
    secrets: secrets.length > 0 && secrets,
    reportsOpen: settingsChecks.reportsOpen(env) && [],
    proxyBypassed: settingsChecks.proxyBypassed(env) && ['HOST'],
    proxyUntrusted: (isMismatched || settingsChecks.proxyUntrusted(env)) && [
      'TRUSTED_PROXY_HOPS',
    ],
    fictional: settingsChecks.fictional(env) && ['BRAND'],
    disclosures: missing.length > 0 && missing,
  } satisfies Record<string, false | readonly string[]>
  return keysOf(all).flatMap((name) =>
    all[name] ? [{ name, what: all[name] }] : [],
  )
}
