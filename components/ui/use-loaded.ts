import { useState } from 'react'
import { within } from '@/lib/time-limit'

const maxLoadMs = 10_000

/**
 * A component that `load` loads, and how often that failed; `load` resolves to whether it is there. Not React's `lazy`,
 * which keeps a failure for as long as the page is open: here each call is an attempt of its own.
 */
export function useLoaded<Component>(
  importComponent: () => Promise<Component>,
) {
  const [loaded, setLoaded] = useState<Component>()
  const [failures, setFailures] = useState(0)

  async function load(): Promise<boolean> {
    const component =
      loaded ??
      (await within(
        maxLoadMs,
        importComponent().catch(() => undefined),
      ))
    if (component) setLoaded(() => component)
    else setFailures((count) => count + 1)
    return component !== undefined
  }

  return { loaded, failures, load }
}
