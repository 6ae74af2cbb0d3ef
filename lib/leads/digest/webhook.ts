import { postEvent } from '@/lib/leads/delivery/webhook'
import { type Digest, makeDigest } from './digest'
import type { DueDigest } from './store'

/** Posts a digest to LEADS_WEBHOOK_URL under its id. Rejects when the receiver did not take it. */
export async function postDigest(due: DueDigest, signal?: AbortSignal) {
  const digest = await makeDigest(due)
  if (!digest) return
  const data = dataOf(due.id, digest)
  await postEvent(due.id, { type: 'digest', timestamp: due.coversUntil, data }, signal)
}

function dataOf(id: string, { since, until, received, quarantined, undelivered, unanswered }: Digest) {
  const named = ({ receivedAt, ...lead }: Digest['undelivered']['leads'][number]) => {
    return { ...lead, received_at: receivedAt }
  }
  const { count, byReason, total, leads } = quarantined
  return {
    id,
    since,
    until,
    received,
    quarantined: {
      count,
      by_reason: byReason,
      total,
      leads: leads.map(({ reasons, score, ...lead }) => ({ ...named(lead), quarantine: reasons, spam_score: score })),
    },
    undelivered: { count: undelivered.count, leads: undelivered.leads.map(named) },
    unanswered,
  }
}
