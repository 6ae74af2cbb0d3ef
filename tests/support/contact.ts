import { randomUUID } from 'node:crypto'
import { contactFields } from '@/lib/leads/contact-fields'
import { recordOf } from '@/lib/text'

/**
 * A valid contact submission in French, in which fields that a fork of the
 * project adds are empty.
 */
export const validContact = {
  ...recordOf(contactFields, () => ''),
  name: 'Amélie Dubois',
  email: 'amelie.dubois@banque.example',
  company: 'Banque de l’Étoile',
  phone: '+33 1 99 00 12 34',
  message:
    'Nous souhaitons proposer l’or en jetons à nos clients.\nPouvez-vous nous rappeler ?',
  language: 'fr',
  honeypot: '',
} as const

/**
 * Returns a request to `/api/contact` as a browser on the site sends it. Leaves
 * out headers that are undefined.
 */
export function contactRequest(
  body: unknown,
  headers: Record<string, string | undefined> = {},
): Request {
  const sent = {
    'Content-Type': 'application/json',
    'Sec-Fetch-Site': 'same-origin',
    ...headers,
  }
  return new Request('http://localhost:3000/api/contact', {
    method: 'POST',
    headers: Object.entries(sent).filter(
      (header): header is [string, string] => header[1] !== undefined,
    ),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/**
 * Posts a lead with a unique address; resolves to the answer, or to undefined
 * without one.
 */
export async function postLead(
  address: string,
  changes: Record<string, string> = {},
  key = randomUUID(),
) {
  try {
    const email = `${key}@banque.example`
    const response = await fetch(`${address}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ ...validContact, email, ...changes }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    }
  } catch {
    return undefined
  }
}
