// Visitors who retry until they get an answer.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { validContact } from './contact'

/** `versions` counts the texts that sales may get: two if the lead changed. */
export type Acknowledged = {
  id: string
  email: string
  message: string
  versions: number
}

type Post = { path: string; key: string; body: object }

type Visit = {
  key: string
  email: string
  message: string
  /** Receives the lead once the site has acknowledged it. */
  record: (lead: Acknowledged) => void
}

export type Visitors = ReturnType<typeof startVisitors>

const visitors = 8
// Every third visitor sends a contact card from the chat, and every sixth
// changes it.
const visitsPerCard = 3
const visitsPerChange = 6
// Must exceed the time that the site waits for a lock.
const answerMs = 7_000
const pauseMs = 20

// Enough for a machine that is busy with other work.
const patienceMs = 240_000

/**
 * Makes visitors post leads one after another, as forms and contact cards. Each
 * post is retried with the same key at the next address until it is
 * acknowledged. Any status except 201, 429 and 503 is unexpected.
 */
export function startVisitors(addresses: string[]) {
  const sender = createSender(addresses)
  const acknowledged: Acknowledged[] = []
  let visits = 0
  let isStopped = false

  async function visit() {
    const number = visits++
    const key = randomUUID()
    const person = {
      key,
      email: `${key}@banque.example`,
      message: `${validContact.message} ${key}`,
      record: (lead: Acknowledged) => acknowledged.push(lead),
    }
    if (number % visitsPerCard !== 0) return visitForm(sender, person)
    const lead = await visitChat(sender, person)
    if (number % visitsPerChange === 0) await changeCard(sender, person, lead)
  }

  const all = Array.from({ length: visitors }, async () => {
    while (!isStopped) await visit()
  })
  return {
    acknowledged,
    unexpected: sender.unexpected,
    /** Waits until this many more leads are acknowledged. */
    untilAcknowledged: (leads: number) =>
      untilExceeds(() => acknowledged.length, acknowledged.length + leads - 1),
    /**
     * Waits until a visitor is refused or gets no answer, which shows that the
     * fault has an effect.
     */
    untilRefused: () => untilExceeds(sender.refusals, sender.refusals()),
    /** Lets every visitor finish. */
    async stop() {
      isStopped = true
      await Promise.all(all)
    },
  }
}

async function untilExceeds(count: () => number, limit: number) {
  await expect
    .poll(count, { intervals: [10], timeout: patienceMs })
    .toBeGreaterThan(limit)
}

type Sender = ReturnType<typeof createSender>

/** Sends each post to the next of the addresses. */
function createSender(addresses: string[]) {
  const unexpected: number[] = []
  let refusals = 0
  let turn = 0

  /** Returns undefined if no answer came. */
  async function send({ path, key, body }: Post) {
    const address = addresses[turn++ % addresses.length]
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    }
    const signal = AbortSignal.timeout(answerMs)
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal }
    return fetch(`${address}${path}`, init).catch(() => undefined)
  }

  /** Returns the id of the lead once it is acknowledged. */
  async function submit(post: Post): Promise<string> {
    for (;;) {
      const response = await send(post)
      const id = await idIn(response)
      if (id) return id
      if (response && ![201, 429, 503].includes(response.status))
        unexpected.push(response.status)
      refusals++
      await pause(pauseMs)
    }
  }

  return { send, submit, unexpected, refusals: () => refusals }
}

async function idIn(response?: Response): Promise<string | undefined> {
  if (response?.status !== 201) return undefined
  const { id } = await response.json().catch(() => ({}))
  return id
}

async function visitForm(
  { submit }: Sender,
  { key, email, message, record }: Visit,
) {
  const body = { ...validContact, email, message }
  const id = await submit({ path: '/api/contact', key, body })
  record({ id, email, message, versions: 1 })
}

/** Sends a card and ends the conversation, which makes the lead due. */
async function visitChat(
  { send, submit }: Sender,
  visit: Visit,
): Promise<Acknowledged> {
  const { key, email, message, record } = visit
  const id = await submit(cardOf(visit, message))
  const lead = { id, email, message, versions: 1 }
  record(lead)
  const body = { session_id: key, language: 'fr' }
  await send({ path: '/api/chatbot/end-session', key, body })
  return lead
}

/** Changes a lead while it is being delivered. */
async function changeCard(
  { submit }: Sender,
  visit: Visit,
  lead: Acknowledged,
) {
  lead.message = `${visit.message}, plutôt le matin`
  lead.versions = 2
  const id = await submit(cardOf(visit, lead.message))
  expect(id).toBe(lead.id)
}

function cardOf({ key, email }: Visit, note: string): Post {
  return {
    path: '/api/chatbot/contact',
    key,
    body: { session_id: key, reach: email, language: 'fr', note },
  }
}
