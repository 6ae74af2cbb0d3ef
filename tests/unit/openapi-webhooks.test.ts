import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { startMailSink } from '../support/sinks'
import { openTestDatabase } from '../support/test-database'

const webhookSink = await deliverTo(await startMailSink())

const { saveLead } = await import('@/lib/leads/store')
const { createChatLead, updateChatLead } = await import('@/lib/leads/chat-store')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')
const { planDigest } = await import('@/lib/leads/digest/store')
const { openApiDocument } = await import('@/lib/openapi/document')
const { errorsOf } = await import('../support/openapi')

const database = openTestDatabase()
const { webhooks } = openApiDocument()

beforeEach(() => {
  database.exec('DELETE FROM Lead; DELETE FROM Digest; DELETE FROM UnansweredQuestion')
})

afterAll(() => database.close())

const save = (admission = {}) =>
  saveLead({ ...validContact, email: `${randomUUID()}@bank.example` }, randomUUID(), { score: 0, ...admission })

async function chat() {
  const lead = { sessionId: 'session', language: 'es', turns: [], details: { phone: '+34 900 000 000' } }
  await createChatLead({ ...lead, dueAt: new Date(), quarantine: null })
  await deliverDue()
  await updateChatLead('session', { turns: [], details: {}, dueAt: async () => new Date() })
}

async function fillDigest() {
  await save({ score: 100, quarantine: ['honeypot', 'hasty'] })
  await save()
  const at = new Date().toISOString().replace('Z', '+00:00')
  database
    .prepare('INSERT INTO UnansweredQuestion (id, text, language, count, lastAskedAt) VALUES (?, ?, ?, ?, ?)')
    .run('q1', 'Do you sell platinum?', 'en', 2, at)
  database.exec("UPDATE Lead SET mailNextAt = '2100-01-01T00:00:00.000+00:00', webhookNextAt = NULL")
  await planDigest(new Date(Date.now() + 2 * 3_600_000))
}

it.each([
  ['lead.received', () => save()],
  ['lead.updated', chat],
  ['digest', fillDigest],
] as const)('%s is sent as it is described, and so is its example', async (type, happen) => {
  await happen()
  await deliverDue(new Date(Date.now() + 2 * 3_600_000))
  const { parameters, requestBody } = webhooks[type].post
  const { schema, example } = requestBody.content['application/json']
  const sent = webhookSink.deliveries.at(-1)
  const event = JSON.parse(sent?.body ?? '')
  expect(event.type).toBe(type)
  expect(errorsOf(schema, event)).toBeNull()
  expect(errorsOf(schema, example)).toBeNull()
  expect(errorsOf(schema, { ...event, data: { ...event.data, more: 1 } })).not.toBeNull()
  for (const { name } of parameters) expect(sent?.headers[name]).toBeTruthy()
})
