import { isConfigured } from '@/lib/leads/delivery/channels'
import type { Queue } from '@/lib/outbox/item'
import { mailDigest } from './mail'
import { postDigestToSlack } from './slack'
import { type DigestChannel, type DueDigest, digestChannels, findDueDigests, leaseDigest, recordDigest } from './store'
import { postDigest } from './webhook'

const deliver = { mail: mailDigest, webhook: postDigest, slack: postDigestToSlack }

export const digestQueues = digestChannels.map(digestQueue)

function digestQueue(channel: DigestChannel): Queue<DueDigest> {
  return {
    name: `digest ${channel}`,
    isConfigured: () => isConfigured(channel),
    findDue: (now, limit) => findDueDigests(channel, now, limit),
    lease: (digest, until) => leaseDigest(channel, digest, until),
    deliver: deliver[channel],
    record: (digest, leasedUntil, attempt) => recordDigest(channel, digest, leasedUntil, attempt),
  }
}
