// Included in every page in development: keeps the page while the server
// restarts. Next reloads a page whose server has restarted or has not answered
// for a while, even if the browser can then only show its own error.
const everyMs = 700

let isWaiting = false
let isReady = false

/** Whether the page reloads itself, which keeps unsaved texts. */
export const isReloading = () => isReady

// Some browsers do not have this interface yet.
window.navigation?.addEventListener('navigate', (event) => {
  const isOwn = event.navigationType === 'reload' && !event.userInitiated
  if (!isOwn || isReady) return
  event.preventDefault()
  if (!isWaiting) reloadOnceShown()
})

async function reloadOnceShown() {
  isWaiting = true
  while (!(await canShowPage()))
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  isReady = true
  location.reload()
}

/**
 * Whether the server answers with this page. Also lets Next compile it, so that
 * the reload takes only a moment.
 */
function canShowPage(): Promise<boolean> {
  return fetch(location.href).then(
    () => true,
    () => false,
  )
}
