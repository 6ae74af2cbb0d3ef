import { requestIds } from './request-id'

/** A kind of work, never what was typed: names and values of attributes go to whoever keeps the traces. */
type Attributes = Record<string, string | number>

/** `requestId` is that of the request it is part of; `isRequest` where it is the request itself. */
type Work = { name: string; attributes: Attributes; requestId?: string; isRequest?: true }

/** Ends a span; `error` is a short code where the work failed. */
type End = (result?: { attributes?: Attributes; error?: string }) => void

// Kept on the process, as the server starts it and Next's bundles use it.
const holder = globalThis as { beginSpan?: (work: Work) => End }

export function shareTracing(begin: (work: Work) => End): void {
  holder.beginSpan = begin
}

/** Begins the span of a request; undefined unless traces are kept. */
export function beginRequestSpan(requestId: string, method: string, kind: string): End | undefined {
  if (!holder.beginSpan) return undefined
  const attributes = { 'http.request.method': method, 'http.route': kind, 'site.request_id': requestId }
  return holder.beginSpan({ name: `${method} ${kind}`, attributes, requestId, isRequest: true })
}

/** Does work in a span of its own, within the current request's, if traces are kept. `errorOf` tells a failure's code. */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  errorOf: (result: T) => string | undefined,
): Promise<T> {
  if (!holder.beginSpan) return work()
  const end = holder.beginSpan({ name, attributes, requestId: requestIds.getStore() })
  const result = await work()
  end({ error: errorOf(result) })
  return result
}
