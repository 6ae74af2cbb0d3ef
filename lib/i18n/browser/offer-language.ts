import { routing } from '@/lib/i18n/routing'
import { dismissal, preference } from './preference'

/**
 * The script that shows, of a page's hidden offers of its other languages, the visitor's own. It stands right after
 * them, so that nothing moves once the page is painted. A text, not a function: each bundle would compile that in its own
 * way, and the policy of a page that is rendered per request names the script's hash.
 *
 * The visitor's own is the stored choice, else the first of the browser's languages that the site has: pt-BR where there
 * is one, else Portuguese of any kind. It is looked for again in a page that was prerendered, or kept for going back,
 * which is older than what the visitor has chosen since.
 */
export const offerScript = `((locales, preference, dismissal) => {
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
})(...${JSON.stringify([routing.locales, preference, dismissal])})`
