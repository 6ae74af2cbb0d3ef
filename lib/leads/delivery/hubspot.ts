import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { splitPath } from '@/lib/i18n/navigation'
import { isLocale, routing } from '@/lib/i18n/routing'
import { contextRows } from '@/lib/leads/context'
import { errorCode } from '@/lib/outbox/failure'
import { indexedPages, pageOf, paths } from '@/lib/routes'
import { pageAddress } from '@/lib/seo/address'
import type { LeadToSend } from './delivery-store'
import { describeLead, leadPlainText } from './lead-text'
import { splitName } from './person-name'
import { jsonHeaders, post } from './post'

/**
 * Uses a form rather than the contacts API, because a form needs no token,
 * HubSpot finds the contact by its e-mail address, and a form starts the
 * automation that sales have set up.
 * https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v3-legacy/submit-data-unauthenticated
 */
export async function sendToHubspot(lead: LeadToSend, signal?: AbortSignal) {
  const campaign = Object.fromEntries(
    contextRows(lead).filter(([field]) => field.startsWith('utm_')),
  )
  try {
    await submit(lead, campaign, signal)
  } catch (error) {
    // Sends the campaign in the message if the HubSpot form lacks its fields,
    // because HubSpot then refuses the whole lead.
    // https://developers.hubspot.com/changelog/validation-change-to-the-forms-api-submission-endpoints
    const lacksFields = errorCode(error).endsWith(
      'FIELD_NOT_IN_FORM_DEFINITION',
    )
    if (!lacksFields || Object.keys(campaign).length === 0) throw error
    await submit(lead, {}, signal)
  }
}

const hubspotFields = ['name', 'company', 'email', 'phone']

async function submit(
  lead: LeadToSend,
  campaign: Record<string, string>,
  signal?: AbortSignal,
) {
  const described = await describeLead(lead)
  const [firstname, lastname] = splitName(lead.name, lead.language)
  const { email, company, phone } = lead
  const inFields = [...hubspotFields, ...Object.keys(campaign)]
  const given = Object.entries({
    email,
    firstname,
    lastname,
    company,
    phone,
    ...campaign,
    message: leadPlainText(described, inFields),
  })
  const body = {
    // Type 0-1 is a contact. Without an e-mail address, HubSpot lists the
    // submission under the form and creates no contact.
    fields: given
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ objectTypeId: '0-1', name, value })),
    submittedAt: String(lead.receivedAt.getTime()),
    ...(await describePage(lead)),
  }
  await post(
    env.LEADS_HUBSPOT_URL ?? '',
    {
      headers: jsonHeaders,
      body: JSON.stringify(body),
      reasons: hubspotReasons,
    },
    signal,
  )
}

/**
 * Describes the form's page, and the notice to which the visitor consented by
 * sending the form. Names only pages of this site, because an address could
 * contain personal data.
 */
async function describePage(lead: LeadToSend) {
  const formPage = contextRows(lead).find(([field]) => field === 'form_page')
  const visited = formPage ? splitPath(formPage[1]) : undefined
  const language = isLocale(lead.language)
    ? lead.language
    : routing.defaultLocale
  const locale = visited?.locale ?? language
  const path = visited && pageOf(visited.path)
  const page = indexedPages.find((name) => paths[name] === path) ?? 'contact'
  const messages = await loadMessages(locale)
  const t = createTranslator({ locale, messages })
  const context = {
    pageUri: pageAddress(page, locale),
    pageName: t(`Metadata.${page}.title`),
  }
  if (!visited) return { context }
  const consent = {
    consentToProcess: true,
    text: t('ContactForm.privacy'),
    communications: [],
  }
  return { context, legalConsentOptions: { consent } }
}

// Reads only the error type from `{"errors":[…]}`, because the message may
// repeat the input.
const hubspotReasons =
  /"errorType"\s*:\s*"(BLOCKED_EMAIL|INVALID_(?:EMAIL|NUMBER|METADATA|PAGE_URI|LEGAL_OPTION_FORMAT)|REQUIRED_FIELD|INPUT_TOO_LARGE|NUMBER_OUT_OF_RANGE|(?:FIELD_NOT_IN_FORM|VALUE_NOT_IN_FIELD)_DEFINITION|MISSING_PROCESSING_CONSENT|FORM_HAS_RECAPTCHA_ENABLED|MAX_NUMBER_OF_SUBMITTED_VALUES_EXCEEDED)"/
