// On every page in development: shows a saved catalog, or its error.
const everyMs = 700
const [navigation] = performance.getEntriesByType('navigation')
let shown = navigation.serverTiming.find(({ name }) => name === 'preview')?.description

setInterval(() => document.visibilityState === 'visible' && showChanges(), everyMs)

export async function showChanges() {
  const state = await readState()
  if (!state || state === shown) return
  const isFirst = shown === undefined
  shown = state
  // The editor's own pages do not say which catalogs they were made from.
  if (isFirst) return
  // The editor shows a change without a reload.
  if (window.dispatchEvent(new Event('catalogchange', { cancelable: true }))) location.reload()
}

function readState() {
  return fetch('/_preview/state').then(
    (answer) => answer.text(),
    () => undefined,
  )
}
