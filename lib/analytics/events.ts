/** What the site reports of a visit. Never anything that a visitor typed. */
export type AnalyticsEvent = {
  event: 'page_not_found'
  path: string
  language: string
}

type Browser = { dataLayer?: AnalyticsEvent[] }

/**
 * Reports an event to `window.dataLayer`, where a tag manager (if one is configured) picks it up. Nothing else leaves
 * the browser. A visitor who sends Global Privacy Control is not reported at all (https://www.w3.org/TR/gpc/).
 */
export function track(event: AnalyticsEvent) {
  if (refusesTracking()) return
  const browser = window as Browser
  browser.dataLayer ??= []
  browser.dataLayer.push(event)
}

export function refusesTracking(): boolean {
  return (
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ===
    true
  )
}
