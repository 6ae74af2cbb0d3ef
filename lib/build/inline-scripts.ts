// Inline scripts of pages, as functions without their arguments.

// For fonts and drawings, which may never come.
const maxWaitMs = 3000

// Of 50 ms each: one minute for scripts to come. A button that is not React's never gets ready.
const maxChecks = 1200

// Loads the scripts once the page is painted, or at the visitor's first action; in a prerendered page once it is shown.
// Repeats a click or a choice that came before React was ready, which React's own properties on an element show. React
// looks for scripts that are `async`, while these run in order: the data first.
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

// Stores where a visit began, for its lead: in the tab, and not for visitors who send Global Privacy Control. The first
// use of a tab's storage takes some milliseconds: the page is painted before.
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

// Shows the offer of the visitor's own language: the stored choice, otherwise the first of the browser's languages that the
// site has (for pt-BR any Portuguese). Runs again in a page that was prerendered or kept for going back.
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
