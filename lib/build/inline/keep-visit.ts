import { whenShown } from './when-shown'

const campaign = /^utm_(source|medium|campaign|term|content)$/
const maxCampaignCharacters = 100

/**
 * Stores in this tab where a visit began, in case the visitor becomes a lead.
 * Stores nothing for visitors who send Global Privacy Control. Runs after the
 * first paint, because the first use of session storage takes a few
 * milliseconds.
 */
export function keepVisit(entry: string) {
  whenShown(() => requestAnimationFrame(() => setTimeout(() => keep(entry))))
}

function keep(entry: string) {
  const { globalPrivacyControl } = navigator as {
    globalPrivacyControl?: boolean
  }
  try {
    if (globalPrivacyControl || sessionStorage.getItem(entry)) return
    sessionStorage.setItem(entry, JSON.stringify(describeVisit()))
  } catch {
    // Storage may be blocked or full, and the site works without it.
  }
}

function describeVisit() {
  const { host, pathname, search } = location
  const visit: Record<string, string> = { landing_page: pathname }
  const from = document.referrer && new URL(document.referrer).host
  if (from && from !== host) visit.referrer = from
  for (const [name, value] of new URLSearchParams(search))
    if (campaign.test(name)) visit[name] = value.slice(0, maxCampaignCharacters)
  return visit
}
