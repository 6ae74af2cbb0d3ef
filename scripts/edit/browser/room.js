/** Lets the page scroll so far that the editor covers no part of it for good. @param {...HTMLElement} elements */
export function keepRoom(...elements) {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  const watch = new ResizeObserver(() => {
    const tops = elements.filter(({ hidden }) => !hidden).map((element) => element.getBoundingClientRect().top)
    const height = Math.round(window.innerHeight - Math.min(...tops))
    sheet.replaceSync(`html { scroll-padding-bottom: ${height}px } body { padding-bottom: ${height}px }`)
  })
  for (const element of elements) watch.observe(element)
}
