import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'

function createState() {
  return {
    requestIds: new AsyncLocalStorage<string | undefined>(),
    isStopping: false,
    cutOff: new AbortController(),
    unsavedDrafts: new Map<string, unknown>(),
  }
}

// The HTTP server and each of Next's bundles load modules of their own: this is the state that they share.
const holder = globalThis as { processState?: ReturnType<typeof createState> }
holder.processState ??= createState()
const state = holder.processState
setMaxListeners(0, state.cutOff.signal)

export const { requestIds, unsavedDrafts } = state

/** Runs work that outlives its request, such as a loop, so that its log lines carry no request id. */
export function outsideRequest(work: () => unknown): unknown {
  return requestIds.run(undefined, work)
}

export function beginStopping(): void {
  state.isStopping = true
}

export function isStopping(): boolean {
  return state.isStopping
}

export function cutOffDeliveries(): void {
  state.cutOff.abort()
}

/** Calls back when deliveries must be aborted. Returns a function that removes the listener. */
export function onCutOff(listener: () => void): () => void {
  const { signal } = state.cutOff
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}
