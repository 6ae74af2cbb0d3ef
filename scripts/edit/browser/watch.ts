// Included in every page in development: shows a saved catalog, or its error.
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
export async function showChanges(isCertain = false) {
  const state = await readState()
  if (!state || (state === shown && !isCertain)) return
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
