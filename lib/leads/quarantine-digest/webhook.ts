import { postEvent } from '@/lib/leads/delivery/webhook'
import { makeDigest } from './digest'
import type { DueDigest } from './store'

/** Posts a digest to LEADS_WEBHOOK_URL under its id. Rejects when the receiver did not take it. */
export async function postDigest(due: DueDigest, signal?: AbortSignal) {
  const digest = await makeDigest(due)
  if (!digest) return
  const leads = digest.leads.map(({ receivedAt, reasons, score, ...lead }) => ({
    ...lead,
    received_at: receivedAt,
    quarantine: reasons,
    spam_score: score,
  }))
  const data = { id: due.id, count: digest.count, by_reason: digest.byReason, quarantined: digest.total, leads }
  await postEvent(due.id, { type: 'leads.quarantined', timestamp: due.coversUntil, data }, signal)
}
