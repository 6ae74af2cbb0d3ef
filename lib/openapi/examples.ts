import { chainHash, firstHash } from '@/lib/attestations/log/chain'
import { payloadOf } from '@/lib/attestations/log/changes'
import { toCsv } from '@/lib/http/csv'

// Examples of requests and answers. A test has the handlers take and give what is like them.
const leadId = '6f1c2a9e-4b7d-4f0a-9c3e-2d5b8a1e7f60'

export const contactSubmission = {
  name: 'Amélie Dubois',
  email: 'amelie.dubois@banque.example',
  company: 'Banque de l’Étoile',
  phone: '+33 1 99 00 12 34',
  message: 'Nous souhaitons proposer l’or en jetons à nos clients. Pouvez-vous nous rappeler ?',
  language: 'fr',
  honeypot: '',
  context: {
    landing_page: '/fr/direct-reserve',
    form_page: '/fr/contact',
    referrer: 'www.search.example',
    utm_source: 'newsletter',
    utm_campaign: 'spring-2026',
    time_zone: 'Europe/Paris',
    browser_locale: 'fr-FR',
  },
}

const { honeypot: _, ...lead } = contactSubmission

export const receipt = { id: leadId, received_at: '2026-03-02T14:05:09.120Z' }

const notSent = { attempts: 0, next_at: null, delivered_at: null, abandoned_at: null, last_error: null }

export const leadList = {
  leads: [
    {
      id: leadId,
      reference: '6F1C2A9E',
      source: 'form',
      received_at: receipt.received_at,
      updated_at: null,
      ...lead,
      quarantine: null,
      spam_score: 0,
      status: 'handled',
      owner: 'Zoe Martin',
      note: 'Called back; sends the contract.',
      mail: {
        attempts: 1,
        next_at: null,
        delivered_at: '2026-03-02T14:05:10.480Z',
        abandoned_at: null,
        last_error: null,
      },
      webhook: notSent,
      hubspot: notSent,
      salesforce: notSent,
      slack: notSent,
    },
  ] as const,
  next_cursor: null,
  quarantined: 0,
  delivery: { mail: true, webhook: false, hubspot: false, salesforce: false, slack: false },
}

export const newReport = {
  title: 'Reserve attestation, January 2026',
  description: 'Count and weight of the bars.',
  report_date: '2026-01',
  file_url: 'https://reports.thornquist-vale.example/2026-01.pdf',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  gold_ounces: '41250.125',
  gold_tokens: '41250',
  silver_ounces: '999.99',
  silver_tokens: '1000',
  as_of: '2026-01-31',
  firm: 'Thornquist & Vale LLP',
  replaces: null,
}

const reportId = '0b9d7c52-5a1e-4f6b-8c55-7be2f1f0a3d4'
const publishedAt = '2026-02-03T09:30:00.000Z'

const { replaces: _none, ...published } = newReport
const content = { kind: 'added', report: { id: reportId, ...published } }
const payload = payloadOf({ at: new Date(publishedAt), content }, 1)
const place = { sequence: 1, hash: chainHash(firstHash, payload) }

export const reportLog = {
  head: { ...place, key_id: null, signature: null },
  keys: [],
  entries: [{ ...place, payload, previous_hash: firstHash, key_id: null, signature: null }],
}

export const report = {
  id: reportId,
  ...newReport,
  status: 'current',
  gold_coverage: '1',
  silver_coverage: '0.9999',
  published_at: publishedAt,
  replaced_by: null,
  withdrawn_at: null,
  withdrawn_reason: null,
  history: [{ kind: 'added', at: publishedAt, reason: null, log_entry: place.sequence, log_hash: place.hash }],
}

const chatSession = { session_id: '1767225600000-3f9a1c', language: 'en' }

export const question = { ...chatSession, message: 'What is the minimum order?' }

export const endedSession = chatSession

export const chatAnswer = {
  response: 'Write to our team: they answer within one business day.',
  redirect_to: null,
  lead_type: null,
  should_show_contact_form: true,
  sources: [{ id: 'contact', title: 'Contact', path: '/contact' }],
}

/** A table of one row, with all its columns. */
export function csvExample(columns: readonly string[], row: Record<string, unknown>): string {
  return toCsv([[...columns], columns.map((column) => String(row[column] ?? ''))])
}
