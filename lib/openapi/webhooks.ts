import examples from './examples.json' with { type: 'json' }
import { reference, type SchemaName } from './schemas'

// Standard Webhooks (https://www.standardwebhooks.com/).
const headers = {
  'webhook-id': 'The same whenever the same event is sent again: ignore an id that you already have.',
  'webhook-timestamp': 'The time of this attempt, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256, in base64, of id, timestamp and body joined by dots, with LEADS_WEBHOOK_SECRET.',
}

const parameters = Object.entries(headers).map(([name, description]) => {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
})

/** What the site posts to LEADS_WEBHOOK_URL, as `webhooks` of OpenAPI 3.1. */
export const webhooks = {
  'lead.received': event('LeadReceived', examples.events['lead.received'], {
    operationId: 'receiveLead',
    summary: 'A lead was received',
    description: 'Sent at once for a message of the form, and a little later for a conversation; never in quarantine.',
  }),
  'lead.updated': event('LeadUpdated', examples.events['lead.updated'], {
    operationId: 'receiveLeadUpdate',
    summary: 'The visitor has added to a lead',
    description: 'The whole lead again, after a conversation went on.',
  }),
  digest: event('DigestEvent', examples.events.digest, {
    operationId: 'receiveDigest',
    summary: 'New and waiting leads',
    description: 'At most once a day, if there is any news. LEADS_DIGEST=false sends none.',
  }),
  test: event('TestEvent', examples.events.test, {
    operationId: 'receiveTest',
    summary: 'Events arrive',
    description: 'Sent by `npm run doctor -- --send-test`.',
  }),
}

function event(schema: SchemaName, example: object, texts: Record<'operationId' | 'summary' | 'description', string>) {
  return {
    post: {
      ...texts,
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema: reference(schema), example } } },
      responses: {
        '2XX': { description: 'Accepted. After any other answer the event is sent again, for 7 days.' },
        '429': { description: 'Try later: `Retry-After` is respected, up to an hour.' },
      },
    },
  }
}
