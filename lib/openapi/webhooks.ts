import {
  digestEventSchema,
  digestSchema,
  leadReceivedSchema,
  leadUpdatedSchema,
  quarantinedLeadSchema,
  sentLeadSchema,
  unansweredQuestionSchema,
  undeliveredLeadSchema,
} from '@/lib/leads/delivery/event-schema'
import type { NamedSchemas } from './components'
import { leadList, receipt } from './examples'

export const webhookSchemas = {
  requests: {},
  answers: {
    SentLead: sentLeadSchema,
    LeadReceived: leadReceivedSchema,
    LeadUpdated: leadUpdatedSchema,
    QuarantinedLead: quarantinedLeadSchema,
    UndeliveredLead: undeliveredLeadSchema,
    UnansweredQuestion: unansweredQuestionSchema,
    Digest: digestSchema,
    DigestEvent: digestEventSchema,
  },
} satisfies NamedSchemas

const {
  quarantine: _,
  spam_score: __,
  mail: ___,
  webhook: ____,
  hubspot,
  salesforce,
  slack,
  ...sent
} = leadList.leads[0]

const { id, reference, name, company, received_at } = sent
const named = { id, reference, received_at, company, name }

// Standard Webhooks (https://www.standardwebhooks.com/).
const headers = {
  'webhook-id': 'The same whenever the same event is sent again: whoever has it already ignores it.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256, in base64, of id, timestamp and body with a dot between each, by LEADS_WEBHOOK_SECRET.',
}

const parameters = Object.entries(headers).map(([name, description]) => {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
})

/** What the site posts to LEADS_WEBHOOK_URL, as `webhooks` of OpenAPI 3.1. */
export const webhooks = {
  'lead.received': event('LeadReceived', {
    operationId: 'receiveLead',
    summary: 'A lead was received',
    description:
      'Sent at once for a message of the form, and a little later for a conversation. Not for quarantined ones.',
    example: { type: 'lead.received', version: 1, timestamp: receipt.received_at, data: sent },
  }),
  'lead.updated': event('LeadUpdated', {
    operationId: 'receiveLeadUpdate',
    summary: 'The visitor has added to a lead',
    description: 'The whole lead again, of a conversation that went on after lead.received.',
    example: {
      type: 'lead.updated',
      version: 1,
      timestamp: '2026-03-02T14:12:40.000Z',
      data: { ...sent, source: 'chat', name: '', company: '', updated_at: '2026-03-02T14:12:40.000Z' },
    },
  }),
  digest: event('DigestEvent', {
    operationId: 'receiveDigest',
    summary: 'What came and what waits',
    description: 'At most once a day, an hour after there is something to tell. LEADS_DIGEST=false sends none.',
    example: {
      type: 'digest',
      version: 1,
      timestamp: '2026-03-03T08:00:00.000Z',
      data: {
        id: '0b7e9d52-6c1f-4a83-8f0d-91a4c2e6b733',
        since: '2026-03-02T08:00:00.000Z',
        until: '2026-03-03T08:00:00.000Z',
        received: 4,
        quarantined: {
          count: 1,
          by_reason: { many_links: 1, hasty: 1 },
          total: 12,
          leads: [{ ...named, quarantine: ['many_links', 'hasty'], spam_score: 80 }],
        },
        undelivered: { count: 1, leads: [named] },
        unanswered: { count: 1, questions: [{ text: 'Do you sell platinum?', language: 'en', count: 3 }] },
      },
    },
  }),
}

function event(schema: keyof typeof webhookSchemas.answers, { example, ...texts }: { example: object } & Texts) {
  return {
    post: {
      ...texts,
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
      },
      responses: {
        '2XX': { description: 'Taken. Any other answer has the event sent again, for 7 days.' },
        '429': { description: 'Later, please: `Retry-After` is kept to, up to an hour.' },
      },
    },
  }
}

type Texts = { operationId: string; summary: string; description: string }
