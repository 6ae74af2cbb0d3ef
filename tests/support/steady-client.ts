import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { validContact } from './contact'

const pauseMs = 20

/**
 * A visitor who keeps asking for pages and the form's endpoint: over kept connections, as a browser has them, and over
 * fresh ones. `failures` are requests that were not answered as they should be; no request is repeated.
 */
export function startAsking(port: number) {
  const kept = new Agent({ keepAlive: true })
  const asked = { answers: 0, leads: 0, failures: [] as string[] }
  let going = true

  async function keepAsking(path: string, agent: Agent | false) {
    const isLead = path === '/api/contact'
    while (going) {
      const outcome = await askOnce(port, path, agent, isLead)
      if (outcome !== (isLead ? 201 : 200)) asked.failures.push(`${path}: ${outcome}`)
      else asked.answers++
      if (outcome === 201) asked.leads++
      await pause(pauseMs)
    }
  }

  const paths = ['/', '/fr/contact', '/attestations', '/healthz', '/api/contact']
  const loops = paths.flatMap((path) => [keepAsking(path, kept), keepAsking(path, false)])
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

function askOnce(port: number, path: string, agent: Agent | false, isLead: boolean) {
  return new Promise<number | string | undefined>((resolve) => {
    const headers = isLead ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {}
    const options = { port, host: '127.0.0.1', path, agent, headers, method: isLead ? 'POST' : 'GET' }
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code)
    const sent = request(options, (answer) => {
      answer.resume().once('error', fail)
      answer.once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', fail)
    sent.end(isLead ? JSON.stringify({ ...validContact, email: `${randomUUID()}@banque.example` }) : undefined)
  })
}
