import { routing } from '@/lib/i18n/routing'
import { dismissal, preference } from './preference'

/**
 * The script that shows, of a page's hidden offers of its other languages, the visitor's own. It stands right after
 * them, so that nothing moves once the page is painted.
 */
export const offerScript = `(${offerLanguage})(${JSON.stringify([routing.locales, preference, dismissal])})`

/** Its text is the script, and is sent without anything around it: it uses its arguments alone. */
function offerLanguage([locales, choice, dismissed]: [locales: string[], choice: string, dismissed: string]) {
  function show() {
    const offered = read(dismissed) === 'dismissed' ? undefined : preferredLocale()
    for (const offer of document.querySelectorAll<HTMLElement>('.suggestion')) {
      offer.hidden = offer.lang !== offered || !offer.querySelector('a[href]')
    }
  }

  // The stored choice, else the first of the browser's languages that the site has.
  function preferredLocale() {
    const cookie = document.cookie.match(`(?:^|; )${choice}=([^;]*)`)?.[1]
    const browser = navigator.languages.map(closestLocale)
    return [read(choice), cookie, ...browser].find((locale) => locale && locales.includes(locale))
  }

  // pt-BR where the site has it; else Portuguese of any kind.
  function closestLocale(tag: string) {
    const primary = (language: string) => language.toLowerCase().split('-')[0]
    const same = locales.find((locale) => locale.toLowerCase() === tag.toLowerCase())
    return same ?? locales.find((locale) => primary(locale) === primary(tag))
  }

  function read(entry: string) {
    try {
      return localStorage.getItem(entry)
    } catch {
      return undefined
    }
  }

  show()
  // A page that was prerendered, or kept for going back, is older than what the visitor has chosen since.
  document.addEventListener('prerenderingchange', show)
  window.addEventListener('pageshow', ({ persisted }) => persisted && show())
}
