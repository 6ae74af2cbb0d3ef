// Sends a test message to each receiver of leads, for `npm run doctor`.
import { randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import { emptyFields } from '@/lib/leads/contact-fields'
import { loadSalesTexts } from '@/lib/leads/sales-texts'
import { errorCode } from '@/lib/outbox/failure'
import { site } from '@/lib/site'
import type { SalesChannel } from './channels'
import { configuredSalesChannels } from './configured-channels'
import type { LeadToSend } from './delivery-store'
import { sendToHubspot } from './hubspot'
import { sendToSalesforce } from './salesforce'
import { sendOverSmtp } from './smtp'
import { postToTeamChat } from './team-chat'
import { postEvent } from './webhook'

type Words = { subject: string; body: string }

export async function sendTest(): Promise<
  { channel: SalesChannel; error?: string }[]
> {
  const { TestMail: words } = (await loadSalesTexts()).messages
  return Promise.all(
    configuredSalesChannels().map(async (channel) => ({
      channel,
      error: await tests[channel](words).then(() => undefined, errorCode),
    })),
  )
}

const maxMailMs = 30_000

const tests: Record<SalesChannel, (words: Words) => Promise<void>> = {
  mail: ({ subject, body }) =>
    sendOverSmtp({
      subject,
      text: body,
      signal: AbortSignal.timeout(maxMailMs),
    }),
  webhook: () => sendTestEvent(),
  slack: ({ subject, body }) =>
    postToTeamChat({ title: subject, text: body, rows: [] }),
  // Sends a test lead, because these receivers accept nothing else. It can be
  // deleted there afterwards.
  hubspot: (words) => sendToHubspot(testLead(words)),
  salesforce: (words) => sendToSalesforce(testLead(words)),
}

export async function sendTestEvent() {
  const timestamp = new Date()
  await postEvent(`test-${timestamp.getTime()}`, {
    type: 'test',
    timestamp,
    data: {},
  })
}

function testLead({ subject, body }: Words): LeadToSend {
  return {
    ...emptyFields,
    id: randomUUID(),
    source: 'form',
    receivedAt: new Date(),
    updatedAt: null,
    name: subject,
    company: site.brand,
    email: site.email,
    message: body,
    language: env.LEADS_LANGUAGE,
    status: 'new',
    stage: 'contacted',
    owner: null,
    note: '',
    notes: [],
    remindOn: null,
    context: null,
    wasDelivered: false,
    releasedAt: null,
  }
}
