import { createElement } from 'react'
import { POST as bulk } from '@/app/api/operator/leads/route'
import { POST as signIn } from '@/app/api/operator/session/route'
import { LeadList } from '@/components/operator/leads/lead-list'
import { LeadPage, loadLead } from '@/components/operator/leads/lead-page'
import { leadAction } from '@/lib/console/leads/action-handler'
import { loadLeadList } from '@/lib/console/leads/load-list'
import { dayMs } from '@/lib/durations'
import { loadMessages } from '@/lib/i18n/messages'
import { officeDay } from '@/lib/i18n/offices'
import { findLead, type StoredLead } from '@/lib/leads/list-store'
import { cookieOf, keys, siteRequest } from './attestations'
import { postForm, redirectOf } from './console-form'
import { storeLead } from './delivery'
import { renderIn } from './render'

export const operator = 'alice'
export const messages = await loadMessages('en')

export async function saveQuarantined(
  reasons: string[],
  changes: Record<string, string> = {},
) {
  return (await storeLead(changes, { score: 150, quarantine: reasons })).id
}

export async function findStored(id: string): Promise<StoredLead> {
  const stored = await findLead(id)
  if (!stored) throw new Error(`There is no lead ${id}.`)
  return stored
}

// A day on which a reminder may be set.
export const soon = officeDay(new Date(Date.now() + 7 * dayMs))

const listAddress = '/api/operator/leads'

/** Sends an action on a lead like an API client. */
export async function sendJson(id: string, body: object) {
  const response = await leadAction(
    siteRequest('POST', `${listAddress}/${id}`, { key: keys.alice, body }),
  )
  return { status: response.status, body: await response.json() }
}

/** Sends an action on several leads like an API client. */
export async function sendListJson(body: object) {
  const response = await bulk(
    siteRequest('POST', listAddress, { key: keys.alice, body }),
  )
  return response.json()
}

const session = cookieOf(
  await signIn(
    siteRequest('POST', '/api/operator/session', { body: { key: keys.alice } }),
  ),
)

/**
 * Submits a form from a lead's page. Returns the address that the response
 * redirects to.
 */
export async function sendLeadForm(
  id: string,
  fields: object,
  cookie = session,
) {
  return submitFrom(`leads/${id}`, leadAction, { fields, cookie })
}

/** Submits a form from the list about these leads. */
export async function sendListForm(fields: object, ids: string[] = []) {
  return submitFrom('leads', bulk, { fields, ids })
}

type LeadForm = { fields: object; ids?: string[]; cookie?: string }

async function submitFrom(
  path: string,
  handle: typeof leadAction,
  { fields, ids = [], cookie = session }: LeadForm,
) {
  const headers = {
    Accept: 'text/html',
    Referer: `http://localhost:3000/fr/operator/${path}`,
  }
  const form = new URLSearchParams({ ...fields, language: 'fr' })
  for (const id of ids) form.append('id', id)
  return redirectOf(await postForm(handle, path, form, { cookie, headers }))
}

export const resultOf = ({ searchParams }: URL) =>
  searchParams.get('done') ?? searchParams.get('problem')

export async function showLead(id: string, query: Record<string, string> = {}) {
  const loaded = await loadLead({ id, locale: 'en', operator, query })
  return renderIn('en', messages, createElement(LeadPage, { loaded, query }))
}

export async function showList(query: Record<string, string> = {}) {
  return renderIn(
    'en',
    messages,
    createElement(LeadList, {
      loaded: await loadLeadList({ operator, query }),
      query,
    }),
  )
}
