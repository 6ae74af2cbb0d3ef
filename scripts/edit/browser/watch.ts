// Included in every page in development: shows a saved catalog, or its error.
import './restart'

const everyMs = 700

let shown = (
  performance.getEntriesByType('navigation')[0] as
    | PerformanceNavigationTiming
    | undefined
)?.serverTiming.find(({ name }) => name === 'preview')?.description

setInterval(
  () => document.visibilityState === 'visible' && showChanges(),
  everyMs,
)

/**
 * Reloads the page when the catalogs have changed, unless a `catalogchange`
 * listener shows the change itself.
 */
export async function showChanges() {
  const state = await readState()
  if (state !== shown) show(state)
}

/** Shows the editor's own change, even if a check has already seen it. */
export async function showOwnChange() {
  show(await readState())
}

function show(state: string | undefined) {
  if (!state) return
  const isFirst = shown === undefined
  shown = state
  if (isFirst) return
  if (window.dispatchEvent(new Event('catalogchange', { cancelable: true })))
    location.reload()
}

function readState(): Promise<string | undefined> {
  return fetch('/_preview/state').then(
    (response) => response.text(),
    () => undefined,
  )
}
