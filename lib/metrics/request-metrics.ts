import { metrics } from './metrics'

type Observe = (seconds: number) => void

// Asked for by every page from memory: resolving the labels anew would take longer than counting.
const observers = new Map<string, Map<number, Observe>>()

/** Counts an answered request; status 0 is that of a client which left before it was answered. */
export function countRequest(kind: string, status: number, seconds: number): void {
  const known = observers.get(kind) ?? new Map<number, Observe>()
  observers.set(kind, known)
  const observe = known.get(status) ?? metrics.requests.labels({ kind, status: String(status) }).observe
  known.set(status, observe)
  observe(seconds)
}
