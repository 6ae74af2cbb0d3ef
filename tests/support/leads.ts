import { randomUUID } from 'node:crypto'
import { validContact } from './contact'

/** Posts a lead with a unique address; resolves to its answer, or to undefined when no answer came. */
export async function postLead(address: string, changes: Record<string, string> = {}, key = randomUUID()) {
  try {
    const email = `${key}@banque.example`
    const response = await fetch(`${address}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ ...validContact, email, ...changes }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  } catch {
    return undefined
  }
}
