import { z } from 'zod'
import { fetchText } from '@/lib/fetch-text'
import { parseJson } from '@/lib/text'
import { ChainFailure } from './failure'

/**
 * The largest response that is read. A block with the ids of its transactions
 * is far smaller.
 */
const maxBytes = 1024 * 1024

const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number() }).optional(),
})

/**
 * Calls a method of a node (https://www.jsonrpc.org/specification). Follows no
 * redirects, because the address may contain a key.
 */
export async function callNode(
  url: string,
  method: string,
  params: unknown[],
  limits: { maxMs: number; signal: AbortSignal },
): Promise<unknown> {
  const { ok, status, text, brokenBy } = await fetchText(url, {
    ...limits,
    maxBytes,
    method: 'POST',
    redirect: 'error',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  if (!ok) throw new ChainFailure('http_error', `HTTP ${status}`)
  if (brokenBy) throw brokenBy
  const { data } = answerSchema.safeParse(parseJson(text))
  if (!data)
    throw new ChainFailure('malformed', `${method}: the answer is not JSON-RPC`)
  const { result, error } = data
  if (error)
    throw new ChainFailure('rpc_error', `${method}: error ${error.code}`)
  return result
}
