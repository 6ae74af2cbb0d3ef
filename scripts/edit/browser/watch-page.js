// Shows changed catalogs without a reload where the page can, and never takes away what is being typed.
import { draftKeys, onDrafts } from './drafts.js'

/** @param {{ root: ShadowRoot, changed: () => Promise<boolean> }} options `changed` answers whether the texts can be read */
export function watchPage({ root, changed }) {
  let isHeld = false
  const isTyping = () => draftKeys().length > 0 || root.querySelector('dialog form') !== null

  window.addEventListener('catalogchange', async (event) => {
    event.preventDefault()
    const canRead = await changed()
    if (isTyping() && !(canRead && canRefresh())) isHeld = true
    else showPage()
  })
  onDrafts(() => {
    if (!isHeld || isTyping()) return
    isHeld = false
    showPage()
  })
  window.addEventListener('beforeunload', (event) => {
    if (draftKeys().length > 0) event.preventDefault()
  })
}

// Next's own router asks the server for the page anew and keeps what is open, typed and scrolled. What came while the page
// was brought into a state, such as an answer, has the old texts: the state is reached anew.
function showPage() {
  if (canRefresh()) window.next.router.refresh()
  else location.reload()
}

function canRefresh() {
  return window.next?.router && !new URLSearchParams(location.search).has('editor-state')
}
