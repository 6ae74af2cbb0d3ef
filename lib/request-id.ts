import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'

/** The current request's id. Kept on the process, as the server and Next's bundles load separate modules. */
export const requestIds: AsyncLocalStorage<string | undefined> =
  Reflect.get(globalThis, 'requestIds') ?? new AsyncLocalStorage()
Reflect.set(globalThis, 'requestIds', requestIds)

/** Runs work that outlives its request, such as a loop: its log lines carry no request's id. */
export function outsideRequest(work: () => unknown): unknown {
  return requestIds.run(undefined, work)
}
