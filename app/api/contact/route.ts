import { randomUUID } from 'node:crypto'
import { contactSchema } from '@/lib/contact/schema'
import { listContacts, saveContact } from '@/lib/contact/store'
import { readJson } from '@/lib/http/body'
import { handler } from '@/lib/http/handler'
import { isCrossSite } from '@/lib/http/origin'
import { problem } from '@/lib/http/problem'
import { operatorOf } from '@/lib/operator/authorise'

const maxBodyBytes = 16 * 1024
const pageSize = 100

/** Stores a contact submission: 201 `{ id, received_at }` once it is durable. */
export const POST = handler(async (request) => {
  if (isCrossSite(request)) return problem('cross_site')
  const key = idempotencyKeyOf(request)
  if (!key) return problem('invalid_idempotency_key')
  const body = await readJson(request, contactSchema, maxBodyBytes)
  if (body.problem) return body.problem
  const receipt = await saveContact(body.value, key)
  if (receipt === 'key_reused') return problem('idempotency_key_reused')
  return Response.json({ id: receipt.id, received_at: receipt.receivedAt }, { status: 201 })
})

/** The newest leads, for operators: 200 `{ leads: [...] }`. */
export const GET = handler(async (request) => {
  if (!(await operatorOf(request))) return problem('unauthorized')
  const leads = await listContacts(pageSize)
  return Response.json({
    leads: leads.map(({ receivedAt, mailDeliveredAt, webhookDeliveredAt, ...lead }) => ({
      ...lead,
      received_at: receivedAt,
      mail_delivered_at: mailDeliveredAt,
      webhook_delivered_at: webhookDeliveredAt,
    })),
  })
})

// A caller without a key gets a fresh one: its request is then stored once for each time it is sent.
function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? randomUUID()
  return /^[\w-]{16,128}$/.test(key) ? key : undefined
}
