import { referenceOf } from '@/lib/leads/reference'
import { type ListedLead, readNews } from './news-store'
import type { DueDigest } from './store'

const limits = { leads: 20, questions: 10 }

type NamedLead = { id: string; reference: string; receivedAt: Date; company: string; name: string }

/** What sales are told of the time since the last digest; of leads and questions the first ones. */
export type Digest = {
  since: Date
  until: Date
  /** How many leads were received and not quarantined. */
  received: number
  quarantined: {
    count: number
    byReason: Record<string, number>
    /** All leads in quarantine, whenever they were received. */
    total: number
    leads: (NamedLead & { reasons: string[]; score: number })[]
  }
  /** Leads that have waited for an hour or more, or were given up. */
  undelivered: { count: number; leads: NamedLead[] }
  unanswered: { count: number; questions: { text: string; language: string; count: number }[] }
}

/** A digest as it is now, or undefined where nothing is left to tell. */
export async function makeDigest(due: DueDigest): Promise<Digest | undefined> {
  const { since, received, quarantined, undelivered, unanswered } = await readNews(due, limits)
  const count = quarantined.groups.reduce((sum, group) => sum + group.count, 0)
  if (received + count + undelivered.count + unanswered.count === 0) return undefined
  const byReason: Record<string, number> = {}
  for (const group of quarantined.groups) {
    for (const reason of group.reasons) byReason[reason] = (byReason[reason] ?? 0) + group.count
  }
  const leads = quarantined.leads.map((lead) => {
    return { ...nameLead(lead), reasons: lead.quarantine?.split(',') ?? [], score: lead.spamScore }
  })
  return {
    since,
    until: due.coversUntil,
    received,
    quarantined: { count, byReason, total: quarantined.total, leads },
    undelivered: { count: undelivered.count, leads: undelivered.leads.map(nameLead) },
    unanswered,
  }
}

function nameLead({ id, receivedAt, company, source, name, email, phone }: ListedLead): NamedLead {
  return {
    id,
    reference: referenceOf(id),
    receivedAt,
    // A conversation knows its visitor by what was said in it at most.
    company: company || source,
    name: name || [email, phone].filter(Boolean).join(' '),
  }
}
