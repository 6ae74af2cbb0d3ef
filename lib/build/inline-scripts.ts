// The pages' inline scripts: function expressions whose arguments are added
// later.

// How long to wait for fonts and drawings, which may never arrive.
const maxWaitMs = 3000

// Checks every 50 ms, so scripts have one minute to load. A button outside
// React never becomes ready.
const maxChecks = 1200

// Loads the scripts once the page has been painted, or at the visitor's first
// action; in a prerendered page, once it is shown. Replays a click or a choice
// made before React was ready, which shows in React's own properties on an
// element. React looks for `async` scripts, whereas these run in order: data
// first.
const loader = `(scripts => {
const isReady = element => Object.keys(element).some(key => key.startsWith('__reactProps'))
const waiting = new Set()
const repeat = ({ type, target }) => {
const element = target.closest?.(type === 'click' ? 'button[type=button]' : 'input[type=file]')
if (!element || waiting.has(element) || isReady(element) || isReady(document.body)) return
waiting.add(element)
let checks = 0
const timer = setInterval(() => {
if (!isReady(element) && element.isConnected && ++checks < ${maxChecks}) return
clearInterval(timer)
waiting.delete(element)
if (isReady(element)) element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
}, 50)
}
for (const type of ['click', 'change']) addEventListener(type, repeat, true)
let load = () => {
load = () => {}
for (const [src, integrity] of scripts) {
const script = document.createElement('script')
Object.assign(script, { async: false, integrity, src })
document.head.append(script)
script.setAttribute('async', '')
}
}
const start = () => load()
const startPainted = () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
const wait = () => {
for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { capture: true, once: true })
setTimeout(start, ${maxWaitMs})
if (document.readyState === 'complete') startPainted()
else addEventListener('load', startPainted)
}
if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true })
else wait()
})`

// Stores where a visit began, for a later lead: in this tab, and not for
// visitors who send Global Privacy Control. Runs after the first paint, because
// the first use of session storage takes a few milliseconds.
const visit = `(entry => {
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
})`

// Shows the offer in the visitor's own language: the stored choice, or else the
// first of the browser's languages that the site has (for pt-BR, any
// Portuguese). Runs again in a page that was prerendered or restored from the
// back/forward cache.
const offers = `((locales, preference, dismissal) => {
const read = entry => {
try { return localStorage.getItem(entry) } catch {}
}
const primary = tag => tag.toLowerCase().split('-')[0]
const closest = tag => locales.find(locale => locale.toLowerCase() === tag.toLowerCase()) ?? locales.find(locale => primary(locale) === primary(tag))
const preferred = () => {
const [, cookie] = document.cookie.match('(?:^|; )' + preference + '=([^;]*)') ?? []
return [read(preference), cookie, ...navigator.languages.map(closest)].find(locale => locales.includes(locale))
}
const show = () => {
const offered = read(dismissal) === 'dismissed' ? undefined : preferred()
for (const offer of document.querySelectorAll('.suggestion')) offer.hidden = offer.lang !== offered || !offer.querySelector('a[href]')
}
show()
document.addEventListener('prerenderingchange', show)
addEventListener('pageshow', ({ persisted }) => persisted && show())
})`

export const inlineScripts = { loader, visit, offers }
