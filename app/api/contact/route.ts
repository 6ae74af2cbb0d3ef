import { randomUUID } from 'node:crypto'
import { acceptContact } from '@/lib/contact/accept'
import { answerFormPost } from '@/lib/contact/form-post'
import { contactSchema } from '@/lib/contact/schema'
import { listContacts } from '@/lib/contact/store'
import { mediaType, readJson } from '@/lib/http/body'
import { clientOf } from '@/lib/http/client'
import { handler } from '@/lib/http/handler'
import { isCrossSite } from '@/lib/http/origin'
import { problem } from '@/lib/http/problem'
import { operatorOf } from '@/lib/operator/keys'

const formType = 'application/x-www-form-urlencoded'
const maxBodyBytes = 16 * 1024
const pageSize = 100

/**
 * Stores a contact submission. JSON: 201 `{ id, received_at }` once it is durable. Form-encoded, as a browser without
 * JavaScript sends it: 303 to a page.
 */
export const POST = handler(async (request) => {
  if (isCrossSite(request)) return problem('cross_site')
  const client = clientOf(request)
  if (mediaType(request) === formType) return answerFormPost(request, client, maxBodyBytes)
  const idempotencyKey = idempotencyKeyOf(request)
  if (!idempotencyKey) return problem('invalid_idempotency_key')
  const body = await readJson(request, contactSchema, maxBodyBytes)
  if (body.problem) return body.problem
  const answer = await acceptContact(body.value, { client, idempotencyKey, token: request.headers.get('form-token') })
  if ('code' in answer) return problem(answer.code, answer)
  return Response.json({ id: answer.id, received_at: answer.receivedAt }, { status: 201 })
})

/** The newest leads, for operators: 200 `{ leads: [...] }`. */
export const GET = handler(async (request) => {
  if (!operatorOf(request)) return problem('unauthorized')
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
