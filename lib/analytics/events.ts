/**
 * The events that the site reports about a visit. They never contain anything
 * that the visitor typed.
 */
export type AnalyticsEvent = {
  event: 'page_not_found'
  path: string
  language: string
}

type Browser = { dataLayer?: AnalyticsEvent[] }

/**
 * Pushes an event to `window.dataLayer`, where a tag manager (if configured)
 * picks it up. Nothing else leaves the browser. Visitors who send Global
 * Privacy Control are not reported at all (https://www.w3.org/TR/gpc/).
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
