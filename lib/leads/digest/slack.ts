import { postToSlack } from '@/lib/leads/delivery/slack'
import { makeDigest } from './digest'
import type { DueDigest } from './store'
import { describeDigest } from './text'

/** Posts a digest to LEADS_SLACK_URL, in the words of the mail. Rejects when it was not taken. */
export async function postDigestToSlack(due: DueDigest, signal?: AbortSignal) {
  const digest = await makeDigest(due)
  if (!digest) return
  const { subject, paragraphs } = await describeDigest(digest)
  await postToSlack([subject, ...paragraphs], signal)
}
