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
    const answer = await fetch(url, { ...request, signal: limited })
    const { status, ok, headers } = answer
    return { status, ok, headers, ...(await readUpTo(maxBytes, answer.body)) }
  })
}

type ReadText = {
  text: string
  /** The reason why the text is incomplete. */
  brokenBy?: unknown
}

/**
 * Reads a text up to `maxBytes`, counted after decompression because a few
 * kilobytes can expand to gigabytes.
 */
export async function readUpTo(
  maxBytes: number,
  body: Response['body'],
): Promise<ReadText> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  try {
    for (let left = maxBytes; ; ) {
      const chunk = (await reader?.read())?.value
      if (!chunk) return { text: text + decoder.decode() }
      text += decoder.decode(chunk.subarray(0, left), { stream: true })
      left -= chunk.byteLength
      if (left < 0) throw new DOMException('too large', 'QuotaExceededError')
    }
  } catch (brokenBy) {
    reader?.cancel().catch(() => undefined)
    return { text, brokenBy }
  }
}
