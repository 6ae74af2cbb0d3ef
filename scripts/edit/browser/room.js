const wide = window.matchMedia('(width >= 80rem)')

/**
 * Keeps the panel above the toolbar, however many lines that has, and lets the page scroll so far that neither covers a part
 * of it for good. In a narrow window the open toolbar is a menu before the panel.
 * @param {HTMLElement} panel
 * @param {HTMLElement} toolbar
 */
export function keepRoom(panel, toolbar) {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  const watch = new ResizeObserver(() => {
    panel.style.bottom = wide.matches ? `${toolbar.offsetHeight}px` : ''
    const tops = [panel, toolbar].filter(({ hidden }) => !hidden).map((element) => element.getBoundingClientRect().top)
    const height = Math.round(window.innerHeight - Math.min(...tops))
    sheet.replaceSync(`html { scroll-padding-bottom: ${height}px } body { padding-bottom: ${height}px }`)
  })
  for (const element of [panel, toolbar]) watch.observe(element)
}
