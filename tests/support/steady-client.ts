import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { validContact } from './contact'

const pauseMs = 20

type Wish = { path: string; status: number; body?: () => string }

/**
 * A visitor who keeps asking for pages, a file and the form's endpoint: over kept connections, as a browser has them,
 * and over fresh ones. `failures` are requests that were not answered as they should be; no request is repeated.
 */
export function startAsking(port: number, files: string[]) {
  const wishes: Wish[] = [
    ...['/', '/fr/contact', '/attestations', '/healthz', ...files].map((path) => ({ path, status: 200 })),
    { path: '/api/contact', status: 201, body: lead },
  ]
  const kept = new Agent({ keepAlive: true })
  const asked = { answers: 0, leads: 0, failures: [] as string[] }
  let going = true

  async function keepAsking(wish: Wish, agent: Agent | false) {
    while (going) {
      const outcome = await askOnce(port, wish, agent)
      if (outcome !== wish.status) asked.failures.push(`${wish.path}: ${outcome}`)
      else asked.answers++
      if (outcome === 201) asked.leads++
      // The machine builds meanwhile.
      await pause(pauseMs)
    }
  }

  const loops = wishes.flatMap((wish) => [keepAsking(wish, kept), keepAsking(wish, false)])
  return {
    asked,
    async stop() {
      going = false
      await Promise.all(loops)
      kept.destroy()
      return asked
    },
  }
}

function askOnce(port: number, { path, body }: Wish, agent: Agent | false): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const headers = body ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {}
    const sent = request({ port, host: '127.0.0.1', path, agent, headers, method: body ? 'POST' : 'GET' }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
      answer.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    sent.end(body?.())
  })
}

function lead(): string {
  return JSON.stringify({ ...validContact, email: `${randomUUID()}@banque.example` })
}
