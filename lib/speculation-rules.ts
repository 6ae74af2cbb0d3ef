import { localizedPath } from './i18n/navigation'
import { routing } from './i18n/routing'
import { findRoute, pageOf, paths, renderingOf, routes } from './routes'

export const speculationRulesPath = '/speculation-rules.json'

/**
 * The header that points to a page's speculation rules, because the policy does
 * not allow inline ones (html.spec.whatwg.org, speculation rules).
 */
export const speculationHeader = {
  'Speculation-Rules': `"${speculationRulesPath}"`,
}

/**
 * Returns the speculation rules: Chromium prerenders a page once a link to it
 * has been hovered for 10 ms, or on phones once it has been visible for a
 * while, unless the visitor is saving data or the device is low on memory or
 * power (chromestatus.com, "eager eagerness"). Excludes pages that depend on
 * what a visitor has just sent, and the page with the e-mail address, which
 * bots must not read.
 */
export function speculationRules() {
  const shown = Object.keys(routes).filter((path) => {
    const page = pageOf(path) ?? path
    return (
      findRoute(page)?.kind === 'page' &&
      page !== paths.email &&
      renderingOf(page) !== 'per-request'
    )
  })
  const patterns = [...shown, `${paths.attestations}/*`]
  const addresses = routing.locales.flatMap((locale) =>
    patterns.map((path) => localizedPath(locale, path)),
  )
  return {
    prerender: [{ where: { href_matches: addresses }, eagerness: 'eager' }],
  }
}
