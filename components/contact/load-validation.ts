import { within } from '@/lib/time-limit'

// How long a message waits for its validation to load before it is sent unchecked.
const maxLoadMs = 3000

/**
 * Fetches the validation, more than all other scripts of the page's own, when the visitor begins with the form; undefined
 * when it does not come. The form is then sent unchecked: the server validates the same, and a failed send says so.
 */
export function loadValidation() {
  return within(
    maxLoadMs,
    import('./validated-form').catch(() => undefined),
  )
}
