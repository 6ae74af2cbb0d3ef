import { env } from '@/lib/env'
import { describeLead, splitName } from './lead-text'
import { post } from './post'
import type { DueLead } from './store'

// The lengths of the fields of a lead in Salesforce: a longer value has the whole lead refused.
// https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_lead.htm
const maxCharacters = { first_name: 40, last_name: 80, company: 255, email: 80, phone: 40, description: 32_000 }

/** Salesforce answers 200 to what it does not take, too, and says so in a header. */
class NotProcessed extends Error {
  readonly code = 'NOT_PROCESSED'
}

// https://help.salesforce.com/s/articleView?id=sales.setting_up_web-to-lead.htm: the form that it generates, posted.
/** Sends a lead to Salesforce as Web-to-Lead, what was added to it as another one: it knows no repetition. */
export async function sendToSalesforce(lead: DueLead, signal?: AbortSignal) {
  const url = new URL(env.LEADS_SALESFORCE_URL ?? '')
  const { reference, title, plainText } = await describeLead(lead)
  const [first_name, last_name] = splitName(lead.name)
  const fields = {
    first_name,
    // Salesforce wants a last name and a company of every lead; a conversation may have neither.
    last_name: last_name || lead.email || lead.phone || reference,
    company: lead.company || title,
    email: lead.email,
    phone: lead.phone,
    description: plainText,
  }
  const body = new URLSearchParams({ oid: organisationOf(url) ?? '', encoding: 'UTF-8', lead_source: 'Web' })
  for (const [name, max] of Object.entries(maxCharacters)) {
    const value = fields[name as keyof typeof fields]
    if (value !== '') body.set(name, value.slice(0, max).toWellFormed())
  }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const answer = await post(url.href, { headers, body: body.toString() }, signal)
  if (/exception/i.test(answer.get('is-processed') ?? '')) throw new NotProcessed()
}

/** The organisation that an address of Web-to-Lead names. */
function organisationOf({ searchParams }: URL): string | null {
  return searchParams.get('oid') ?? searchParams.get('orgId')
}
