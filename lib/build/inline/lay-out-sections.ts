/**
 * Lays out the sections that app/styles/base.css leaves out of a page's first
 * frame, one in each of the following frames, because the whole page would
 * block a slow phone for a quarter of a second. The visitor's first touch,
 * click or scroll lays out the rest at once, so nothing visible moves. While
 * the root element has the attribute `mark`, the styles leave the sections out.
 */
export function layOutSections(mark: string) {
  const root = document.documentElement
  const rest = [
    ...document.querySelectorAll<HTMLElement>(
      '.section ~ section, .contact-details, body > footer',
    ),
  ]

  const layOutRest = () => {
    rest.length = 0
    root.removeAttribute(mark)
  }
  const layOutNext = () => {
    const section = rest.shift()
    if (!section) return layOutRest()
    section.style.contentVisibility = 'visible'
    requestAnimationFrame(() => setTimeout(layOutNext))
  }

  if (startsBelowTheTop()) return layOutRest()
  // Does not listen for `keydown`, because Chromium 156 often drops a key's
  // scroll if a large layout comes between. The scroll event is early enough.
  for (const type of ['click', 'pointerdown', 'scroll', 'touchstart', 'wheel'])
    addEventListener(type, layOutRest, {
      capture: true,
      once: true,
      passive: true,
    })
  // Waits for the fonts, because their arrival would lay out every section
  // again.
  addEventListener('load', () => document.fonts.ready.then(layOutNext))
}

/** Whether the browser may scroll to a fragment or to where the visitor was. */
function startsBelowTheTop(): boolean {
  const visits: PerformanceEntry[] = performance.getEntriesByType('navigation')
  const isReturn = visits.some(
    (visit) => (visit as PerformanceNavigationTiming).type !== 'navigate',
  )
  return location.hash !== '' || isReturn
}
