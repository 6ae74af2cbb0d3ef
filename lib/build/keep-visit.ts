import { visitEntry } from '@/lib/leads/browser/visit'
import { hasLeadContext } from '@/lib/leads/context'

/**
 * The script that keeps where a visit began, for its lead: with the tab, without a cookie, and nothing for a visitor who
 * sends Global Privacy Control. The first page counts, once it is shown, and not those that the visitor goes on to. A tab's
 * storage takes some milliseconds when it is first used: the page is painted before.
 */
const script = `(entry => {
const keep = () => {
try {
if (navigator.globalPrivacyControl || sessionStorage.getItem(entry)) return
const { host, pathname, search } = location
const visit = { landing_page: pathname }
const from = document.referrer && new URL(document.referrer).host
if (from && from !== host) visit.referrer = from
for (const [name, value] of new URLSearchParams(search)) if (/^utm_(source|medium|campaign|term|content)$/.test(name)) visit[name] = value.slice(0, 100)
sessionStorage.setItem(entry, JSON.stringify(visit))
} catch {}
}
const keepPainted = () => requestAnimationFrame(() => setTimeout(keep))
if (document.prerendering) document.addEventListener('prerenderingchange', keepPainted, { once: true })
else keepPainted()
})(${JSON.stringify(visitEntry)})`

/** It, where LEADS_CONTEXT says that leads have a context. */
export function visitScript(): string {
  return hasLeadContext() ? `;${script}` : ''
}
