import { randomUUID } from 'node:crypto'
import { validContact } from '../../tests/support/contact'
import type { Answer } from './client'
import { leadsPerClient } from './folder'
import type { SentLead } from './ledger'
import { addressOf, codeOf, population, type World } from './world'

const retryMs = 300
const longText = 'We keep our reserves in several places and would like to hear how yours are audited. '.repeat(20)

function contactOf(visitor: number, honeypot = '') {
  const mailbox = `visitor-${visitor % population}@banque.example`
  const text = visitor % 7 === 0 ? longText : ''
  return { ...validContact, email: mailbox, message: `Please call us, reference ${codeOf(visitor)}. ${text}`, honeypot }
}

/** Somebody who fills in the form. Every third one gives up at an error; the others send the same again. */
export async function sendLead(world: World, visitor: number, way: 'json' | 'spam' = 'json') {
  const { client, ledger } = world
  const from = addressOf(visitor)
  await client.send('page', '/contact', { from })
  const token = await client.send('lead', '/api/contact/token', { from })
  const lead = ledger.addLead({ code: codeOf(visitor), way })
  const headers = { 'idempotency-key': randomUUID(), 'form-token': token ? JSON.parse(token.text).token : '' }
  const body = contactOf(visitor, way === 'spam' ? 'https://spam.example' : '')
  const post = () => client.send('lead', '/api/contact', { method: 'POST', body, from, headers, expected: [201] })
  await keepSending(world, lead, { post, gaveUp: visitor % 3 === 0 })
  if (lead.fate !== 'acknowledged' || visitor % 5 !== 0) return
  // A connection may have broken after the answer was sent: the browser sends once more.
  const again = await post()
  if (again?.status === 201 && JSON.parse(again.text).id !== lead.id) {
    ledger.problems.push(`${lead.code} was sent again under its key and got another id`)
  }
}

type Sending = { post: () => Promise<Answer | undefined>; gaveUp: boolean }

async function keepSending({ stop }: World, lead: SentLead, { post, gaveUp }: Sending) {
  let isUncertain = false
  for (;;) {
    const answer = await post()
    if (answer?.status === 201) return acknowledge(lead, JSON.parse(answer.text).id)
    isUncertain ||= !answer
    if (!isUncertain) lead.fate = 'refused'
    else lead.fate = 'unanswered'
    if (gaveUp || (answer && answer.status < 500)) return
    await stop.pause(retryMs)
  }
}

function acknowledge(lead: SentLead, id: string) {
  lead.fate = 'acknowledged'
  lead.id = id
}

/** Somebody without JavaScript. A form that comes back is sent once more, with what is hidden in it. */
export async function postForm(world: World, visitor: number) {
  const { client, ledger } = world
  const from = addressOf(visitor)
  await client.send('page', '/fr/contact', { from })
  const lead = ledger.addLead({ code: codeOf(visitor), way: 'form' })
  const fields = new URLSearchParams(contactOf(visitor))
  const post = () => client.send('form', '/api/contact', { method: 'POST', body: fields, from, expected: [303] })
  for (let attempt = 0; attempt < 2; attempt++) {
    const answer = await post()
    if (!answer) {
      lead.fate = 'unanswered'
      return
    }
    const next = new URL(String(answer.headers.location ?? '/'), 'http://site')
    const reference = next.searchParams.get('reference')
    if (reference) return acknowledge(lead, reference.toLowerCase())
    lead.fate = 'refused'
    const again = await client.send('form', next.pathname + next.search, { from })
    const key = again?.text.match(/name="idempotency_key" value="([\w-]+)"/)?.[1]
    if (!key) return
    fields.set('idempotency_key', key)
    await world.stop.pause(retryMs)
  }
}

/** One client that sends too much: what is beyond its limit is refused, and what is not is as good as any lead. */
export async function flood(world: World, visitor: number) {
  const { client, ledger } = world
  const refusals: number[] = []
  for (let index = 0; index < leadsPerClient + 5; index++) {
    const lead = ledger.addLead({ code: codeOf(visitor + index), way: 'json' })
    const body = contactOf(visitor + index)
    const answer = await client.send('lead', '/api/contact', {
      method: 'POST',
      body,
      from: '192.0.2.66',
      expected: [201, 429],
    })
    if (answer?.status === 201) acknowledge(lead, JSON.parse(answer.text).id)
    else if (answer) lead.fate = 'refused'
    if (answer?.status === 429) refusals.push(Number(answer.headers['retry-after']))
  }
  if (refusals.length === 0) ledger.problems.push('a client that sent too many leads was never refused')
  if (refusals.some((seconds) => !(seconds > 0 && seconds <= 600))) {
    ledger.problems.push(`a client that sent too many leads was told to wait ${refusals.join(', ')} seconds`)
  }
}
