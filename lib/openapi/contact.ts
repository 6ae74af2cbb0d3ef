import { z } from 'zod'
import { contextAnswerSchema, contextSchema } from '@/lib/leads/context'
import { leadColumnNames } from '@/lib/leads/json'
import { leadQuerySchema } from '@/lib/leads/query'
import {
  channelsSchema,
  deliveryStateSchema,
  leadListSchema,
  leadSchema,
  receiptSchema,
} from '@/lib/leads/response-schema'
import { submissionSchema } from '@/lib/leads/submission'
import { site } from '@/lib/site'
import type { NamedSchemas } from './components'
import { answer, type Descriptions, queryParameters } from './describe'
import { contactSubmission, csvExample, leadList, receipt } from './examples'

const tokenSchema = z.strictObject({ token: z.string() })
const emailSchema = z.strictObject({ email: z.email() })

export const contactSchemas = {
  requests: { ContactSubmission: submissionSchema, SubmittedContext: contextSchema },
  answers: {
    Receipt: receiptSchema,
    Lead: leadSchema,
    LeadContext: contextAnswerSchema,
    DeliveryState: deliveryStateSchema,
    DeliveryChannels: channelsSchema,
    LeadList: leadListSchema,
    FormToken: tokenSchema,
    EmailAddress: emailSchema,
  },
} satisfies NamedSchemas

export const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A key of the client’s own for this request. Sent again with the same body it answers the same, stores nothing and counts against no limit; with another body 422.',
  schema: { type: 'string', pattern: '^[\\w-]{16,128}$' },
  example: '3f1b6c1e-8d0a-4f6e-9b52-0c7d1a2e4b68',
} as const

const tokenParameter = {
  name: 'Form-Token',
  in: 'header',
  description:
    'From GET /api/contact/token: when the visitor began with the form. Without it a message counts as more likely spam.',
  schema: { type: 'string' },
} as const

export const leadQueryParameters = queryParameters(leadQuerySchema, {
  q: 'Words that all occur in name, company, e-mail, phone or reference, in any case and without accents.',
  state: 'Only leads in this state.',
  status: 'Only leads of which sales have made this.',
  owner: 'Only leads that were given to this name.',
  email: 'Only leads of this e-mail address.',
  language: 'Only leads in this language.',
  since: 'Only leads received from this moment; a date alone is its beginning in UTC.',
  until: 'Only leads received before this moment.',
  limit: 'How many leads at most.',
  cursor: 'The `next_cursor` of the page before.',
  format: '`csv` for a table (RFC 4180) with a header line.',
})

const [lead] = leadList.leads
export const leadsTable = csvExample(leadColumnNames, {
  ...lead,
  ...lead?.context,
  mail_delivered_at: lead?.mail.delivered_at,
})

export const contactOperations = {
  '/api/contact': {
    POST: {
      operationId: 'submitContact',
      summary: 'Store a contact submission',
      description:
        'Answers once the lead is durable. A server that sends leads gives an operator’s key: it has a limit of its own and no spam score. A wrong key is refused with 401. `context` says where the visitor came from, is optional, and never a reason to refuse.',
      parameters: [keyParameter, tokenParameter],
      body: { schema: submissionSchema, example: contactSubmission },
      responses: {
        201: answer('The lead is durable.', receiptSchema, receipt),
        303: {
          description: 'For a form-encoded body: to the receipt, or to the form with its problems.',
          headers: { Location: 'The address of that page.' },
        },
      },
      problems: ['invalid_idempotency_key', 'unauthorized', 'idempotency_key_reused'],
    },
    GET: {
      operationId: 'listLeads',
      summary: 'List leads, newest first',
      description:
        'For operators; each reading is logged. A page of leads, and how many are quarantined in all. `next_cursor`, in CSV the Next-Cursor header, leads to the next page.',
      parameters: leadQueryParameters,
      responses: {
        200: {
          ...answer('The leads.', leadListSchema, leadList),
          headers: { 'Next-Cursor': 'In CSV: the cursor of the next page, if there is one.' },
          content: [
            { type: 'application/json', schema: leadListSchema, example: leadList },
            { type: 'text/csv', example: leadsTable },
          ],
        },
      },
      problems: ['invalid_fields'],
    },
  },
  '/api/contact/token': {
    GET: {
      operationId: 'getFormToken',
      summary: 'A signed note of when a visitor began with the contact form',
      description: 'Sent back with the form as the Form-Token header. It tells nothing but the time.',
      responses: { 200: answer('The token.', tokenSchema, { token: '1767225600.Zm9ybS10b2tlbg' }) },
    },
  },
  '/api/email': {
    GET: {
      operationId: 'getEmail',
      summary: 'The general e-mail address, for the button that reveals it',
      description: 'It stands in no page’s HTML, where harvesters look for it.',
      responses: { 200: answer('The address.', emailSchema, { email: site.email }) },
    },
  },
} satisfies Partial<Descriptions>
