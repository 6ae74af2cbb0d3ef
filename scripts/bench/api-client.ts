import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { chatMessage } from '../../tests/support/chatbot'
import { validContact } from '../../tests/support/contact'
import { fail } from '../commands.mjs'

const questions = [
  'Which banks do you work with?',
  'What is the minimum trade?',
  'How are the reserves verified, and how often?',
  'On which blockchain are the tokens?',
  'Do you have an office in Europe?',
  'What is the weather like today?',
]

const connections = 32

/** The settings of a site whose limits no benchmark reaches. */
export const withoutLimits: Record<string, string> = {
  MAX_CONNECTIONS_PER_CLIENT: '1000',
  ...Object.fromEntries(
    [
      'CONTACT_PER_CLIENT',
      'CONTACT_PER_EMAIL',
      'CONTACT_GLOBAL',
      'CONTACT_FLOOD',
      'CHAT_PER_SESSION',
      'CHAT_PER_CLIENT',
      'CHAT_GLOBAL',
      'CHAT_RECORDED_PER_CLIENT',
      'CHAT_RECORDED_GLOBAL',
    ].map((name) => [`LIMIT_${name}`, '100000000']),
  ),
}

/** A lead that differs from every other one: equal messages from many addresses would be spam. */
export function newContact() {
  return { ...validContact, message: randomUUID(), email: `${randomUUID()}@banque.example` }
}

/** Calls of a running site's API; each ends the benchmark when it is not answered as it should be. */
export function createApiClient(address: string) {
  const pool = new Pool(address, { connections })
  let asked = 0

  async function call(method: 'GET' | 'POST', path: string, status: number, body?: object) {
    const headers = { 'accept-encoding': 'gzip', 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const answer = await pool.request({ method, path, headers, body: body && JSON.stringify(body) })
    const text = await answer.body.text()
    if (answer.statusCode !== status) fail(`${method} ${path} was answered ${answer.statusCode}: ${text}`)
  }

  return {
    get: (path: string, status = 200) => call('GET', path, status),
    sendLead: () => call('POST', '/api/contact', 201, newContact()),
    askAssistant: () =>
      call('POST', '/api/chatbot/chat', 200, chatMessage(questions[asked++ % questions.length] ?? '')),
    close: () => pool.close(),
  }
}
