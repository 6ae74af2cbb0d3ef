import { useState } from 'react'
import { within } from '@/lib/within'
import type { LocalizedWindow } from './localized-window'

const maxLoadMs = 10_000

/**
 * The assistant's window, once `load` has loaded it, and how often that failed. Not React's `lazy`, which keeps a
 * failure for as long as the page is open: here each call is an attempt of its own.
 */
export function useChatWindow() {
  const [Window, setWindow] = useState<typeof LocalizedWindow>()
  const [failures, setFailures] = useState(0)

  async function load() {
    const loaded = await within(maxLoadMs, importWindow())
    if (loaded) setWindow(() => loaded)
    else setFailures((count) => count + 1)
  }

  return { Window, failures, load }
}

function importWindow(): Promise<typeof LocalizedWindow | undefined> {
  return import('./localized-window').then(
    (module) => module.LocalizedWindow,
    () => undefined,
  )
}
