import { useState } from 'react'
import { resolveWithin } from '@/lib/time-limit'

const maxLoadMs = 10_000

/**
 * Loads a component on demand, and counts the failures. `load` resolves to
 * whether the component is there. Unlike React's `lazy`, which remembers a
 * failure until the page is reloaded, every call tries again.
 */
export function useLoaded<Component>(
  importComponent: () => Promise<Component>,
) {
  const [loaded, setLoaded] = useState<Component>()
  const [failures, setFailures] = useState(0)

  async function load(): Promise<boolean> {
    const component =
      loaded ??
      (await resolveWithin(
        maxLoadMs,
        importComponent().catch(() => undefined),
      ))
    if (component) setLoaded(() => component)
    else setFailures((count) => count + 1)
    return component !== undefined
  }

  return { loaded, failures, load }
}
