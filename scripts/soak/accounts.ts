import { decodeMail, readMail } from '../../tests/support/sinks'
import type { SentLead, SentReport } from './ledger'
import type { ListedDelivery, ListedLead, ListedReport } from './operators'

export type Delivered = { mails: string[]; posts: { headers: Record<string, unknown>; body: string }[] }

export type Accounts = {
  /** What does not balance, a sentence each. */
  problems: string[]
  /** What is still on its way, with the reason. */
  waiting: string[]
  stored: Map<SentLead, ListedLead>
  mailed: Set<string>
  posted: Set<string>
  /** Deliveries beyond the first of each lead. */
  repeated: number
}

type Sent = { leads: SentLead[]; reports: SentReport[] }
type Kept = { leads: ListedLead[]; reports: ListedReport[] }

/** Compares what was acknowledged with what the site has, and that with what arrived. */
export function settleAccounts(sent: Sent, kept: Kept, { mails, posts }: Delivered): Accounts {
  const arrived = readArrivals(mails, posts)
  const accounts: Accounts = {
    problems: [],
    waiting: [],
    stored: new Map(),
    mailed: new Set(arrived.mails.map(({ id }) => id)),
    posted: new Set(arrived.posts.map(({ id }) => id)),
    repeated: 0,
  }
  accounts.repeated = arrived.mails.length - accounts.mailed.size + arrived.posts.length - accounts.posted.size
  const byCode = groupBy(kept.leads, ({ message }) => codeIn(message) ?? '')
  for (const lead of sent.leads) checkLead(accounts, lead, byCode.get(lead.code) ?? [])
  const known = new Set(sent.leads.map(({ code }) => code))
  for (const { id, message } of kept.leads) {
    if (!known.has(codeIn(message) ?? '')) accounts.problems.push(`lead ${id} is stored and was never sent`)
  }
  for (const lead of kept.leads) checkDelivery(accounts, lead)
  const byId = new Map(kept.leads.map((lead) => [lead.id, lead]))
  for (const { id, text, channel } of [...arrived.mails, ...arrived.posts]) {
    const lead = byId.get(id)
    if (lead && !text.includes(codeIn(lead.message) ?? '?')) {
      accounts.problems.push(`the ${channel} of lead ${id} says something else than the lead`)
    }
  }
  checkReports(accounts, sent.reports, kept.reports)
  return accounts
}

// Map.groupBy came with Node 21.
function groupBy<T>(list: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function codeIn(message: string): string | undefined {
  return message
    .match(/reference ([a-j]+)|chat-([a-j]+)@/)
    ?.slice(1)
    .find(Boolean)
}

function checkLead(accounts: Accounts, lead: SentLead, rows: ListedLead[]) {
  const { problems, stored } = accounts
  const about = `${lead.way} lead ${lead.code} of hour ${lead.hour}`
  const [row] = rows
  if (row) stored.set(lead, row)
  if (rows.length > 1) problems.push(`${about} is stored ${rows.length} times`)
  if (lead.fate === 'acknowledged' && !row) problems.push(`${about} was acknowledged and is not stored`)
  if (lead.fate === 'refused' && row) problems.push(`${about} was refused and is stored`)
  if (!row) return
  if (lead.id && !row.id.startsWith(lead.id)) problems.push(`${about} was acknowledged as ${lead.id} and is ${row.id}`)
  if (lead.email && row.email !== lead.email) problems.push(`${about} left ${lead.email}, and ${row.email} is stored`)
  const isQuarantined = row.quarantine !== null
  if (isQuarantined !== (lead.way === 'spam')) problems.push(`${about} is ${isQuarantined ? '' : 'not '}quarantined`)
}

function checkDelivery({ problems, waiting, mailed, posted }: Accounts, lead: ListedLead) {
  for (const [channel, delivery, arrived] of [
    ['mail', lead.mail, mailed.has(lead.id)],
    ['webhook', lead.webhook, posted.has(lead.id)],
  ] as const) {
    const problem = judgeDelivery(lead, delivery, arrived)
    if (problem) problems.push(`lead ${lead.id}, ${channel}: ${problem}`)
    else if (!(arrived || lead.quarantine)) waiting.push(`lead ${lead.id}, ${channel}: ${delivery.last_error}`)
  }
}

function judgeDelivery({ quarantine }: ListedLead, delivery: ListedDelivery, arrived: boolean): string | undefined {
  if (quarantine) return arrived ? 'quarantined, and it was delivered' : undefined
  if (delivery.delivered_at && !arrived) return 'said to be delivered, and it never arrived'
  if (!(delivery.delivered_at || delivery.last_error)) return 'not delivered, and no reason is given'
  return undefined
}

// The first mail of a lead, not one about what was added to a conversation later.
const ofLead = /^<lead-([0-9a-f-]{36})@/

function readArrivals(mails: string[], posts: Delivered['posts']) {
  return {
    mails: mails.flatMap((mail) => {
      const id = readMail(mail).headers.get('message-id')?.match(ofLead)?.[1]
      return id ? [{ id, text: decodeMail(mail), channel: 'mail' }] : []
    }),
    posts: posts.flatMap(({ headers, body }) => {
      const id = String(headers['webhook-id'])
      return /^[0-9a-f-]{36}$/.test(id) ? [{ id, text: body, channel: 'webhook' }] : []
    }),
  }
}

function checkReports({ problems }: Accounts, sent: SentReport[], listed: ListedReport[]) {
  const byTitle = groupBy(listed, ({ title }) => title)
  for (const { title, id, allowed } of sent) {
    const found = byTitle.get(title) ?? []
    if (found.length > 1) problems.push(`${title} is listed ${found.length} times`)
    if (id && !found.some((report) => report.id === id)) problems.push(`${title} was acknowledged and is not listed`)
    else if (!allowed.includes(found[0]?.status)) {
      problems.push(`${title} is ${found[0]?.status ?? 'not listed'}, and should be ${allowed.join(' or ')}`)
    }
  }
}
