import { env } from '@/lib/env'
import { pageAddress } from '@/lib/seo/address'
import { describeLead, splitName } from './lead-text'
import { post } from './post'
import type { DueLead } from './store'

// A form rather than the API of contacts: it needs no token, HubSpot itself finds the contact by its e-mail address, and
// a form starts what sales have set up for it. Fields that the form lacks are refused, so only those that every account
// has are sent. https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v3-legacy/submit-data-unauthenticated
// https://developers.hubspot.com/changelog/validation-change-to-the-forms-api-submission-endpoints
/** Submits a lead to the HubSpot form of LEADS_HUBSPOT_URL, also what was added to it later. */
export async function sendToHubspot(lead: DueLead, signal?: AbortSignal) {
  const { title, plainText, locale } = await describeLead(lead)
  const [firstname, lastname] = splitName(lead.name)
  const { email, company, phone } = lead
  const given = Object.entries({ email, firstname, lastname, company, phone, message: plainText })
  const body = {
    // Of a contact, whose type is 0-1. HubSpot lists a submission without e-mail under the form and makes no contact.
    fields: given.filter(([, value]) => value !== '').map(([name, value]) => ({ objectTypeId: '0-1', name, value })),
    submittedAt: String(lead.receivedAt.getTime()),
    context: { pageUri: pageAddress('contact', locale), pageName: title },
  }
  const headers = { 'Content-Type': 'application/json' }
  await post(env.LEADS_HUBSPOT_URL ?? '', { headers, body: JSON.stringify(body), reasonOf }, signal)
}

// `{"errors":[{"errorType":"REQUIRED_FIELD","message":"…"}]}`; the message may repeat what was sent.
function reasonOf(answer: string): string | undefined {
  return answer.match(/"errorType"\s*:\s*"([A-Z_]{1,60})"/)?.[1]
}
