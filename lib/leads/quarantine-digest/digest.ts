import { referenceOf } from '@/lib/leads/reference'
import { type DueDigest, readDigest } from './store'

const maxListed = 20

type ListedLead = {
  id: string
  reference: string
  receivedAt: Date
  company: string
  name: string
  reasons: string[]
  score: number
}

/** What sales are told: leads quarantined since the last digest, by reason and the first of them, and those in all. */
export type Digest = { count: number; byReason: Record<string, number>; total: number; leads: ListedLead[] }

/** A digest as it is now, or undefined when all of its leads have been released or erased since. */
export async function makeDigest(due: DueDigest): Promise<Digest | undefined> {
  const { groups, leads, total } = await readDigest(due, maxListed)
  if (leads.length === 0) return undefined
  const byReason: Record<string, number> = {}
  for (const { reasons, count } of groups) {
    for (const reason of reasons) byReason[reason] = (byReason[reason] ?? 0) + count
  }
  return {
    count: groups.reduce((sum, group) => sum + group.count, 0),
    byReason,
    total,
    leads: leads.map(({ id, receivedAt, source, company, name, email, phone, quarantine, spamScore }) => ({
      id,
      receivedAt,
      // A conversation knows its visitor by what was said in it at most.
      company: company || source,
      name: name || [email, phone].filter(Boolean).join(' '),
      reference: referenceOf(id),
      reasons: quarantine?.split(',') ?? [],
      score: spamScore,
    })),
  }
}
