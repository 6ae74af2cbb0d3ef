import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The id of the request that is being answered. The server runs each request in it; it and the bundles that Next makes
 * of the site have modules of their own, so they share this through the process.
 */
export const requestIds: AsyncLocalStorage<string | undefined> =
  Reflect.get(globalThis, 'requestIds') ?? new AsyncLocalStorage()
Reflect.set(globalThis, 'requestIds', requestIds)

/** Does work that outlives the request it was started by, such as a loop: its log lines carry no request's id. */
export function outsideRequest(work: () => unknown): unknown {
  return requestIds.run(undefined, work)
}
