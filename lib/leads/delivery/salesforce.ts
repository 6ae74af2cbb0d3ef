import { env } from '@/lib/env'
import { createFailure } from '@/lib/outbox/failure'
import { truncate } from '@/lib/shown-text'
import type { LeadToSend } from './delivery-store'
import { describeLead, leadPlainText } from './lead-text'
import { splitName } from './person-name'
import { post } from './post'

// The maximum lengths of Salesforce's lead fields. Salesforce refuses the whole
// lead if one value is longer.
// https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_lead.htm
const maxSalesforce = {
  first_name: 40,
  last_name: 80,
  company: 255,
  email: 80,
  phone: 40,
  description: 32_000,
}

// The value that Salesforce's own importers write.
const unknownCompany = '[not provided]'

/**
 * Posts the form that Salesforce generates:
 * https://help.salesforce.com/s/articleView?id=sales.setting_up_web-to-lead.htm
 */
export async function sendToSalesforce(lead: LeadToSend, signal?: AbortSignal) {
  const url = new URL(env.LEADS_SALESFORCE_URL ?? '')
  const described = await describeLead(lead)
  const [first_name, last_name] = splitName(lead.name, lead.language)
  const fields = {
    first_name,
    // Fills in last name and company, because Salesforce requires both and a
    // lead from the chat may have neither.
    last_name: last_name || lead.email || lead.phone || described.reference,
    company: lead.company || lead.email.split('@')[1] || unknownCompany,
    email: lead.email,
    phone: lead.phone,
    description: leadPlainText(described, [
      'name',
      'company',
      'email',
      'phone',
    ]),
  }

  const organization =
    url.searchParams.get('oid') ?? url.searchParams.get('orgId') ?? ''
  const body = new URLSearchParams({
    oid: organization,
    encoding: 'UTF-8',
    lead_source: 'Web',
  })
  for (const [name, max] of Object.entries(maxSalesforce)) {
    const value = fields[name as keyof typeof fields]
    if (value !== '') body.set(name, truncate(value, max))
  }

  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await post(
    url.href,
    { headers, body: body.toString() },
    signal,
  )

  // Reads a header, because Salesforce answers 200 even if it refuses the lead.
  const isRefused = /exception|false/i.test(
    response.headers.get('is-processed') ?? '',
  )
  if (isRefused) throw createFailure('NOT_PROCESSED')
}
