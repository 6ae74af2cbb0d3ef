/** What the site reports of a visit. Never anything that a visitor typed. */
export type AnalyticsEvent = { event: 'page_not_found'; path: string; language: string }

type Subscriber = (event: AnalyticsEvent) => void

const subscribers = new Set<Subscriber>()

type Browser = { dataLayer?: AnalyticsEvent[] }

/**
 * Reports an event to `window.dataLayer`, where a tag manager (if one is configured) picks it up, and to this page's
 * subscribers. Nothing else leaves the browser. A visitor who sends Global Privacy Control is not reported at all
 * (https://www.w3.org/TR/gpc/).
 */
export function track(event: AnalyticsEvent) {
  if (refusesTracking()) return
  const browser = window as Browser
  browser.dataLayer ??= []
  browser.dataLayer.push(event)
  for (const subscriber of subscribers) subscriber(event)
}

/** Calls `subscriber` for every event from now on, until the returned function is called. */
export function subscribe(subscriber: Subscriber): () => void {
  subscribers.add(subscriber)
  return () => subscribers.delete(subscriber)
}

/** Whether the visitor's browser says not to sell or share their data. */
export function refusesTracking(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}
