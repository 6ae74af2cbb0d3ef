import { dismissal, preference } from '@/lib/i18n/browser/preference'
import { routing } from '@/lib/i18n/routing'
import { attribute, elementsOf } from '@/lib/security/inspect-page'

/**
 * The script that shows, of a page's hidden offers of its other languages, the visitor's own: the stored choice, else the
 * first of the browser's languages that the site has, pt-BR where there is one, else Portuguese of any kind. It is looked
 * for again in a page that was prerendered, or kept for going back, which is older than what the visitor has chosen since.
 */
const script = `((locales, preference, dismissal) => {
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

/**
 * Puts the script right after the offers, so that nothing moves once the page is painted. Not a part of the component:
 * its policy names it by its hash, and neither the page's data nor its scripts repeat it. A page that is rendered for one
 * operator offers no language.
 */
export function addOfferScript(html: string): string {
  const offers = elementsOf(html).find((element) => attribute(element, 'id') === 'language-offers')
  const end = offers?.sourceCodeLocation?.endOffset
  return end === undefined ? html : `${html.slice(0, end)}<script>${script}</script>${html.slice(end)}`
}
