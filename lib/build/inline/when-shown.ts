/** Runs work now, or once a prerendered page is shown. */
export function whenShown(work: () => void) {
  const { prerendering } = document as { prerendering?: boolean }
  if (prerendering)
    document.addEventListener('prerenderingchange', work, { once: true })
  else work()
}
