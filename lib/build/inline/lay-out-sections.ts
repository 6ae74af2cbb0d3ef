/**
 * Lays out the sections that app/styles/base.css leaves out of a page's first
 * frame. The whole page takes a slow phone a quarter of a second, a section a
 * frame. Nothing visible moves, because the first action of the visitor lays
 * out the rest before the page scrolls.
 */
export function layOutSections(mark: string) {
  const root = document.documentElement
  const rest = [
    ...document.querySelectorAll<HTMLElement>('.section ~ section, footer'),
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
  if (opensElsewhere()) return layOutRest()
  for (const type of [
    'keydown',
    'pointerdown',
    'scroll',
    'touchstart',
    'wheel',
  ])
    addEventListener(type, layOutRest, {
      capture: true,
      once: true,
      passive: true,
    })
  // Without the fonts, every section would be laid out twice.
  addEventListener('load', () => document.fonts.ready.then(layOutNext))
}

/** Whether the page opens where a link or the last visit left it. */
function opensElsewhere(): boolean {
  const visits: PerformanceEntry[] = performance.getEntriesByType('navigation')
  const isFirst = visits.every(
    (visit) => (visit as PerformanceNavigationTiming).type === 'navigate',
  )
  return location.hash !== '' || !isFirst
}
