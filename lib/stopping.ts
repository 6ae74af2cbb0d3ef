type Stopping = { begun: boolean; cutOff: AbortController }

// Kept on the process, as the server and Next's bundles load separate modules.
const holder = globalThis as { stopping?: Stopping }
holder.stopping ??= { begun: false, cutOff: new AbortController() }
const stopping = holder.stopping

/** From here on the site is not ready, and no delivery begins. */
export function beginStopping(): void {
  stopping.begun = true
}

export function isStopping(): boolean {
  return stopping.begun
}

/** Breaks off the deliveries under way: they are recorded as due again. */
export function cutOffDeliveries(): void {
  stopping.cutOff.abort()
}

/** Calls back when deliveries are to be broken off; returns what ends that. */
export function onCutOff(listener: () => void): () => void {
  const { signal } = stopping.cutOff
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}
