// Notifies a webhook, and the owners of leads, of changes.
import { referenceOf } from '@/lib/leads/contact-fields'
import { describeAssigned } from '@/lib/leads/digest-text'
import { findLead } from '@/lib/leads/list-store'
import {
  addressOfOwner,
  assignmentOf,
  type LeadNotice,
  noticesOn,
} from '@/lib/leads/notices-store'
import type { Queue } from '@/lib/outbox/queue'
import { isolateDirection } from '@/lib/shown-text'
import { site } from '@/lib/site'
import { isConfigured } from './configured-channels'
import { mailDigest } from './digest-mail'
import { describeLead, leadPlainText } from './lead-text'
import { htmlMail } from './mail-html'
import { messageId, sendOverSmtp } from './smtp'
import { postEvent } from './webhook'

export const noticeQueues: Queue<LeadNotice>[] = [
  {
    ...noticesOn('webhook'),
    name: 'notices webhook',
    isConfigured: () => isConfigured('webhook'),
    deliver: postNotice,
  },
  {
    ...noticesOn('owner'),
    name: 'notices owner',
    isConfigured: () => isConfigured('mail'),
    deliver: (notice, signal) =>
      notice.kind === 'assigned_many'
        ? mailOwnerOfMany(notice, signal)
        : mailOwner(notice, signal),
  },
]

function postNotice(notice: LeadNotice, signal: AbortSignal): Promise<void> {
  const { id, leadId, kind, at, operator, detail, former: previous } = notice
  const changed = { id: leadId, reference: referenceOf(leadId), operator }
  const values: Record<string, object> = {
    assigned: { owner: detail, previous },
    stage_changed: { stage: detail, previous },
  }
  const data = { ...changed, ...values[kind] }
  return postEvent(id, { type: `lead.${kind}`, timestamp: at, data }, signal)
}

/** Sends nothing if the lead was erased or assigned again in the meantime. */
async function mailOwner(notice: LeadNotice, signal: AbortSignal) {
  const lead = await findLead(notice.leadId)
  const address = addressOfOwner(notice.detail ?? '')
  if (!(lead && address) || lead.owner !== notice.detail) return
  const described = await describeLead({
    ...lead,
    wasDelivered: false,
    releasedAt: null,
  })
  const { t, sender, reference, consoleAddress } = described
  const assigned = t('OwnerMail.assigned', { operator: notice.operator ?? '' })
  const name = isolateDirection(lead.company) || sender
  await sendOverSmtp({
    to: address,
    subject: t('OwnerMail.assignedSubject', {
      name,
      reference,
    }),
    messageId: messageId('assigned', notice.id),
    text: [assigned, leadPlainText(described)].join('\n\n'),
    html: htmlMail(described, {
      above: `${site.brand} · ${assigned}`,
      heading: name,
      buttons: [{ label: t('OwnerMail.open'), href: consoleAddress }],
      notice: '',
    }),
    signal,
  })
}

async function mailOwnerOfMany(notice: LeadNotice, signal: AbortSignal) {
  const { owner, count } = assignmentOf(notice)
  const address = addressOfOwner(owner)
  if (!address) return
  const assigned = { count, operator: notice.operator ?? '' }
  await mailDigest(await describeAssigned(owner, assigned), {
    to: address,
    messageId: messageId('assigned', notice.id),
    signal,
  })
}
