import { withTimeLimit } from './time-limit'

const defaultMaxBytes = 32 * 1024 * 1024

/** `dispatcher` is an undici agent, which only Node accepts. */
type Options = RequestInit & {
  maxMs: number
  maxBytes?: number
  dispatcher?: object
}

/**
 * Fetches a text and stops reading after `maxMs` or `maxBytes`. Rejects if
 * there is no response at all.
 */
export function fetchText(
  url: string,
  { maxMs, maxBytes = defaultMaxBytes, signal, ...request }: Options,
) {
  return withTimeLimit(maxMs, signal, async (limited) => {
    const response = await fetch(url, { ...request, signal: limited })
    const { status, ok, headers } = response
    const { text, brokenBy } = await readUpTo(maxBytes, response.body)
    return { status, ok, headers, text, brokenBy }
  })
}

/**
 * Reads a text up to `maxBytes`, counted after decompression because a few
 * kilobytes can expand to gigabytes. `brokenBy` is the reason why the text is
 * incomplete.
 */
export async function readUpTo(
  maxBytes: number,
  body: Response['body'],
): Promise<{ bytes: ArrayBuffer; text: string; brokenBy?: unknown }> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const brokenBy = await collect(chunks, maxBytes, body)
  const bytes = await new Blob(chunks).arrayBuffer()
  // Leaves out a character that was cut off.
  const stream = brokenBy !== undefined
  return { bytes, text: new TextDecoder().decode(bytes, { stream }), brokenBy }
}

/** Returns the error that ended the body before its end. */
async function collect(
  chunks: Uint8Array<ArrayBuffer>[],
  maxBytes: number,
  body: Response['body'],
): Promise<unknown> {
  const reader = body?.getReader()
  try {
    for (let left = maxBytes; ; ) {
      const chunk = (await reader?.read())?.value
      if (!chunk) return undefined
      chunks.push(chunk.subarray(0, left))
      left -= chunk.byteLength
      if (left < 0) throw new DOMException('too large', 'QuotaExceededError')
    }
  } catch (error) {
    reader?.cancel().catch(() => undefined)
    return error
  }
}
