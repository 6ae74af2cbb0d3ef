import { Agent, request } from 'undici'
import type { Kind, Ledger, Outcome } from './ledger'

const connections = 32
// No answer of the site takes longer; a request that hangs is to be told, not waited for.
const maxMs = 60_000

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

type Request = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as JSON, or as a form where these are parameters. */
  body?: object | URLSearchParams
  /** The address that the proxy before the site saw. */
  from?: string
  expected?: Outcome[]
}

export type Client = ReturnType<typeof createClient>

/** Sends requests as a reverse proxy does: over kept connections, with the visitor's address in a header. */
export function createClient(address: string, ledger: Ledger) {
  let agent = new Agent({ connections })

  /** Resolves to the answer, or to undefined where none came; the ledger judges it. */
  async function send(kind: Kind, path: string, options: Request = {}): Promise<Answer | undefined> {
    const { method = 'GET', body, expected = [200] } = options
    const sentAt = performance.now()
    const judge = (outcome: Outcome) => ledger.record(kind, `${method} ${path}`, outcome, { expected, sentAt })
    try {
      const answer = await request(address + path, {
        method,
        dispatcher: agent,
        headers: headersOf(options),
        body: body instanceof URLSearchParams ? body.toString() : body && JSON.stringify(body),
        signal: AbortSignal.timeout(maxMs),
      })
      const text = await answer.body.text()
      judge(answer.statusCode)
      return { status: answer.statusCode, headers: answer.headers, text }
    } catch (error) {
      const { code, name } = error as Error & { code?: string | number }
      judge(typeof code === 'string' ? code : name)
      return undefined
    }
  }

  return {
    send,
    /** Ends the kept connections, as visitors who have left; the next request opens new ones. */
    async closeConnections() {
      const closing = agent
      agent = new Agent({ connections })
      await closing.close()
    },
  }
}

function headersOf({ headers = {}, body, from = '198.51.100.1' }: Request): Record<string, string> {
  const form = body instanceof URLSearchParams
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const ofBody: Record<string, string> = body ? { 'content-type': type, 'sec-fetch-site': 'same-origin' } : {}
  return { 'x-forwarded-for': from, 'accept-encoding': 'identity', ...ofBody, ...headers }
}
