import { Agent, request } from 'undici'
import type { z } from 'zod'
import { parseJson } from '@/lib/text'
import { withTimeLimit } from '@/lib/time-limit'
import { connectMs, maxAnswerBytes } from './limits'

// Follows no redirect; an answer that switches protocols (101) is an error.
const agent = new Agent({ connect: { timeout: connectMs }, maxResponseSize: maxAnswerBytes })

export class UpstreamError extends Error {
  override name = 'UpstreamError'
}

type Exchange = {
  url: string
  /** JSON. */
  body?: string
  headers?: Record<string, string>
  /** The visitor's request: when it ends, so does this call. */
  signal: AbortSignal
  totalMs: number
}

type Call = Omit<Exchange, 'body'> & { body?: unknown }

/** Returns an upstream's validated JSON. Throws UpstreamError for any other answer, or none in time. */
export async function callUpstream<T>({ body, ...call }: Call, schema: z.ZodType<T>): Promise<T> {
  const json = parseJson(await exchange({ ...call, ...(body !== undefined && { body: JSON.stringify(body) }) }))
  if (json === undefined) throw new UpstreamError('malformed JSON')
  const result = schema.safeParse(json)
  if (!result.success) throw new UpstreamError(`unexpected answer at ${result.error.issues[0]?.path.join('.')}`)
  return result.data
}

/** Returns the text of an answer whose type is JSON. Throws UpstreamError for any other answer, or none in time. */
async function exchange({ signal, totalMs, ...content }: Exchange): Promise<string> {
  try {
    return await withTimeLimit(totalMs, signal, (limited) => send(content, limited))
  } catch (error) {
    throw signal.aborted ? error : new UpstreamError((error as Error).message)
  }
}

async function send({ url, body, headers }: Pick<Exchange, 'url' | 'body' | 'headers'>, signal: AbortSignal) {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const answer = await request(url, {
    dispatcher: agent,
    signal,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, Accept: 'application/json', ...type },
    ...(body !== undefined && { body }),
  })
  const problem = problemOf(answer.statusCode, answer.headers['content-type'])
  if (!problem) return answer.body.text()
  // An unread body would keep its connection busy.
  answer.body.on('error', () => undefined).destroy()
  throw new Error(problem)
}

function problemOf(status: number, type: string | string[] | undefined): string | undefined {
  if (status !== 200) return `status ${status}`
  return /^application\/json\b/i.test(String(type)) ? undefined : 'not JSON by its type'
}
