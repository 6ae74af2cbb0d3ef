// On every page in development: shows a saved catalog, or its error.
const everyMs = 700
const [navigation] = performance.getEntriesByType('navigation')
const shown = navigation.serverTiming.find(({ name }) => name === 'preview')?.description

setInterval(async () => {
  if (document.visibilityState !== 'visible') return
  const state = await readState()
  if (state && state !== shown) location.reload()
}, everyMs)

function readState() {
  return fetch('/_preview/state').then(
    (answer) => answer.text(),
    () => undefined,
  )
}
