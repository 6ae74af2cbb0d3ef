import { refusesTracking } from '@/lib/analytics/events'
import { isRecord, readSession } from '@/lib/browser/session'

/** Under this name the tab remembers where the visit began. */
export const visitEntry = 'visit'

/** Where this visit came from, as far as the browser says; undefined for a visitor with Global Privacy Control. */
export function contextOfVisit() {
  if (refusesTracking()) return undefined
  return {
    ...readSession(visitEntry, isRecord),
    form_page: location.pathname,
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    browser_locale: navigator.language,
  }
}
